//! The program's own commands: help, completions, the manual page and the reference, all made of one table.

use std::io::Write;
use std::process::{Command, Stdio};

use super::{Place, assert_printed};

#[test]
fn each_command_has_its_own_help() {
    assert_printed!("help_deploy", Place::new().run("deploy --help"));
    assert_printed!("help_artifact", Place::new().run("artifact --help"));
    assert_printed!("help_artifact_build", Place::new().run("-c nosuch artifact build -h"));
    assert_printed!("help_lint", Place::new().run("lint --help"));
    for (name, line) in [
        ("help_fleet", "fleet --help"),
        ("help_key", "key --help"),
        ("help_jobs", "jobs -h"),
        ("help_fleet_run", "fleet-run -h"),
        ("help_fleet_setup", "fleet-setup --help"),
        ("help_agent", "agent --help"),
    ] {
        assert_printed!(name, Place::new().run(line));
    }
}

#[test]
fn what_a_command_does_not_take_is_a_wrong_command_line() {
    assert_printed!("deploy_too_few", Place::new().run("deploy myapp"));
    assert_printed!("artifact_unknown", Place::new().run("artifact pubish x"));
    assert_printed!("deploy_unknown_option", Place::new().run("deploy myapp testing --revsion r1"));
}

#[test]
fn names_of_commands_are_names_of_sls_too() {
    let place = Place::new().with("states/status.sls", "a:\n  test.nop: []\n");
    for words in
        ["state.show_sls status", "--out json state.show_sls --local status", "state.show_sls mods=status"]
    {
        assert_eq!(place.run(words).code, Some(0), "{words}");
    }
}

/// What a shell says to its completions, where there is such a shell.
fn read_by(shell: &[&str], script: &str) -> Option<std::process::Output> {
    let mut child = Command::new(shell[0])
        .args(&shell[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(script.as_bytes()).ok()?;
    child.wait_with_output().ok()
}

#[test]
fn shells_understand_their_completions() {
    for (shell, check) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let printed = Place::new().run(&format!("completions {shell}"));
        assert_eq!(printed.code, Some(0), "{}", printed.stderr);
        assert!(printed.stdout.contains("orchestrate complete --"), "{}", printed.stdout);
        if let Some(read) = read_by(&[shell, check], &printed.stdout) {
            assert!(read.status.success(), "{shell}: {}", String::from_utf8_lossy(&read.stderr));
        }
    }
    assert_eq!(Place::new().run("completions tcsh").code, Some(64));
}

/// What the program offers after a line, whose last word may be empty.
fn offered(place: &Place, line: &str) -> Vec<String> {
    let words: Vec<&str> = ["complete", "--"].into_iter().chain(line.split(' ')).collect();
    let printed = place.run_words(&words);
    assert_eq!(printed.code, Some(0), "{}", printed.whole());
    printed.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn completions_offer_commands_options_and_what_the_tree_has() {
    let place = Place::new()
        .with("states/app.sls", "web:\n  test.nop: []\n'{{ x }}':\n  test.nop: []\n")
        .with("states/elb/register.sls", "include: [app]\nbalancer: {test.nop: []}\n")
        .with("orchestration/minion", "id: a\nfile_roots: {base: [states]}\nnodegroups: {web: 'web-*'}\n");
    for (line, expected) in [
        ("dep", &["deploy"][..]),
        ("state.sl", &["state.sls", "state.sls_exists", "state.sls_id"]),
        ("artifact pu", &["publish", "publish-root"]),
        ("deploy --rev", &["--revision"]),
        ("state.apply ", &["app", "elb.register"]),
        ("-c orchestration plan app,e", &["app,elb.register"]),
        ("lint a", &["app"]),
        ("state.sls_id w", &["web"]),
        ("blame b", &["balancer"]),
        ("undo ", &["last"]),
        ("graph app --format ", &["dot", "svg", "text"]),
        ("completions z", &["zsh"]),
    ] {
        assert_eq!(offered(&place, line), expected, "{line}");
    }
    for (line, expected) in
        [("fleet-r", "fleet-run"), ("fleet --batch-", "--batch-wait"), ("fleet N", "N@web")]
    {
        assert!(offered(&place, line).contains(&expected.to_owned()), "{line}: {:?}", offered(&place, line));
    }
    let first = offered(&place, "");
    assert!(first.len() < 60 && first.contains(&"state.apply".to_owned()), "{first:?}");
}

#[test]
fn bash_asks_the_program() {
    let place = Place::new().with("states/app.sls", "a: {test.nop: []}\n");
    let script = place.run("completions bash").stdout;
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_orchestrate"));
    let text = format!(
        "cd {} && PATH={}:$PATH\n{script}\nCOMP_WORDS=(orchestrate state.apply a); COMP_CWORD=2\n\
         _orchestrate; printf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
        place.path("").display(),
        program.parent().expect("a directory").display(),
    );
    let read = read_by(&["bash"], &text).expect("bash");
    assert_eq!(String::from_utf8_lossy(&read.stdout), "app\n", "{}", String::from_utf8_lossy(&read.stderr));
}

/// `cargo run -- reference > docs/functions.md`
#[test]
fn the_page_of_functions_is_that_of_the_table() {
    let printed = Place::new().run("reference").stdout;
    let kept = include_str!("../../../docs/functions.md");
    assert!(printed == kept, "docs/functions.md is old: cargo run -- reference > docs/functions.md");
}

/// `cargo run -- man-page > orchestration/package/orchestrate.1`
#[test]
fn the_manual_page_is_that_of_the_table() {
    let printed = Place::new().run("man-page").stdout;
    let kept = include_str!("../../../orchestration/package/orchestrate.1");
    assert!(printed == kept, "it is old: cargo run -- man-page > orchestration/package/orchestrate.1");
}
