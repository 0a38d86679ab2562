//! What operators meet: an end by Ctrl-C, a job that runs, servers that are gone.

use std::process::Stdio;

use super::{Fleet, Printed, until};

fn begun(fleet: &Fleet, mark: &str) -> usize {
    std::fs::read_to_string(fleet.path(mark)).unwrap_or_default().lines().count()
}

#[test]
fn after_ctrl_c_the_job_is_named_and_shown_as_running_until_it_has_ended() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let go = fleet.path("go");
    let command = format!(
        "echo begun >> {}; while [ ! -e {} ]; do sleep 0.1; done; echo done",
        fleet.path("mark").display(),
        go.display()
    );
    let words = ["fleet", "*", "cmd.run", &command, "--timeout", "60", "--batch", "1"];
    let mut waiting = fleet.command("ops1", &words);
    let waiting = waiting.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until("one of two has begun", || begun(&fleet, "mark") == 1);
    super::signal_to(i64::from(waiting.id()), "INT");
    let ended = Printed::of(waiting.wait_with_output().unwrap());
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(130), ""), "{ended:?}");
    let jobs = fleet.run("ops2", &["jobs", "list", "--out", "json"]).json();
    let jid = jobs.as_object().and_then(|jobs| jobs.keys().next().cloned()).expect("a job");
    for said in [
        format!("job {jid} goes on where it has begun; 0 of 2 have answered."),
        format!("orchestrate jobs show {jid}"),
        format!("orchestrate jobs resume {jid}"),
    ] {
        assert!(ended.stderr.contains(&said), "{said}: {ended:?}");
    }

    let words = ["jobs", "show", &jid];
    let shown = fleet.run("ops2", &words);
    assert_eq!(shown.code, Some(1), "not all have answered: {shown:?}");
    assert_eq!(shown.stdout.matches("Running: no answer yet.").count(), 1, "{shown:?}");
    assert_eq!(shown.stdout.matches("[It does not have the job]").count(), 1, "{shown:?}");
    assert!(shown.stderr.contains(&format!("orchestrate jobs resume {jid}")), "{shown:?}");

    std::fs::write(&go, "").unwrap();
    let resumed = fleet.run("ops2", &["jobs", "resume", &jid]);
    assert_eq!((resumed.code, resumed.stdout.matches("done").count()), (Some(0), 2), "{resumed:?}");
    assert_eq!(begun(&fleet, "mark"), 2, "each instance ran it once");
    let shown = fleet.run("ops1", &words);
    assert_eq!((shown.code, shown.stdout.matches("done").count()), (Some(0), 2), "{shown:?}");
}

#[test]
fn with_two_of_three_servers_gone_it_is_said() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    for how in ["STOP", "KILL"] {
        fleet.signal_server(1, how);
        fleet.signal_server(2, how);
        for (words, stores) in [
            (&["fleet", "*", "cmd.run", "true"][..], true),
            (&["fleet", "*", "state.apply", "--async"], true),
            (&["key", "token", "create"], true),
            // What only reads may be answered by the server that is left.
            (&["key", "list"], false),
            (&["jobs", "list"], false),
            (&["fleet-run", "mine.get", "*", "address"], false),
        ] {
            let printed = fleet.run_once("ops1", words);
            let is_said = printed.stderr.contains("no majority of servers: 1 of 3 can be reached");
            assert_eq!(printed.code, Some(u8::from(is_said).into()), "{how} {words:?}: {printed:?}");
            assert!(is_said || !stores, "{how} {words:?}: {printed:?}");
        }
        if how == "STOP" {
            fleet.signal_server(1, "CONT");
            fleet.signal_server(2, "CONT");
            fleet.ping_until("ops1", &["web-1"]);
        }
    }
}

