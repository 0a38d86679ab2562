//! The agent as a program of its own, as the package starts it. `fleet/up` starts it too, so all tests of the fleet run it.

use std::path::Path;
use std::process::Command;

use super::{Fleet, PROGRAM, Printed};

const ALONE: &str = env!("CARGO_BIN_EXE_orchestrate-agent");

fn run(program: &Path, words: &[&str]) -> Printed {
    Printed::of(Command::new(program).args(words).env_clear().output().unwrap())
}

/// One use of a table of commands or kinds would link all of them.
#[test]
fn the_agent_alone_contains_no_engine() {
    let size = |program: &str| std::fs::metadata(program).unwrap().len();
    let (alone, whole) = (size(ALONE), size(PROGRAM));
    assert!(alone * 3 < whole * 2, "{alone} bytes are more than two thirds of {whole}");
}

#[test]
fn the_agent_alone_explains_itself_and_what_it_misses() {
    let alone = Path::new(ALONE);
    let version = run(alone, &["--version"]);
    let expected = concat!("orchestrate-agent ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!((version.stdout.as_str(), version.code), (expected, Some(0)), "{version:?}");
    let help = run(alone, &["--help"]);
    assert!(help.stdout.contains("Usage: orchestrate-agent [OPTIONS]"), "{help:?}");
    assert!(help.stdout.contains("--state"), "{help:?}");
    let wrong = run(alone, &["--nonsense"]);
    assert_eq!(wrong.code, Some(64), "{wrong:?}");

    let directory = tempfile::tempdir_in(alone.parent().unwrap()).unwrap();
    let apart = directory.path().join("orchestrate-agent");
    std::fs::hard_link(alone, &apart).unwrap();
    let refused = run(&apart, &[]);
    let whole = directory.path().join("orchestrate").display().to_string();
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.stderr.contains(&format!("'{whole}' is missing: orchestrate-agent runs jobs with it")));
}

#[test]
fn the_agent_alone_and_the_whole_program_do_the_same_work() {
    let Some(fleet) = Fleet::up(1, false) else { return };
    let pid = fleet.state["agents"]["web-1"]["pid"].as_i64().unwrap();
    assert_eq!(std::fs::read_link(format!("/proc/{pid}/exe")).unwrap(), Path::new(ALONE));
    let mut whole = fleet.start_agent("web-2", "web-2");
    fleet.keys_until("ops1", "minions_pre", &["web-1", "web-2"]);
    fleet.run("ops1", &["key", "accept-all"]);
    fleet.ping_until("ops1", &["web-1", "web-2"]);
    let words = ["fleet", "*", "cmd.run", "echo $((6 * 7))", "--static", "--out", "json", "--timeout", "60"];
    let answered = fleet.run("ops1", &words);
    whole.end();
    assert_eq!(answered.json(), serde_json::json!({"web-1": "42", "web-2": "42"}), "{answered:?}");
}
