//! SIGTERM and SIGKILL reach `deploy`, its hook, or both, at any time, as when a machine shuts down: nothing good is
//! withdrawn, and the next run ends what was begun. `ORCHESTRATE_KILLS` is the number of rounds.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::served::Served;

const TOP: &str = "base: {'*': [myapp, in_service]}\n";
const IN_SERVICE: &str = "In service:\n  elb.register:\n    - order: last\n";

/// Who gets the signal.
#[derive(Clone, Copy, Debug)]
enum Whom {
    Program,
    Hook,
    Both,
}

fn begin(served: &Served) -> Child {
    let mut command: Command =
        served.yard.place.command(&["-c", "orchestration", "deploy", "myapp", "testing"]);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the binary")
}

/// The hook that runs now writes its process here.
fn hook(served: &Served) -> Option<Pid> {
    let text = fs::read_to_string(served.yard.path("hook")).ok()?;
    text.trim().parse().ok().map(Pid::from_raw)
}

async fn pause(milliseconds: u64) {
    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
}

/// Waits until the hook runs, or the program ends.
async fn wait_for_hook(served: &Served, child: &mut Child) {
    for _ in 0..3000 {
        if hook(served).is_some() || child.try_wait().expect("a child").is_some() {
            return;
        }
        pause(10).await;
    }
    panic!("no hook ever ran");
}

/// A sequence that is the same each time.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

fn send(whom: Whom, signal: Signal, child: &Child, hook: Option<Pid>) {
    let program = Pid::from_raw(i32::try_from(child.id()).expect("a process"));
    // A process that has ended meanwhile is no matter.
    if let (Whom::Hook | Whom::Both, Some(hook)) = (whom, hook) {
        let _ = kill(hook, signal);
    }
    if let Whom::Program | Whom::Both = whom {
        let _ = kill(program, signal);
    }
}

async fn rounds(rounds: u64) {
    let served = Served::new("").await;
    served.trees(TOP, IN_SERVICE);
    let file = served.yard.path("hook").display().to_string();
    let text = format!("#!/bin/sh\necho $$ >{file}.new; mv {file}.new {file}\nsleep 0.3\nrm -f {file}\n");
    for name in ["hooks/pre-release", "hooks/post-release", "hooks/validate"] {
        served.yard.source(name, &text);
    }
    let mut seed = 7;
    for round in 1..=rounds {
        let revision = format!("r{round}");
        served.yard.promoted("myapp", &revision);
        let whom =
            [Whom::Program, Whom::Hook, Whom::Both][usize::try_from(next(&mut seed) % 3).expect("small")];
        let signal = [Signal::SIGTERM, Signal::SIGKILL][usize::try_from(next(&mut seed) % 2).expect("small")];
        let is_first = round == 1;
        drop(fs::remove_file(served.yard.path("hook")));
        let mut child = begin(&served);
        // At one of its three hooks, or some time after that.
        for _ in 0..=next(&mut seed) % 3 {
            wait_for_hook(&served, &mut child).await;
            pause(next(&mut seed) % 300).await;
        }
        send(whom, signal, &child, hook(&served));
        let ended = child.wait_with_output().expect("its end");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        let told = format!("{revision}, {signal} to {whom:?}: {said}");
        let status = served.yard.json("status myapp")["services"]["myapp"].clone();
        assert_eq!(status["withdrawn"], serde_json::json!([]), "{told}");
        if is_first && !status["settled"].as_bool().unwrap_or_default() {
            assert!(!served.is_registered().await, "nothing is registered that is not fit: {told}");
        }
        let printed = served.yard.run("deploy myapp testing");
        assert_eq!(printed.code, Some(0), "{told}\n{}", printed.whole());
        assert_eq!(served.yard.current(), Some(revision), "{told}");
        let status = served.yard.json("status myapp")["services"]["myapp"].clone();
        assert_eq!(
            (&status["settled"], &status["withdrawn"]),
            (&true.into(), &serde_json::json!([])),
            "{told}"
        );
        assert!(served.is_registered().await, "{told}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shutdown_at_any_time_withdraws_nothing_good_and_registers_nothing_unfit() {
    #[expect(clippy::disallowed_methods, reason = "tests have no settings")]
    let more = std::env::var("ORCHESTRATE_KILLS").ok().and_then(|text| text.parse().ok());
    rounds(more.unwrap_or(12)).await;
}
