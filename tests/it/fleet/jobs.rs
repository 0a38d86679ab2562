//! What becomes of jobs that are narrowed, stopped or cut off, and of instances without servers.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{Fleet, PROGRAM, Printed, pause, until};

const ALL: [&str; 3] = ["web-1", "web-2", "web-3"];

fn lines(fleet: &Fleet, mark: &str) -> usize {
    std::fs::read_to_string(fleet.path(mark)).unwrap_or_default().lines().count()
}

/// What two instances answer alike.
fn both(answer: &Value) -> Value {
    json!({"web-1": answer, "web-2": answer})
}

/// Answers that were printed as they came.
fn answers(printed: &Printed) -> Value {
    let each =
        serde_json::Deserializer::from_str(&printed.stdout).into_iter::<serde_json::Map<String, Value>>();
    each.flat_map(|answer| answer.expect("an answer")).collect()
}

/// Sends a job that leaves a line when it begins; gives its number when it has begun on so many instances.
fn begun(fleet: &Fleet, mark: &str, rest: &str, instances: usize) -> String {
    let command = format!("echo begun >> {}; {rest}", fleet.path(mark).display());
    let sent = fleet.run("ops1", &["fleet", "*", "cmd.run", &command, "--async"]);
    let jid = sent.stdout.trim().rsplit(' ').next().unwrap_or_default().to_owned();
    until("the job begins", || lines(fleet, mark) == instances);
    jid
}

#[test]
fn a_subset_is_asked_alone_and_failhard_asks_nobody_after_a_failure() {
    let Some(fleet) = Fleet::up(3, true) else { return };
    fleet.ping_until("ops1", &ALL);
    let command = format!("echo run >> {}", fleet.path("subset").display());
    let words = ["fleet", "*", "cmd.run", &command, "--subset", "2", "--timeout", "60"];
    let some = fleet.run("ops1", &[&words[..], &["--static", "--out", "json"]].concat());
    let answers = some.json().as_object().map_or(0, serde_json::Map::len);
    assert_eq!((answers, some.code, lines(&fleet, "subset")), (2, Some(0), 2), "{some:?}");

    let command = format!("echo run >> {}; exit 3", fleet.path("failhard").display());
    let words = ["fleet", "*", "cmd.run", &command, "--batch", "1", "--timeout", "60", "--failhard"];
    let stopped = fleet.run("ops1", &[&words[..], &["--static", "--out", "json"]].concat());
    let skipped = json!("Not asked: an instance before it failed.");
    let answers = stopped.json();
    let count = ALL.iter().filter(|id| answers[**id] == skipped).count();
    assert_eq!((count, stopped.code, lines(&fleet, "failhard")), (2, Some(1), 1), "{stopped:?}");

    // Without it, a failure of one keeps nobody from it.
    let words = ["fleet", "*", "cmd.run", &command, "--batch", "1", "--timeout", "60"];
    let all = fleet.run("ops1", &words);
    assert_eq!((all.code, lines(&fleet, "failhard")), (Some(1), 4), "{all:?}");
}

#[test]
fn running_jobs_are_shown_and_a_killed_one_ends_with_all_it_started() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &ALL[..2]);
    let jid = begun(&fleet, "killed", &format!("sleep 60; echo late >> {}", fleet.path("late").display()), 2);
    // The other ops node sees it and ends it.
    let job = json!([{"jid": jid, "fun": "cmd.run"}]);
    until("both show it", || answers(&fleet.run("ops2", &["jobs", "active", "--out", "json"])) == both(&job));
    let killed = fleet.run("ops2", &["jobs", "kill", &jid, "--out", "json"]);
    assert_eq!(answers(&killed), both(&json!(true)), "{killed:?}");
    let shown = fleet.run("ops1", &["jobs", "resume", &jid, "--out", "json"]);
    assert_eq!(shown.stdout.matches("the job was killed").count(), 2, "{shown:?}");
    assert_eq!(shown.code, Some(1), "{shown:?}");
    let none = || answers(&fleet.run("ops1", &["jobs", "active", "--out", "json"])) == both(&json!([]));
    until("none shows it", none);
    assert_eq!((lines(&fleet, "killed"), lines(&fleet, "late")), (2, 0));
    let survivors = Command::new("pgrep").args(["-f", &fleet.path("late").display().to_string()]).output();
    assert_eq!(String::from_utf8_lossy(&survivors.unwrap().stdout), "", "a process of the job goes on");
    // The instances take jobs as before, and a job that is over cannot be ended.
    fleet.ping_until("ops1", &ALL[..2]);
    let over = fleet.run("ops2", &["jobs", "kill", &jid, "--out", "json"]);
    assert_eq!(answers(&over), both(&json!(false)), "{over:?}");
}

