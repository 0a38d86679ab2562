//! Runs that a timer starts, by the binary: alone, and rarer after failures.

use super::yard::Yard;
use crate::support::Place;

fn place(sls: &str) -> Place {
    let minion = "id: sample\ncachedir: cache\nroot_dir: .\nfile_roots:\n  base: [states]\n";
    Place::new().with("orchestration/minion", minion).with("states/x.sls", sls)
}

const FAILS: &str = "x:\n  test.fail_without_changes: []\n";

#[test]
fn after_a_failure_there_is_a_pause_and_a_plain_run_knows_none() {
    let place = place(FAILS);
    let timed = "--back-off 3600 state.sls x";
    assert_eq!(place.run(timed).code, Some(1));
    let printed = place.run(&format!("-l info {timed}"));
    assert_eq!((printed.code, printed.stdout.as_str()), (Some(0), ""));
    assert!(printed.stderr.contains("the last run failed: nothing is done before"), "{}", printed.stderr);
    assert_eq!(place.run("state.sls x").code, Some(1));
    let place = place.with("states/y.sls", "y:\n  test.nop: []\n");
    assert_eq!(place.run("--back-off 3600 state.sls y").code, Some(0), "another subject waits for nothing");
}

#[test]
fn there_is_one_at_a_time_and_the_second_says_so_and_succeeds() {
    // The first run asks for the second, so that both are under way whatever the machine does.
    let place = place(FAILS);
    let program = env!("CARGO_BIN_EXE_orchestrate");
    let sls = format!(
        "{{{{ salt['cmd.run_stderr']('{program} -c orchestration --single -l info state.sls y', cwd='{}') | json }}}}:\n  \
         test.nop: []\n",
        place.path("").display(),
    );
    let place = place.with("states/x.sls", &sls).with("states/y.sls", FAILS);
    let printed = place.run("--single --out json state.sls x");
    assert_eq!(printed.code, Some(0), "{}", printed.stderr);
    assert!(printed.stdout.contains("another run is in progress: nothing is done"), "{}", printed.stdout);
    assert_eq!(place.run("--single state.sls y").code, Some(1), "the lock is free again");
}

#[test]
fn a_splay_only_puts_off() {
    assert_eq!(place("x:\n  test.nop: []\n").run("--splay 1 --single state.sls x").code, Some(0));
}

#[test]
fn a_place_that_cannot_be_written_is_reported() {
    let minion = "cachedir: /proc/nowhere\nroot_dir: .\nfile_roots:\n  base: [states]\n";
    let printed = place(FAILS).with("orchestration/minion", minion).run("--single state.sls x");
    assert_eq!(printed.code, Some(1));
    assert!(
        printed.stderr.contains("could not lock") && printed.stderr.contains("'cachedir'"),
        "{}",
        printed.stderr
    );
}

#[test]
fn while_a_deployment_is_under_way_no_timer_runs_anything() {
    let yard = Yard::new();
    let (program, place) = (env!("CARGO_BIN_EXE_orchestrate"), yard.path(""));
    let timer = format!("{program} -c orchestration --single -l info state.sls y");
    yard.source("states/top.sls", "base:\n  '*': [x]\n");
    yard.source(
        "states/x.sls",
        &format!("x:\n  cmd.run:\n    - name: {timer} 2>said\n    - cwd: {}\n", place.display()),
    );
    yard.promoted("base", "r1");
    yard.promoted("myapp", "r1");
    yard.json("deploy myapp testing");
    let said = std::fs::read_to_string(yard.path("said")).expect("the timer's run said something");
    assert!(said.contains("another run is in progress: nothing is done"), "{said}");
}
