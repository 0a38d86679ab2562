//! The tutorial and the guides that go on from it work: every shell block of these pages runs, in order, in one shell.

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

/// Step 1 of the tutorial, which the guides begin with.
const FIRST_STEP: &str = "export AWS_ENDPOINT_URL=$(localstack/up)\nlocalstack/seed\n";

/// Follows a guide to its end. Gives what it printed, by the number of the run that printed it.
fn runs_of(page: &str) -> Vec<String> {
    let commands = format!("{FIRST_STEP}{}localstack/down\n", shell_blocks(page));
    let done = follow(&commands);
    let stdout = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{stdout}\n{}", String::from_utf8_lossy(&done.stderr));
    stdout
        .split_inclusive("Total run time:")
        .filter(|run| run.contains("Summary for local"))
        .map(str::to_owned)
        .collect()
}

/// The IDs of the states that a run changed.
fn changed(run: &str) -> Vec<&str> {
    let results = run.split("\n\nSummary for local").next().unwrap_or_default();
    let states = results.split("----------\n          ID: ").skip(1);
    let changed =
        states.filter(|state| state.split("     Changes:").nth(1).is_some_and(|it| it.trim().contains('\n')));
    changed.filter_map(|state| state.lines().next()).collect()
}

#[test]
fn a_service_is_provisioned_by_the_guide() {
    let runs = runs_of(include_str!("../../docs/provisioning.md"));
    let [first, silent, second, ..] = &runs[..] else { panic!("{runs:#?}") };
    assert!(changed(first).contains(&"shop-testing-useast1 balancer"), "{first}");
    assert!(changed(silent).is_empty(), "{silent}");
    assert!(changed(second).contains(&"shop-staging-useast1 balancer"), "{second}");
}

#[test]
fn each_move_between_blue_and_green_changes_what_the_guide_says() {
    let runs = runs_of(include_str!("../../docs/blue-green.md"));
    let moves: Vec<Vec<&str>> = runs.iter().skip(1).map(|run| changed(run)).collect();
    let listener = vec!["shop listener"];
    let green = vec!["shop green instances"];
    let blue = vec!["shop blue instances"];
    assert_eq!(moves, [green, listener.clone(), listener.clone(), listener, blue, vec![]], "{runs:#?}");
}
