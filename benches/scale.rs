//! How runs grow with the number of services, on the simulated AWS: `cargo bench --bench scale -- 10 100 1000`.
//!
//! Prints one line of JSON for each number of services: a test run that finds nothing to change, at AWS's limits and
//! AWS's pace (`--speed 10`: ten times that), alone or several at once (`--runs 4`) with shared budgets. Everything is
//! made before, without limits or delays; what making it at AWS's limits would take is what the run foresees. Times are
//! those of this machine and this build; what waits for AWS's limits is the same everywhere. `cargo test --bench scale`
//! takes the same arguments and a build that is made quickly and runs slowly.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]
#![expect(clippy::expect_used, reason = "a benchmark that fails has nothing to tell")]

#[path = "../tests/it/scale/fleet.rs"]
mod fleet;
#[path = "../tests/it/stacks/generate.rs"]
mod generate;
#[path = "../tests/it/protocol/mod.rs"]
mod protocol;
#[expect(dead_code, reason = "what only the tests need")]
#[path = "../tests/it/simulated/mod.rs"]
mod simulated;
#[path = "../tests/it/world/states.rs"]
mod states;

use std::time::{Duration, Instant};

use aws::budget::foresee;
use fleet::Fleet;
use futures::future::join_all;
use model::Low;
use serde_json::json;
use simulated::{Settings, Simulated};

fn declared(services: usize) -> Vec<Low> {
    states::states(&generate::stacks(services), "scale.sls")
}

/// How this program was built: times of one that was not optimised say little.
const BUILD: &str = if cfg!(debug_assertions) { "unoptimised" } else { "optimised" };

/// What was asked for.
struct Wanted {
    services: Vec<usize>,
    speed: f64,
    runs: usize,
}

impl Wanted {
    fn read() -> Self {
        let mut wanted = Self { services: vec![], speed: 1.0, runs: 1 };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "--speed" => wanted.speed = words.next().and_then(|it| it.parse().ok()).expect("a factor"),
                "--runs" => wanted.runs = words.next().and_then(|it| it.parse().ok()).expect("a number"),
                "--bench" => {}
                number => wanted.services.push(number.parse().expect("a number of services")),
            }
        }
        if wanted.services.is_empty() {
            wanted.services = vec![10, 100, 1000];
        }
        wanted
    }
}

fn main() {
    let wanted = Wanted::read();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    for services in &wanted.services {
        runtime.block_on(measure(*services, &wanted));
    }
}

async fn measure(services: usize, wanted: &Wanted) {
    let settings = Settings { speed: wanted.speed, lag: Duration::ZERO, ..Settings::default() };
    let aws = Simulated::start(settings).await;
    aws.set_strict(false);
    let begin = Instant::now();
    let made = Fleet::new(services, &aws.endpoint, 0.0).run(false).await;
    made.all_changed();
    let created = aws.take_ledger();
    assert!(created.unknown.is_empty(), "not simulated: {:?}", created.unknown);
    let filled = begin.elapsed();
    let bound: Vec<_> = foresee(&made.foreseen, |limit| limit.pace)
        .into_iter()
        .map(|it| json!({"operations": it.operations, "calls": it.calls, "seconds": it.at_least.as_secs()}))
        .collect();
    aws.set_strict(true);
    let directory = tempfile::tempdir().expect("a directory");
    let fleet = Fleet::new(services, &aws.endpoint, wanted.speed).sharing(directory.path());
    assert_eq!(fleet.states(), services * generate::STATES);
    let begin = Instant::now();
    let runs = join_all((0..wanted.runs).map(|_| fleet.run(true))).await;
    let seconds = begin.elapsed().as_secs_f64() * wanted.speed;
    let ledger = aws.take_ledger();
    for run in &runs {
        run.none_changed();
        assert!(run.bound.is_empty(), "nothing is to be changed, yet this is to take long: {:?}", run.bound);
    }
    let throttles: u64 = runs.iter().map(|run| run.calls.throttles).sum();
    assert_eq!(throttles, ledger.throttled() as u64, "a run counts what AWS counts");
    let waits: u64 = runs.iter().map(|run| run.waited.waits).sum();
    let waited: Duration = runs.iter().map(|run| run.waited.time).sum();
    let line = json!({
        "services": services, "resources": services * generate::STATES, "runs": wanted.runs, "speed": wanted.speed,
        "seconds": seconds, "build": BUILD,
        "calls": ledger.total(), "throttles": ledger.throttled(), "waits": waits,
        "waited_seconds": waited.as_secs_f64() * wanted.speed, "most_in_flight": ledger.most_in_flight,
        "create_calls": created.total(), "create_seconds_without_limits": filled.as_secs_f64(),
        "create_limited": bound, "by_operation": ledger.calls,
    });
    println!("{line}");
}
