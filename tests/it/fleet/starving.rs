//! One instance cannot starve the others: the mine, the memory of an ops node, the terminal.

use std::io::Read;
use std::process::{Command, Stdio};

use fleet::protocol::subjects::{MINE, in_bucket, stream_of};
use serde_json::json;

use super::raw::{Credentials, Raw};
use super::{Fleet, Printed, pause, until};

const MIB: usize = 1024 * 1024;

/// The number of the first job that `jobs list` shows.
fn first_job(fleet: &Fleet) -> Option<String> {
    let jobs = fleet.run("ops2", &["jobs", "list", "--out", "json"]).json();
    jobs.as_object().and_then(|jobs| jobs.keys().next().cloned())
}

/// The most memory that a process has had, in KiB.
fn most_memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[test]
fn an_ops_node_keeps_little_of_what_an_instance_sends_during_a_job() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let words =
        ["fleet", "*", "cmd.run", "sleep 12; echo done", "--timeout", "20", "--static", "--out", "json"];
    let mut command = fleet.command("ops1", &words);
    let running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let pid = running.id();
    let mut jid = None;
    until("the job is stored", || {
        jid = first_job(&fleet);
        jid.is_some()
    });
    let jid = jid.unwrap();
    // An instance that knows the job, as each does, floods all subjects that it may use.
    let credentials = Credentials::of_instance(&fleet, "web-1");
    let key = credentials.key();
    let long = vec![b'x'; MIB - 1024];
    let flood = |server: usize, subjects: Vec<String>| {
        let mut attacker = Raw::connect(&fleet, server, &credentials).unwrap();
        let mut sent = 0;
        let end = std::time::Instant::now() + std::time::Duration::from_secs(6);
        while std::time::Instant::now() < end && sent < 6000 {
            for subject in &subjects {
                attacker.publish(subject, "", &long);
                sent += 1;
            }
            if attacker.flush().is_err() {
                break;
            }
        }
        sent
    };
    let (acks, answers) = std::thread::scope(|scope| {
        let acks = scope
            .spawn(|| flood(0, vec![format!("fleet.ack.{jid}.{key}"), format!("fleet.here.{jid}.{key}")]));
        let answers = scope.spawn(|| {
            flood(1, vec![format!("fleet.reply.{jid}.{key}.0"), format!("fleet.reply.{jid}.{key}.1")])
        });
        (acks.join().unwrap(), answers.join().unwrap())
    });
    let most = most_memory(pid).expect("the ops node still waits for the job");
    let printed = Printed::of(running.wait_with_output().unwrap());
    assert!(acks + answers > 300, "{acks} and {answers} messages");
    assert!(most < 256 * 1024, "{most} KiB after {acks} and {answers} messages of 1 MB");
    let expected = json!({"web-1": "done", "web-2": "done"});
    assert_eq!(
        (printed.json(), printed.code),
        (expected, Some(0)),
        "{}",
        &printed.stderr[..printed.stderr.len().min(2000)]
    );
    let ignored = printed.stderr.matches("is ignored").count();
    assert!(ignored <= 3, "each kind of message is reported once: {}", &printed.stderr[..2000]);
    eprintln!("{most} KiB at most, {acks} + {answers} messages of 1 MB");
}

