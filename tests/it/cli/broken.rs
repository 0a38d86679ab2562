//! What authors get wrong: each told with place and advice, nothing run, the right exit code.

use super::{Place, Printed, assert_printed};

fn broken(sls: &str) -> Printed {
    Place::new().with("states/a.sls", sls).run("state.sls a")
}

#[test]
fn an_unknown_state_fails_alone_and_all_that_requires_it() {
    assert_printed!("unknown_state", broken("queue:\n  nosuch.thing: []\n"));
    let sls = "a:\n  test.nopp: []\nb:\n  test.nop:\n    - require: [{test: a}]\nc:\n  test.nop: []\n";
    assert_printed!("unknown_state_function", broken(sls));
    let place = Place::new().with("states/a.sls", sls);
    assert_printed!("unknown_state_function_in_json", place.run("--out json state.sls a"));
    assert_printed!("unknown_state_function_terse", place.run("--state-output=terse state.sls a"));
    assert_eq!(place.run("--retcode-passthrough state.sls a").code, Some(2));
}

#[test]
fn an_unknown_argument() {
    assert_printed!("unknown_argument", broken("a:\n  test.configurable_test_state:\n    - coment: hello\n"));
}

#[test]
fn a_wrong_type() {
    assert_printed!("wrong_type", broken("a:\n  test.configurable_test_state:\n    - result: [1, 2]\n"));
}

#[test]
fn a_wrong_type_of_a_word_that_steers_the_call() {
    let sls = "
a:
  test.nop:
    - failhard: perhaps
    - retry: maybe
";
    assert_printed!("wrong_type_of_steering", broken(sls));
}

#[test]
fn a_condition_that_is_none_is_passed_over_as_in_salt_with_a_warning() {
    let sls = "
a:
  test.nop:
    - onlyif: 5
    - unless: [false, {fn: test.true}]
    - check_cmd: [[x], exit 0]
";
    let place = Place::new().with("states/a.sls", sls);
    assert_printed!("conditions_passed_over", place.run("--state-output=terse state.sls a"));
}

#[test]
fn a_mistake_in_jinja() {
    assert_printed!("jinja_syntax", broken("a:\n  test.nop: []\n{% if true %}\nb:\n  test.nop: []\n"));
    assert_printed!("jinja_undefined", broken("a:\n  test.nop:\n    - name: {{ nosuch.thing }}\n"));
    assert_printed!("jinja_function", broken("a:\n  test.nop:\n    - name: {{ salt['pilar.get']('a') }}\n"));
}

#[test]
fn a_missing_pillar_key() {
    assert_printed!("missing_pillar_key", broken("a:\n  test.nop:\n    - name: {{ pillar['vpc']['id'] }}\n"));
    let place = Place::new()
        .with("states/a.sls", "a:\n  test.nop:\n    - name: {{ pillar.vpc.id }}\n")
        .with("pillar/top.sls", "base:\n  '*': [data]\n")
        .with("pillar/data.sls", "vpcs: {id: vpc-1}\n");
    assert_printed!("missing_pillar_attribute", place.run("state.sls a"));
}

#[test]
fn a_mistake_in_yaml() {
    assert_printed!("yaml_syntax", broken("a:\n  test.nop:\n    - name: [x\nb: {}\n"));
    assert_printed!("yaml_tab", broken("a:\n\ttest.nop: []\n"));
    assert_printed!("yaml_twice", broken("a:\n  test.nop: []\na:\n  test.nop: []\n"));
}

#[test]
fn a_missing_include() {
    assert_printed!("missing_include", broken("include:\n  - nosuch.part\na:\n  test.nop: []\n"));
    assert_printed!("missing_sls", Place::new().run("state.sls nosuch"));
}

#[test]
fn a_requisite_that_names_nothing() {
    assert_printed!(
        "requisite_of_nothing",
        broken("a:\n  test.nop:\n    - require:\n      - test: nosuch\n")
    );
    assert_printed!(
        "requisite_in_of_nothing",
        broken("a:\n  test.nop:\n    - require_in:\n      - test: nosuch\n")
    );
}

#[test]
fn requisites_that_go_in_a_circle() {
    let sls = "a:\n  test.nop:\n    - require: [{test: b}]\nb:\n  test.nop:\n    - require: [{test: a}]\n";
    assert_printed!("cycle", broken(sls));
}

#[test]
fn several_mistakes_are_told_at_once() {
    let sls =
        "a:\n  test.nopp: []\nb:\n  test.configurable_test_state:\n    - coment: x\nc:\n  nosuch.thing: []\n";
    assert_printed!("several", broken(sls));
}

#[test]
fn what_a_loop_became_is_shown() {
    let sls = "{% for n in [1, 2] %}\na{{ n }}:\n  test.configurable_test_state:\n    - password: hunter2\n    - coment{{ n }}: x\n{% endfor %}\n";
    assert_printed!("rendered_loop", broken(sls));
}

#[test]
fn a_broken_pillar_has_an_exit_code_of_its_own() {
    let place = Place::new()
        .with("states/a.sls", "a: {test.nop: []}\n")
        .with("pillar/top.sls", "base:\n  '*': [data]\n")
        .with("pillar/data.sls", "a: [\n");
    assert_printed!("broken_pillar", place.run("state.sls a"));
    assert_eq!(place.run("--retcode-passthrough state.sls a").code, Some(5));
    assert_eq!(place.run("--retcode-passthrough state.sls nosuch").code, Some(5));
}

#[test]
fn what_does_not_compile_has_the_code_one_with_and_without_passthrough() {
    let place = Place::new().with("states/a.sls", "a: [\n");
    assert_eq!(place.run("state.sls a").code, Some(1));
    assert_eq!(place.run("--retcode-passthrough state.sls a").code, Some(1));
}

#[test]
fn programs_find_the_problems_in_the_return() {
    let sls = "a:\n  test.configurable_test_state:\n    - coment: x\n";
    let place = Place::new().with("states/a.sls", sls);
    assert_printed!("problems_in_json", place.run("--out json state.sls a"));
}

#[test]
fn a_broken_configuration_says_where() {
    let place = Place::new().with("orchestration/minion", "file_roots: 3\nstate_output: terse\n");
    assert_printed!("broken_config", place.run("test.ping"));
}
