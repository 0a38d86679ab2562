//! `state.*` beside `state.sls`: other top files, parts, templates, data; recorded beside Salt's, whose layouts these are.

use super::{Place, assert_printed};

fn place() -> Place {
    Place::new()
        .with(
            "states/deep.sls",
            "
a: {test.nop: []}
b:
  test.nop: [{require: [{test: a}]}]
c:
  test.succeed_with_changes: [{require_in: [{test: d}]}, {require: [{test: b}]}]
d:
  test.nop: [{listen: [{test: c}]}, {onchanges: [{test: c}]}]
e: {test.nop: []}
f:
  test.nop: [{prereq: [{test: c}]}]
",
        )
        .with("states/ok.sls", "x: {test.nop: []}\n")
        .with("states/other.sls", "base:\n  '*': [ok]\n")
        .with("states/top.sls", "base:\n  '*': [deep]\n")
}

#[test]
fn one_id_runs_with_all_it_requires() {
    let place = place();
    assert_printed!("sls_id_required", place.run("--state-output=terse state.sls_id d deep"));
    assert_printed!("sls_id_prereq", place.run("--state-output=terse state.sls_id f deep"));
    assert_printed!("sls_id_unknown", place.run("state.sls_id dd deep"));
}

#[test]
fn another_top_file_may_be_named() {
    let place = place();
    assert_printed!("top", place.run("--state-output=terse state.top other.sls"));
    assert_printed!("top_unknown", place.run("state.top nosuch.sls"));
}

#[test]
fn states_may_stand_outside_the_tree() {
    let place = place();
    assert_printed!("template", place.run("--state-output=terse state.template states/ok"));
    assert_printed!("template_unknown", place.run("state.template nosuch"));
    let text = "{% set n = 5 %}x{{ n }}: {test.nop: [], tst.nop: []}";
    assert_printed!("template_str", place.run_words(&["state.template_str", text]));
    assert_printed!("template_str_broken", place.run_words(&["state.template_str", "x: {test.nop: ["]));
    assert_printed!("template_str_include", place.run_words(&["state.template_str", "include: [ok]"]));
}

#[test]
fn states_may_be_given_as_data() {
    let place = place();
    let high = "{x: {test: [nop, {name: b}, {require: [{test: z}]}], __sls__: s}, z: {test: [nop]}}";
    assert_printed!("high", place.run_words(&["--out", "json", "state.high", high]));
    let low = "{state: test, fun: succeed_with_changes, __id__: i, name: n, __sls__: q}";
    assert_printed!("low", place.run_words(&["--out", "json", "state.low", low]));
    assert_printed!("low_test", place.run_words(&["--out", "json", "state.low", low, "test=True"]));
    assert_printed!("low_unknown", place.run_words(&["state.low", "{state: test, fun: nopp, name: n}"]));
    assert_printed!("low_incomplete", place.run_words(&["state.low", "{fun: nop}"]));
}

#[test]
fn what_there_is_can_be_asked_with_salts_exit_codes() {
    let place = place();
    assert_printed!("usage", place.run("state.show_state_usage"));
    for (words, code) in [
        ("state.sls_exists ok,deep", 0),
        ("state.sls_exists nosuch", 1),
        ("state.id_exists a,b deep", 0),
        ("state.id_exists a,nosuch deep", 0),
        ("state.id_exists a nosuch", 1),
    ] {
        assert_eq!(place.run(words).code, Some(code), "{words}");
    }
    let is_there = place.run("state.id_exists a,nosuch deep").stdout;
    assert_eq!(is_there.trim_end(), "local:\n    False");
}
