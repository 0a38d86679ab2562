//! `watch`: drift as JSON lines while it comes and goes.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::process::{ChildStdout, Stdio};

use serde_json::Value;

use crate::support::Place;

fn place() -> Place {
    let place = Place::new().with("cache/kept", "one\n");
    let path = place.path("cache/kept").display().to_string();
    place
        .with("states/app.sls", &format!("kept:\n  file.managed:\n    - name: {path}\n    - contents: one\n"))
}

fn read(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// The next line of that event.
fn next(lines: &mut Lines<BufReader<ChildStdout>>, event: &str) -> Value {
    loop {
        let line = read(&lines.next().expect("a line").expect("text"));
        if line["event"] == event {
            return line;
        }
    }
}

#[test]
fn drift_is_reported_when_it_comes_and_when_it_goes() {
    let place = place();
    let path = place.path("cache/kept");
    let mut command = place.command(&["watch", "app", "--every", "1"]);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = machine::process::while_none_starts(|| command.spawn()).expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert_eq!(next(&mut lines, "checked")["drift"], 0);
    fs::write(&path, "two\n").expect("a file");
    let drift = next(&mut lines, "drift");
    assert_eq!(
        (&drift["state"]["id"], &drift["thing"]["action"]),
        (&"kept".into(), &"change".into()),
        "{drift:#}"
    );
    let checked = next(&mut lines, "checked");
    assert_eq!(checked["drift"], 1);
    let line = read(&lines.next().expect("a line").expect("text"));
    assert_eq!(line["event"], "checked", "the same drift is reported once: {line:#}");
    assert_eq!(fs::read_to_string(&path).expect("a file"), "two\n", "nothing is changed");
    fs::write(&path, "one\n").expect("a file");
    let gone = next(&mut lines, "as_declared");
    assert!(gone["thing"]["attributes"].is_null(), "{gone:#}");
    assert_eq!(next(&mut lines, "checked")["drift"], 0);
    let pid = i32::try_from(child.id()).expect("a number");
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(pid), nix::sys::signal::SIGTERM).expect("a signal");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn it_ends_after_its_rounds_or_with_the_first_drift() {
    let place = place();
    let once = place.run("watch app --rounds 1");
    assert_eq!(once.code, Some(0), "{}", once.whole());
    assert_eq!(once.stdout.lines().count(), 1, "{}", once.whole());
    fs::write(place.path("cache/kept"), "two\n").expect("a file");
    let drifted = place.run("--detailed-exitcode watch app --until-drift");
    assert_eq!(drifted.code, Some(3), "{}", drifted.whole());
    let events: Vec<Value> = drifted.stdout.lines().map(|line| read(line)["event"].clone()).collect();
    assert_eq!(events, ["drift", "checked"]);
    assert_eq!(place.run("watch app --every soon").code, Some(64));
    assert_eq!(place.run("watch nope --rounds 2 --every 1").code, Some(1), "what is wrong at first ends it");
}
