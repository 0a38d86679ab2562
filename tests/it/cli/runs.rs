//! Runs of states that need nothing outside.

use super::{Place, assert_printed};

const MIXED: &str = "
same: {test.succeed_without_changes: []}
other:
  test.succeed_with_changes:
    - name: a name
after:
  test.nop:
    - require: [{test: other}]
";

fn place() -> Place {
    Place::new()
        .with("states/mixed.sls", MIXED)
        .with("states/same.sls", "same: {test.nop: []}\n")
        .with(
            "states/fails.sls",
            "fails: {test.fail_without_changes: []}\nnext:\n  test.nop:\n    - require: [{test: fails}]\n",
        )
        .with("states/none.sls", "")
        .with("states/top.sls", "base:\n  '*': [same]\n")
}

#[test]
fn a_run_is_shown_in_salts_layout() {
    assert_printed!("run_full", place().run("state.sls mixed"));
    assert_printed!("run_changes", place().run("--state-output=changes state.sls mixed"));
    assert_printed!("run_quiet_when_clean", place().run("--state-verbose=False state.sls same"));
    assert_printed!("run_json", place().run("--out json state.sls same"));
}

#[test]
fn a_test_run_succeeds_with_changes_to_make_unless_told_otherwise() {
    assert_printed!("test_run", place().run("--state-output=terse state.sls mixed test=True"));
    assert_eq!(place().run("--detailed-exitcode state.sls mixed test=True").code, Some(3));
    assert_eq!(place().run("--detailed-exitcode state.sls same test=True").code, Some(0));
    assert_eq!(place().run("--detailed-exitcode state.sls mixed").code, Some(0));
    assert_eq!(place().run("--retcode-passthrough state.test mixed").code, Some(0));
}

#[test]
fn a_failed_state_fails_the_run() {
    assert_printed!("run_failed", place().run("state.sls fails"));
    assert_eq!(place().run("--retcode-passthrough state.sls fails").code, Some(2));
}

#[test]
fn a_run_without_states_is_a_failure_as_in_salt() {
    assert_printed!("run_nothing", place().run("state.sls none"));
    assert_eq!(place().run("--retcode-passthrough state.sls mixed exclude=mixed").code, Some(2));
}

#[test]
fn the_top_file_is_what_highstate_and_bare_apply_run() {
    assert_printed!("highstate", place().run("--state-output=terse state.highstate"));
    assert_printed!("apply_bare", place().run("--state-output=terse state.apply"));
    assert_printed!("show_top", place().run("--out yaml state.show_top"));
    assert_printed!(
        "no_top",
        place().with("states/top.sls", "base: {other: [same]}\n").run("state.highstate")
    );
}

#[test]
fn what_would_run_is_shown() {
    assert_printed!("show_sls", place().run("state.show_sls mixed"));
    assert_printed!("show_low_sls", place().run("--out yaml state.show_low_sls mixed"));
    assert_printed!("sls_exists", place().run("--out txt state.sls_exists mixed,nosuch"));
}

#[test]
fn one_state_runs_from_the_command_line() {
    assert_printed!("single", place().run("state.single test.succeed_with_changes name=one test=True"));
    assert_printed!("single_unknown", place().run("state.single test.nopp name=one"));
    assert_printed!("sls_id", place().run("--state-output=terse state.sls_id after mixed"));
}

#[test]
fn colours_come_when_forced_and_never_into_files() {
    let coloured = place().run("--force-color --state-output=terse state.sls same").stdout;
    assert!(coloured.contains("\x1b[0;32m"), "{coloured}");
    let plain = place().set("NO_COLOR", "1").run("--state-output=terse state.sls same").stdout;
    assert!(!plain.contains('\x1b'), "{plain}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_gives_up_conditions_and_says_what_did_not_start() {
    let slow = "
first: {test.nop: []}
slow:
  test.nop:
    - onlyif: 'kill -TERM $PPID; while :; do :; done'
    - timeout: 60
behind: {test.nop: []}
";
    let place = Place::new().with("states/slow.sls", slow);
    assert_printed!("run_interrupted", place.run("--state-output=terse state.sls slow"));
    assert_eq!(place.run("--retcode-passthrough state.sls slow").code, Some(2));
}

#[test]
fn results_of_states_are_sorted_where_salt_sorts_them() {
    for layout in ["yaml", "nested"] {
        let shown = place().run(&format!("--out {layout} state.sls mixed")).stdout;
        let at = |word: &str| shown.find(word).unwrap_or_else(|| panic!("{word} in {shown}"));
        assert!(at("_|-after_|-") < at("_|-other_|-") && at("_|-other_|-") < at("_|-same_|-"), "{shown}");
        assert!(at("__id__") < at("changes:") && at("changes:") < at("start_time"), "{shown}");
    }
}

#[test]
fn a_profiled_run_leaves_a_trace_and_prints_what_it_would_without() {
    let place = place();
    let profiled = place.run("--profile-run trace.json state.sls mixed");
    let plain = place.run("state.sls mixed");
    assert_eq!((profiled.stdout, profiled.stderr), (plain.stdout, plain.stderr));

    let text = std::fs::read_to_string(place.path("trace.json")).expect("a trace");
    let trace: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let names: Vec<&str> = trace["traceEvents"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|event| event["name"].as_str())
        .collect();
    for name in
        ["configuration and grains", "pillar", "render mixed", "low", "walk", "same", "other", "after"]
    {
        assert!(names.contains(&name), "{name} is not among {names:?}");
    }
}
