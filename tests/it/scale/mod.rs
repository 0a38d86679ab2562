//! Fifty services on the simulated AWS, which throttles as AWS does: nothing is throttled, and calls come by the page.

#![cfg(all(
    feature = "autoscaling",
    feature = "cloudwatch",
    feature = "ec2",
    feature = "elb",
    feature = "iam",
    feature = "route53",
    feature = "sqs"
))]

pub mod fleet;

use std::time::Duration;

use orchestrate::model::Low;

use crate::simulated::{Settings, Simulated};
use crate::stacks::generate;
use crate::world::states;
use fleet::Fleet;

/// Fast enough for a test; the budgets of the runs are as fast.
const SPEED: f64 = 10.0;
const SERVICES: usize = 50;

async fn account() -> Simulated {
    let grace = Duration::from_millis(300);
    Simulated::start(Settings { speed: SPEED, grace, ..Settings::default() }).await
}

fn declared(services: usize) -> Vec<Low> {
    states(&generate::stacks(services), "scale.sls")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_services_are_made_and_found_unchanged_without_a_throttle() {
    let aws = account().await;
    let fleet = Fleet::new(SERVICES, &aws.endpoint, SPEED);

    let made = fleet.run(false).await;
    assert_eq!(made.returns.len(), fleet.states());
    let ledger = aws.take_ledger();
    assert_eq!(ledger.unknown, Vec::<String>::new());
    made.all_changed();
    assert_eq!(ledger.throttled(), 0, "{:#?}", ledger.throttles);
    assert_eq!(made.calls.calls, ledger.total() as u64, "the run counts what AWS counts");
    assert!(made.waited.waits > 0, "100 alarms go at 3 a second");
    assert_eq!(ledger.calls["monitoring:PutMetricAlarm"], 2 * SERVICES);
    assert_eq!(ledger.calls["ec2:CreateSecurityGroup"], 2 * SERVICES);

    let found = fleet.run(true).await;
    let ledger = aws.take_ledger();
    found.none_changed();
    assert_eq!(ledger.throttled(), 0, "{:#?}", ledger.throttles);
    assert_eq!(ledger.mutating, 0, "{:#?}", ledger.calls);
    assert!(ledger.total() <= 2 * SERVICES + 30, "{:#?}", ledger.calls);
}

/// The control: this AWS does throttle who keeps no budget. Retries may not carry all of it through; the next run does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_without_budgets_is_throttled_and_the_next_one_finishes() {
    let aws = account().await;
    let made = Fleet::new(12, &aws.endpoint, 0.0).run(false).await;
    let ledger = aws.take_ledger();
    assert!(ledger.throttled() > 0, "nothing was throttled");
    assert_eq!(made.calls.throttles, ledger.throttled() as u64, "the run counts what AWS counts");
    let fleet = Fleet::new(12, &aws.endpoint, SPEED);
    drop(fleet.run(false).await);
    fleet.run(true).await.none_changed();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_runs_at_once_share_one_budget() {
    let aws = account().await;
    let directory = tempfile::tempdir().expect("a directory");
    let fleet = Fleet::new(10, &aws.endpoint, SPEED).sharing(directory.path());
    aws.set_strict(false);
    fleet.run(false).await.all_changed();
    drop(aws.take_ledger());
    aws.set_strict(true);
    let runs = futures::join!(fleet.run(true), fleet.run(true), fleet.run(true), fleet.run(true));
    for run in [runs.0, runs.1, runs.2, runs.3] {
        run.none_changed();
    }
    let ledger = aws.take_ledger();
    assert_eq!(ledger.throttled(), 0, "{:#?}", ledger.throttles);
}