#[test]
fn a_full_mine_takes_nothing_more_and_loses_nothing_and_a_register_keeper_makes_room() {
    let Some(fleet) = Fleet::up(2, true) else { return };
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let words =
        ["fleet", "web-2", "mine.send", "address", "mine_function=grains.get", "key=id", "--timeout", "60"];
    assert_eq!(fleet.run("ops1", &words).code, Some(0));
    let read = || fleet.run("ops2", &["fleet-run", "mine.get", "*", "address", "--out", "json"]).json();
    until("it is in the mine", || read() == json!({"web-2": "web-2"}));

    // A gibibyte would take long: the same stream, made smaller.
    let mut keeper = Raw::connect(&fleet, 0, &Credentials::of_operator(&fleet, "ops1")).unwrap();
    let info = keeper.ask(&format!("$JS.API.STREAM.INFO.{}", stream_of(MINE)), b"").unwrap();
    let info: serde_json::Value = serde_json::from_slice(&info).unwrap();
    assert_eq!(info["config"]["discard"], "new", "{info}");
    let mut config = info["config"].clone();
    config["max_bytes"] = json!(8 * MIB);
    let changed =
        keeper.ask(&format!("$JS.API.STREAM.UPDATE.{}", stream_of(MINE)), config.to_string().as_bytes());
    assert!(!String::from_utf8_lossy(&changed.unwrap()).contains("\"error\""));

    let credentials = Credentials::of_instance(&fleet, "web-1");
    let mut attacker = Raw::connect(&fleet, 1, &credentials).unwrap();
    let long = vec![b'x'; 900_000];
    let mut refused = 0;
    for number in 0..80 {
        let subject = in_bucket(MINE, &format!("{}.{number:032x}", credentials.key()));
        let answer = attacker.ask(&subject, if number < 14 { &long } else { b"short" }).unwrap();
        refused += usize::from(String::from_utf8_lossy(&answer).contains("\"error\""));
    }
    assert!(refused > 4, "the stream is full: {refused} refused");
    assert_eq!(read(), json!({"web-2": "web-2"}), "what another instance has published stays");

    let renewed = fleet.run("ops1", &["key", "renew"]);
    assert_eq!(renewed.code, Some(1), "{renewed:?}");
    assert!(renewed.stderr.contains("web-1 had "), "{renewed:?}");
    assert_eq!(fleet.run("ops1", &["key", "renew"]).code, Some(0));
    assert_eq!(read(), json!({"web-2": "web-2"}));
    let words =
        ["fleet", "web-2", "mine.send", "other", "mine_function=grains.get", "key=id", "--timeout", "60"];
    let sent = fleet.run("ops1", &words);
    assert_eq!(sent.code, Some(0), "there is room again: {sent:?}");
}

#[test]
fn an_instance_makes_no_more_subscriptions_than_its_token_allows() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    let credentials = Credentials::of_instance(&fleet, "web-1");
    let mut attacker = Raw::connect(&fleet, 1, &credentials).unwrap();
    for number in 0..200 {
        attacker.subscribe(&format!("_INBOX.{}.{number}", credentials.key()), 100 + number);
    }
    attacker.flush().unwrap();
    assert!(attacker.errors.is_empty(), "{:?}", attacker.errors);
    for number in 200..400 {
        attacker.subscribe(&format!("_INBOX.{}.{number}", credentials.key()), 100 + number);
    }
    let _ = attacker.flush();
    let is_refused = |error: &String| error.to_lowercase().contains("maximum subscriptions exceeded");
    assert!(attacker.errors.iter().any(is_refused), "{:?}", attacker.errors);
    fleet.ping_until("ops1", &["web-1"]);
}

#[test]
fn no_answer_of_an_instance_is_obeyed_by_a_terminal() {
    let Some(fleet) = Fleet::up(1, true) else { return };
    fleet.ping_until("ops1", &["web-1"]);
    let evil = r"printf '\033]0;title\007\033[2Jall is well\r\n\302\2331mred'";
    let words = ["fleet", "*", "cmd.run", evil, "--timeout", "60"];
    let shown = fleet.run("ops1", &words);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    let is_text = |text: &str| text.chars().all(|it| !it.is_control() || it == '\n');
    assert!(is_text(&shown.stdout) && shown.stdout.contains("?]0;title??[2Jall is well"), "{shown:?}");
    for layout in ["txt", "nested"] {
        let shown = fleet.run("ops1", &[&words[..], &["--out", layout]].concat());
        assert!(is_text(&shown.stdout), "{layout}: {shown:?}");
    }
    // A program at the end of a pipe gets the data.
    let data = fleet.run("ops1", &[&words[..], &["--out", "json"]].concat());
    assert!(data.json()["web-1"].as_str().unwrap().starts_with("\u{1b}]0;title"), "{data:?}");

    // On a terminal JSON is shown to a person, too.
    let line = fleet.command("ops1", &[&words[..], &["--out", "json"]].concat());
    let quoted = |word: &std::ffi::OsStr| format!("'{}'", word.to_string_lossy().replace('\'', r"'\''"));
    let all: Vec<String> = std::iter::once(line.get_program()).chain(line.get_args()).map(quoted).collect();
    let mut script = Command::new("script");
    script
        .args(["-qec", &all.join(" "), "/dev/null"])
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("TERM", "dumb");
    script.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    let mut child = script.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut bytes = vec![];
    child.stdout.take().unwrap().read_to_end(&mut bytes).unwrap();
    child.wait().unwrap();
    let text = String::from_utf8_lossy(&bytes).replace('\r', "");
    assert!(text.contains("all is well") && is_text(&text), "{text:?}");
    pause();
}
