use serde_json::json;

use super::*;
use model::{Map, effect};
use sls::config::ConfigSource;

pub(super) fn map(json: serde_json::Value) -> Map {
    Value::from(json).as_map().cloned().unwrap_or_default()
}

/// The answer of a function with a directory as configuration.
pub(super) fn called_in(config_dir: &Path, name: &str, positional: serde_json::Value) -> serde_json::Value {
    answer_in(Some(config_dir), name, positional, json!({})).expect("an answer").to_json()
}

fn answer(name: &str, positional: serde_json::Value, named: serde_json::Value) -> Result<Value, CallError> {
    answer_in(None, name, positional, named)
}

fn answer_in(
    config_dir: Option<&Path>,
    name: &str,
    positional: serde_json::Value,
    named: serde_json::Value,
) -> Result<Value, CallError> {
    let Value::List(positional) = Value::from(positional) else { panic!("a list") };
    let call = |context: &Context<'_>| context.call(name, &Arguments { positional, named: map(named) });
    with_context_in(config_dir, call)
}

/// Passes a small minion to `then`.
pub(super) fn with_context<R>(then: impl FnOnce(&Context<'_>) -> R) -> R {
    with_context_in(None, then)
}

fn with_context_in<R>(config_dir: Option<&Path>, then: impl FnOnce(&Context<'_>) -> R) -> R {
    let minion = Minion {
        opts: map(json!({"id": "sample", "file_client": "local"})),
        grains: map(
            json!({"os": "Debian", "os_family": "Debian", "locale": {"encoding": "UTF-8"}, "none": ""}),
        ),
        pillar: map(json!({"a": {"b": 1, "c": ["x", "y"]}, "s": "text", "n": null, "master": {"m": 1}})),
    };
    let environment = BTreeMap::from([("HOME".to_owned(), "/root".to_owned())]);
    let config = Config::load(&ConfigSource::default()).expect("the defaults");
    let states = Tree::new(config.file_roots.clone());
    let parsed = Arc::default();
    let context = Context {
        minion: &minion,
        config: &config,
        states: &states,
        parsed: &parsed,
        clock: jiff::Zoned::now,
        is_typed: false,
        environment: &environment,
        config_dir,
        aws: None,
        own: None,
        fleet: None,
        restraint: None,
        ended: None,
        may_change: true,
        acting_templates: false,
    };
    then(&context)
}

type Case = (&'static str, serde_json::Value, serde_json::Value, serde_json::Value);

fn compare(cases: Vec<Case>) {
    for (name, positional, named, expected) in cases {
        let given = answer(name, positional.clone(), named.clone()).expect("an answer").to_json();
        assert_eq!(given, expected, "{name} {positional} {named}");
    }
}

/// Recorded from Salt 3007, as are those below: the results of the same calls in a template.
#[test]
fn filter_by_chooses_and_merges_as_salt_does() {
    let lookup =
        json!({"Debian": {"a": 1, "d": {"x": 1}}, "default": {"a": 0, "d": {"y": 2}}, "D*": {"a": 4}});
    let cases = [
        ("grains.filter_by", json!([lookup]), json!({}), json!({"a": 1, "d": {"x": 1}})),
        (
            "grains.filter_by",
            json!([lookup]),
            json!({"base": "default"}),
            json!({"a": 1, "d": {"y": 2, "x": 1}}),
        ),
        ("grains.filter_by", json!([lookup]), json!({"grain": "nosuch"}), json!({"a": 0, "d": {"y": 2}})),
        ("grains.filter_by", json!([lookup]), json!({"grain": "nosuch", "default": "zip"}), json!(null)),
        (
            "grains.filter_by",
            json!([lookup]),
            json!({"merge": {"a": 9, "d": {"z": 3}}}),
            json!({"a": 9, "d": {"x": 1, "z": 3}}),
        ),
        ("grains.filter_by", json!([{"D*": {"a": 4}}]), json!({}), json!({"a": 4})),
    ];
    compare(cases.into());
}

/// Formulas choose by `grains.pythonversion[0]`.
#[test]
fn a_default_of_filter_by_may_be_a_number() {
    let lookup = Value::Map([(model::Key::Int(3), Value::from("three"))].into_iter().collect());
    for (default, expected) in
        [(json!(3), json!("three")), (json!("3"), json!(null)), (json!(2), json!(null))]
    {
        let arguments = Arguments {
            positional: vec![lookup.clone()],
            named: map(json!({"grain": "nosuch", "default": default})),
        };
        let given = with_context(|context| context.call("grains.filter_by", &arguments)).expect("an answer");
        assert_eq!(given.to_json(), expected);
    }
}

#[test]
fn pillar_answers_are_those_of_salt() {
    let cases = [
        (
            "pillar.get",
            json!(["a", {"z": 1, "c": ["q"]}]),
            json!({"merge": true}),
            json!({"z": 1, "c": ["x", "y"], "b": 1}),
        ),
        (
            "pillar.get",
            json!(["a", {"z": 1, "c": ["q"]}]),
            json!({"merge": true, "merge_nested_lists": true}),
            json!({"z": 1, "c": ["q", "x", "y"], "b": 1}),
        ),
        ("pillar.get", json!(["nosuch", {"z": 1}]), json!({}), json!({"z": 1})),
        ("pillar.get", json!(["a|b"]), json!({"delimiter": "|"}), json!(1)),
        ("pillar.get", json!(["s", ["d"]]), json!({"merge": true}), json!("text")),
        ("pillar.get", json!(["a:c", ["d"]]), json!({"merge": true}), json!(["d", "x", "y"])),
        ("pillar.get", json!(["n", 5]), json!({}), json!(null)),
        ("pillar.get", json!(["nosuch"]), json!({}), json!("")),
        ("pillar.item", json!(["a:b", "nosuch"]), json!({}), json!({"a:b": 1, "nosuch": ""})),
        ("pillar.item", json!(["nosuch"]), json!({"default": "d"}), json!({"nosuch": "d"})),
        ("pillar.items", json!(["s", "nosuch"]), json!({}), json!({"s": "text", "nosuch": ""})),
        ("pillar.keys", json!(["a"]), json!({}), json!(["b", "c"])),
    ];
    compare(cases.into());
}

#[test]
fn answers_about_grains_configuration_and_environment_are_those_of_salt() {
    let cases = [
        ("grains.get", json!(["nosuch", "d"]), json!({}), json!("d")),
        ("grains.get", json!(["locale:encoding"]), json!({}), json!("UTF-8")),
        ("grains.item", json!(["os", "nosuch"]), json!({}), json!({"os": "Debian", "nosuch": ""})),
        ("grains.has_value", json!(["nosuch"]), json!({}), json!(false)),
        ("grains.has_value", json!(["none"]), json!({}), json!(true)),
        ("grains.equals", json!(["os", "Debian"]), json!({}), json!(true)),
        ("grains.ls", json!([]), json!({}), json!(["locale", "none", "os", "os_family"])),
        ("config.get", json!(["a:b"]), json!({}), json!(1)),
        ("config.get", json!(["m"]), json!({}), json!(1)),
        ("config.get", json!(["a"]), json!({"omit_pillar": true}), json!("")),
        ("config.get", json!(["file_client"]), json!({}), json!("local")),
        ("config.option", json!(["a:b"]), json!({}), json!("")),
        ("config.option", json!(["os"]), json!({}), json!("Debian")),
        ("environ.get", json!(["HOME"]), json!({}), json!("/root")),
        ("environ.get", json!(["NOSUCH", "d"]), json!({}), json!("d")),
        ("environ.has_value", json!(["HOME", "/x"]), json!({}), json!(false)),
        (
            "environ.item",
            json!([["HOME", "NOSUCH"], "d"]),
            json!({}),
            json!({"HOME": "/root", "NOSUCH": "d"}),
        ),
        ("test.arg", json!([1]), json!({"a": 2, "__pub_fun": "x"}), json!({"args": [1], "kwargs": {"a": 2}})),
    ];
    compare(cases.into());
}

#[test]
fn arguments_that_do_not_fit_are_refused_with_the_usage() {
    let refused = |name: &str, positional, named| {
        let error = answer(name, positional, named).expect_err("refused");
        format!("{error}; {}", error.hint().unwrap_or_default())
    };
    assert_eq!(
        refused("pillar.keys", json!([]), json!({})),
        "pillar.keys: missing arguments: key; usage: pillar.keys key [delimiter]"
    );
    assert_eq!(
        refused("test.echo", json!(["a", "b"]), json!({})),
        "test.echo: 1 argument too many; usage: test.echo text"
    );
    assert_eq!(
        refused("test.ping", json!([]), json!({"x": 1})),
        "test.ping: there is no argument 'x'; usage: test.ping"
    );
    assert_eq!(
        refused("test.echo", json!(["a"]), json!({"text": "b"})),
        "test.echo: 'text' is given twice; usage: test.echo text"
    );
    assert_eq!(
        refused("pilar.get", json!([]), json!({})),
        "there is no function 'pilar.get'; did you mean 'pillar.get'?"
    );
}

#[test]
fn every_function_has_a_manual_that_begins_with_a_sentence() {
    for function in FUNCTIONS.iter().flat_map(|module| module.iter()) {
        let first = function.doc.lines().next().unwrap_or_default();
        assert!(first.ends_with('.'), "{}: {first}", function.name);
        assert!(function.name.split_once('.').is_some(), "{}", function.name);
    }
}

/// Recorded from Python 3.11, whose `random` Salt seeds in this way.
#[test]
fn a_seed_draws_what_python_draws() {
    let rand = |start: i64, end: i64, seed: serde_json::Value, drawn: i64| {
        ("random.rand_int", json!([start, end]), json!({"seed": seed}), json!(drawn))
    };
    compare(vec![
        rand(1, 10, json!(1), 3),
        rand(1, 10, json!(0), 7),
        rand(1, 10, json!(-7), 6),
        rand(1, 10, json!(1_099_511_627_776_i64), 2),
        rand(1, 10, json!("seed"), 3),
        rand(1, 10, json!(true), 3),
        rand(0, 1 << 40, json!(1), 140_719_340_484),
        rand(0, 1 << 40, json!(0), 849_735_321_549),
        rand(0, 1 << 40, json!("seed"), 129_442_737_918),
        rand(-5, 1_000_000, json!(-7), 339_558),
        ("random.sample", json!([[0, 1, 2, 3, 4, 5, 6, 7], 3]), json!({"seed": "static"}), json!([6, 7, 3])),
        (
            "random.shuffle",
            json!([["a", "b", "c", "d", "e", "f"]]),
            json!({"seed": "x"}),
            json!(["d", "c", "a", "f", "b", "e"]),
        ),
    ]);
    for (name, positional, seed) in [
        ("random.rand_int", json!([1, 10]), json!(1.5)),
        ("random.rand_int", json!([1, 10]), json!(["x"])),
        ("random.sample", json!([["a"], 1]), json!(7)),
        ("random.shuffle", json!([["a"]]), json!(7)),
    ] {
        answer(name, positional, json!({"seed": seed})).expect_err("a seed that cannot be the same");
    }
}

#[test]
fn nothing_is_changed_where_nothing_may_be() {
    with_context(|context| {
        let context = Context { may_change: false, ..*context };
        let acting = FUNCTIONS.iter().flat_map(|module| module.iter()).filter(|it| effect::changes(it.does));
        for function in acting {
            let needed = function.signature.parameters.iter().filter(|argument| argument.required);
            let named = needed.map(|it| (it.name, "/nosuch/directory/of/a/test")).collect::<Value>();
            let arguments =
                Arguments { positional: vec![], named: named.as_map().cloned().unwrap_or_default() };
            let refused = context.call(function.name, &arguments).expect_err(function.name);
            assert!(refused.to_string().contains("nothing may be changed now"), "{refused}");
        }
    });
}