#[test]
fn an_answer_that_was_produced_without_servers_arrives_when_they_are_back() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &ALL[..2]);
    let ended = fleet.path("ended");
    let rest = format!("sleep 3; echo ended >> {}; echo done", ended.display());
    let jid = begun(&fleet, "cut", &rest, 2);
    (0..3).for_each(|number| fleet.signal_server(number, "STOP"));
    until("the job ends", || lines(&fleet, "ended") == 2);
    // Longer than an agent takes to see that nobody answers it.
    (0..40).for_each(|_| pause());
    let words = ["jobs", "show", &jid, "--out", "json"];
    let unreachable = fleet.run_once("ops2", &words);
    assert_eq!(unreachable.code, Some(1), "{unreachable:?}");
    (0..3).for_each(|number| fleet.signal_server(number, "CONT"));
    fleet.ping_until("ops2", &ALL[..2]);
    let mut last = None;
    until("both answers are stored", || {
        let printed = fleet.run("ops2", &words);
        let is_whole = printed.code == Some(0);
        last = Some(printed);
        is_whole
    });
    let shown = last.expect("an answer").stdout;
    assert_eq!(shown.matches("\"done\"").count(), 2, "{shown}");
    assert_eq!((lines(&fleet, "cut"), lines(&fleet, "ended")), (2, 2), "each instance ran it once");
}

#[test]
fn instances_converge_without_servers_and_come_back_with_them() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &ALL[..1]);
    let made = fleet.path("web-1/made");
    let sls = json!({"kept": {"file.managed": [{"name": made}, {"contents": "kept"}]}});
    std::fs::write(fleet.path("web-1/states/kept.sls"), sls.to_string()).unwrap();
    std::fs::write(fleet.path("web-1/states/top.sls"), "base: {'*': [kept]}").unwrap();
    (0..3).for_each(|number| fleet.signal_server(number, "STOP"));
    // What the instance's timer runs.
    let highstate = || {
        let mut command = Command::new(PROGRAM);
        command
            .env_clear()
            .env("XDG_STATE_HOME", fleet.path(""))
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        command.arg("-c").arg(fleet.path("web-1")).args(["--local", "state.highstate", "--out", "json"]);
        Printed::of(command.stdin(Stdio::null()).output().unwrap())
    };
    let first = highstate();
    assert_eq!(
        (first.code, std::fs::read_to_string(&made).unwrap()),
        (Some(0), "kept\n".to_owned()),
        "{first:?}"
    );
    let second = highstate();
    assert_eq!(second.code, Some(0), "{second:?}");
    assert!(second.stdout.contains("\"changes\": {}"), "{second:?}");
    (0..3).for_each(|number| fleet.signal_server(number, "CONT"));
    fleet.ping_until("ops2", &ALL[..1]);
}

#[test]
fn masters_of_an_old_configuration_are_passed_over_with_a_remark() {
    let Some(fleet) = Fleet::up(0, false) else { return };
    for (id, old, named) in [
        (
            "web-1",
            json!({"master": ["one", "two"], "master_type": "failover", "master_alive_interval": 30}),
            "'master', 'master_type', 'master_alive_interval'",
        ),
        ("web-2", json!({"master": ["one", "two"]}), "'master'"),
    ] {
        let log = fleet.path(&format!("{id}.log"));
        let mut agent = fleet.start_any_agent(id, id, &log, &old);
        let mut asked = Value::Null;
        until("its key is there", || {
            asked = fleet.run("ops1", &["key", "list", "--out", "json"]).json()["minions_pre"].clone();
            asked.as_array().is_some_and(|ids| ids.contains(&json!(id)))
        });
        agent.end();
        let said = std::fs::read_to_string(&log).unwrap();
        let remarks: Vec<_> = said.lines().filter(|line| line.contains("without effect")).collect();
        assert!(remarks.len() == 1 && remarks[0].starts_with(named), "{said}");
    }
}