#[test]
fn what_salts_command_lines_ask_for_is_done_or_answered() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    for words in [&["key", "-l", "acc"][..], &["key", "--list", "accepted"], &["key", "list", "acc"]] {
        let listed = fleet.run("ops1", words);
        assert_eq!(
            (listed.stdout.as_str(), listed.code),
            ("Accepted Keys:\nweb-1\nweb-2\n", Some(0)),
            "{listed:?}"
        );
    }
    let wrong = fleet.run("ops1", &["key", "-l", "accidental?"]);
    assert_eq!(wrong.code, Some(0), "as Salt, by its beginning: {wrong:?}");
    let wrong = fleet.run("ops1", &["key", "-l", "bogus"]);
    assert_eq!(wrong.code, Some(64), "{wrong:?}");
    assert!(wrong.stderr.contains("'bogus' is no state of keys: acc, den, un, pre, rej, all"), "{wrong:?}");
    let all = fleet.run(
        "ops1",
        &["fleet", "*", "test.ping", "--batch", "200%", "--timeout", "60", "--static", "--out", "json"],
    );
    assert_eq!(
        (all.json(), all.code),
        (serde_json::json!({"web-1": true, "web-2": true}), Some(0)),
        "{all:?}"
    );
    let preview =
        fleet.run("ops1", &["fleet", "web-[2-9]", "test.ping", "--preview-target", "--out", "json"]);
    assert_eq!((preview.json(), preview.code), (serde_json::json!(["web-2"]), Some(0)), "{preview:?}");
    let elsewhere = fleet.run("ops1", &["fleet", "*", "test.ping", "--return", "mysql"]);
    assert_eq!(elsewhere.code, Some(64), "{elsewhere:?}");
    assert!(elsewhere.stderr.contains("--return of Salt is not here. Instead: "), "{elsewhere:?}");
    let file = fleet.path("answers.json");
    let words = ["fleet", "*", "test.ping", "--timeout", "60", "--static", "--out=json", "--out-file"];
    let printed = fleet.run("ops1", &[&words[..], &[file.to_str().unwrap()]].concat());
    assert_eq!((printed.stdout.as_str(), printed.code), ("", Some(0)), "{printed:?}");
    let kept: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(kept, serde_json::json!({"web-1": true, "web-2": true}));

    // No master is configured, so nothing is said of one.
    let log = fleet.path("quiet.log");
    let mut agent = fleet.start_logged_agent("web-3", "web-3", &log);
    fleet.keys_until("ops1", "minions_pre", &["web-3"]);
    agent.end();
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(!said.contains("without effect"), "{said}");

    let rejected = fleet.run("ops1", &["key", "-R"]);
    assert_eq!(rejected.stdout, "Key for minion web-3 rejected.\n", "{rejected:?}");
    assert_eq!(fleet.run("ops1", &["key", "-a", "web-3"]).code, Some(1));
    let accepted = fleet.run("ops1", &["key", "-a", "web-3", "--include-rejected"]);
    assert_eq!(accepted.stdout, "Key for minion web-3 accepted.\n", "{accepted:?}");
}

#[test]
fn a_long_job_shows_on_a_terminal_how_many_have_answered_and_in_a_pipe_nothing() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let go = fleet.path("go").display().to_string();
    let waits = format!("until [ -e {go} ]; do sleep 0.1; done; echo done");
    let line = fleet.command("ops1", &["fleet", "*", "cmd.run", &waits, "--timeout", "60"]);
    let quoted = |word: &std::ffi::OsStr| format!("'{}'", word.to_string_lossy().replace('\'', r"'\''"));
    let all: Vec<String> = std::iter::once(line.get_program()).chain(line.get_args()).map(quoted).collect();
    let log = fleet.path("terminal");
    let mut script = std::process::Command::new("script");
    script.args(["-qfec", &all.join(" ")]).arg(&log).env_clear();
    script
        .env("PATH", "/usr/bin:/bin")
        .env("TERM", "xterm")
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    let mut child = script.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    let shown = || String::from_utf8_lossy(&std::fs::read(&log).unwrap_or_default()).into_owned();
    until("it says how far it is", || shown().contains("0 of 2 answered, "));
    assert!(shown().contains("cmd.run, job 20"), "{}", shown());
    std::fs::write(&go, "").unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(
        shown().lines().filter(|line| line.contains("done") && !line.contains("COMMAND")).count(),
        2,
        "{}",
        shown()
    );
    let piped = fleet.run("ops1", &["fleet", "*", "cmd.run", "sleep 3; echo done", "--timeout", "60"]);
    assert_eq!((piped.code, piped.stderr.as_str()), (Some(0), ""), "{piped:?}");
}
