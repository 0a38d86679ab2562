//! Servers that are killed or frozen while a job runs: each answer arrives, once, and no job runs twice.

use std::process::Stdio;

use super::{Fleet, Printed, pause};

/// A job that leaves a line for each run, and takes long enough for a server to be lost in it.
fn command(fleet: &Fleet, mark: &str) -> String {
    format!("echo $$ >> {}; sleep 3; echo done", fleet.path(mark).display())
}

fn lose(fleet: &Fleet, mark: &str, lose: impl Fn()) {
    let command = command(fleet, mark);
    let words = ["fleet", "*", "cmd.run", &command, "--timeout", "20", "--static", "--out", "json"];
    let mut running = fleet.command("ops1", &words);
    let running = running.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // All have begun before the server is lost.
    for _ in 0..200 {
        let begun = std::fs::read_to_string(fleet.path(mark)).unwrap_or_default();
        if begun.lines().count() == 3 {
            break;
        }
        pause();
    }
    lose();
    let printed = Printed::of(running.wait_with_output().unwrap());
    let expected = serde_json::json!({"web-1": "done", "web-2": "done", "web-3": "done"});
    assert_eq!((printed.json(), printed.code), (expected, Some(0)), "{mark}: {printed:?}");
    let runs = std::fs::read_to_string(fleet.path(mark)).unwrap();
    assert_eq!(runs.lines().count(), 3, "{mark}: each instance ran it once");
    fleet.ping_until("ops2", &["web-1", "web-2", "web-3"]);
}

#[test]
fn any_server_may_freeze_or_be_killed_while_a_job_runs() {
    let Some(fleet) = Fleet::up(3, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2", "web-3"]);
    for number in 0..3 {
        lose(&fleet, &format!("frozen-{number}"), || fleet.signal_server(number, "STOP"));
        fleet.signal_server(number, "CONT");
        fleet.ping_until("ops1", &["web-1", "web-2", "web-3"]);
    }
    lose(&fleet, "killed", || fleet.signal_server(1, "KILL"));

    // All are gone: it is said, and the exit code is true.
    fleet.signal_server(0, "KILL");
    fleet.signal_server(2, "KILL");
    let printed = fleet.run_once("ops1", &["fleet", "*", "test.ping"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.stderr.contains("no server of the fleet can be reached"), "{printed:?}");
}

#[test]
fn a_batch_whose_ops_node_is_killed_goes_on_from_the_other_and_runs_nothing_twice() {
    let Some(fleet) = Fleet::up(3, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2", "web-3"]);
    let begun = || std::fs::read_to_string(fleet.path("batch")).unwrap_or_default().lines().count();
    let command = command(&fleet, "batch");
    let words = ["fleet", "*", "cmd.run", &command, "--batch", "1", "--timeout", "20"];
    let mut killed =
        fleet.command("ops1", &words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    for _ in 0..200 {
        if begun() == 2 {
            break;
        }
        pause();
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(begun(), 2, "the second of three runs");
    let jobs = fleet.run("ops2", &["jobs", "list", "--out", "json"]).json();
    let jid =
        jobs.as_object().and_then(|jobs| jobs.keys().next()).unwrap_or_else(|| panic!("{jobs}")).clone();
    let resumed = fleet.run("ops2", &["jobs", "resume", &jid, "--out", "json"]);
    let answers = serde_json::Deserializer::from_str(&resumed.stdout).into_iter::<serde_json::Value>();
    let answers: Vec<serde_json::Value> = answers.map(Result::unwrap).collect();
    let expected = ["web-1", "web-2", "web-3"].map(|id| serde_json::json!({id: "done"}));
    assert!(expected.iter().all(|answer| answers.contains(answer)), "{resumed:?}");
    assert_eq!((answers.len(), resumed.code), (3, Some(0)), "{resumed:?}");
    assert_eq!(begun(), 3, "each instance ran it once");
}

#[test]
fn an_agent_that_is_killed_says_interrupted_and_does_not_run_the_job_again() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    let mark = fleet.path("interrupted");
    let command = format!("echo $$ >> {}; sleep 20", mark.display());
    let sent = fleet.run("ops1", &["fleet", "*", "cmd.run", &command, "--async"]);
    let jid = sent.stdout.trim().rsplit(' ').next().unwrap().to_owned();
    for _ in 0..200 {
        if mark.exists() {
            break;
        }
        pause();
    }
    fleet.signal_agent("web-1", "KILL");
    let mut again = fleet.start_agent("web-1", "web-1");
    let resumed = fleet.run("ops2", &["jobs", "resume", &jid, "--out", "json"]);
    again.end();
    assert!(resumed.stdout.contains("is not run again"), "{resumed:?}");
    assert_eq!(resumed.code, Some(1));
    assert_eq!(std::fs::read_to_string(&mark).unwrap().lines().count(), 1);
}
