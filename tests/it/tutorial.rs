//! The tutorial works: every shell block of `docs/tutorial.md` runs, in order, in one shell.

use std::path::Path;
use std::process::{Command, Output};

/// The shell blocks of a page, joined.
fn shell_blocks(page: &str) -> String {
    page.split("```").skip(1).step_by(2).filter(|block| block.starts_with('\n')).collect()
}

/// Runs the tutorial's commands in a copy of the reader's situation, sealed off from the user's own local AWS.
fn follow(commands: &str) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let here = tempfile::tempdir().unwrap();
    let tools = here.path().join("bin");
    std::fs::create_dir(&tools).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_orchestrate"), tools.join("orchestrate")).unwrap();
    let commands = commands.replace("/tmp/tutorial", here.path().join("tutorial").to_str().unwrap());
    // The test's own build made the program; a second one inside of it would wait for that build's lock.
    let program = tools.display();
    let before = format!("set -eu\ntrap localstack/down EXIT\ncargo() {{ :; }}\nPATH={program}:$PATH\n");
    Command::new("bash")
        .args(["-c", &format!("{before}{}\ntrap - EXIT\n", commands.replace("$PWD/target/debug:", ""))])
        .current_dir(root)
        .env("HOME", here.path())
        .env("XDG_STATE_HOME", here.path())
        .env("LOCALSTACK_STATE", here.path().join("local.json"))
        .env_remove("AWS_PROFILE")
        .output()
        .unwrap()
}

#[test]
fn every_command_of_the_tutorial_works() {
    let page = include_str!("../../docs/tutorial.md");
    let commands = shell_blocks(page);
    assert!(commands.contains("state.sls hello test=True"), "no commands were found: {commands}");
    let done = follow(&commands);
    let stdout = String::from_utf8_lossy(&done.stdout);
    let stderr = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{stdout}\n{stderr}");
    let unchanged = stdout.split("Summary for local").nth(3).unwrap();
    assert!(!unchanged.contains("changed="), "the third run of step 3 changed something: {stdout}");
    assert!(stderr.contains("attributes"), "step 5 suggests no right word: {stderr}");
}
