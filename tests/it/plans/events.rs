//! What a run says while it is under way: JSON lines, colours, last lines.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::support::{Place, left_out};

const SLS: &str = "
made:
  test.succeed_with_changes: []
broken:
  test.fail_without_changes:
    - require: [{test: made}]
";

/// The lines of a file, each of them as the schema describes it.
pub fn lines(text: &str) -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/events.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).expect("a schema")).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    assert!(
        !validator.is_valid(&serde_json::json!({"at": "", "seconds": 0, "event": "call"})),
        "it refuses something"
    );
    let read = |line: &str| {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let errors: Vec<String> = validator.iter_errors(&line).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new(), "{line:#}");
        line
    };
    text.lines().map(read).collect()
}

#[test]
fn events_are_json_lines_as_documented() {
    let place = Place::new().with("states/app.sls", SLS);
    let run = place.run("state.sls app --events events.jsonl");
    assert_eq!(run.code, Some(1), "{}", run.whole());
    let path = place.path("events.jsonl");
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&path).expect("a file").permissions());
    assert_eq!(mode & 0o777, 0o600);
    let lines = lines(&fs::read_to_string(&path).expect("a file"));
    let said: Vec<String> = lines
        .iter()
        .map(|line| {
            format!("{} {}", line["event"].as_str().expect("an event"), line["id"].as_str().unwrap_or(""))
        })
        .collect();
    let expected = [
        "run_started ",
        "read ",
        "state_started made",
        "state_finished made",
        "state_started broken",
        "state_finished broken",
        "run_finished ",
    ];
    assert_eq!(said.iter().filter(|it| *it != "foreseen ").collect::<Vec<_>>(), expected);
    let last = lines.last().expect("lines");
    assert_eq!(
        (&last["result"], &last["changed"], &last["failed"]),
        (&"failed".into(), &1.into(), &1.into())
    );
    let _ = place.run("state.sls app test=True --events events.jsonl");
    let text = fs::read_to_string(&path).expect("a file");
    assert_eq!(text.matches("\"run_started\"").count(), 2, "a second run adds its lines");
    assert!(text.contains("\"would_change\""), "{text}");
}

#[test]
fn events_that_cannot_be_written_keep_a_run_from_beginning() {
    let place = Place::new().with("states/app.sls", SLS);
    let refused = place.run("state.sls app --events nowhere/events");
    assert_eq!(refused.code, Some(1), "{}", refused.whole());
    assert!(refused.stderr.contains("the result cannot be written to"), "{}", refused.stderr);
    let refused = place.run("grains.items --events x");
    assert_eq!(refused.code, Some(64), "{}", refused.whole());
}

/// What a command line prints where it believes to be on a terminal, all of it.
pub fn on_a_terminal(place: &Place, words: &str) -> Option<String> {
    let is_there = Command::new("script").arg("--version").output().is_ok();
    left_out("colours on a terminal", usize::from(!is_there), "the program 'script' is missing", false);
    let own = place.command(&words.split(' ').collect::<Vec<_>>());
    let line = format!("{} {words}", own.get_program().display());
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).current_dir(place.path("")).env_clear();
    command.envs(own.get_envs().filter_map(|(name, text)| Some((name, text?)))).env("PATH", "/usr/bin:/bin");
    let output = is_there.then(|| command.output().expect("script"))?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn without_colours_there_are_none_on_stderr_and_in_help_either() {
    let place = Place::new().with("states/app.sls", "{{ nope.x }}\n");
    let Some(coloured) = on_a_terminal(&place, "state.sls app") else { return };
    assert!(coloured.contains("\x1b[0;"), "{coloured:?}");
    for words in [
        "--no-color state.sls app",
        "--no-color --help",
        "--no-color state.sls",
        "--help",
        "--no-color --bogus",
    ] {
        let plain = on_a_terminal(&place, words).expect("it is there");
        assert!(!plain.contains("\x1b["), "{words}: {plain:?}");
    }
    let place = place.set("NO_COLOR", "1");
    assert!(!on_a_terminal(&place, "state.sls app").expect("it is there").contains("\x1b["));
    let minion = "id: sample\nfile_roots:\n  base: [states]\ncachedir: cache\ncolor: False\n";
    let configured =
        Place::new().with("orchestration/minion", minion).with("states/app.sls", "{{ nope.x }}\n");
    assert!(!on_a_terminal(&configured, "state.sls app").expect("it is there").contains("\x1b["));
}
