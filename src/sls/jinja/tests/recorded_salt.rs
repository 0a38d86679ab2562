//! Templates whose outcome Salt 3007 recorded: its filters, tags, printing and strictness.

use std::collections::HashMap;
use std::sync::Arc;

use super::support::{Memory, source};
use crate::model::{Key, Map, Value};
use crate::sls::jinja::{CallError, Context, Environment, Functions, Options, render};

/// Deviations on purpose: the template, and why.
const ON_PURPOSE: &[(&str, &str)] = &[
    ("{{ {'a':1}|union({'b':2}) }}", "taken as sequences of keys where Salt fails"),
    ("{{ (1,2)|union([2]) }}", "sequences of two kinds are joined where Salt fails"),
    ("{{ ['a','b']|method_call('__len__') }}", "nothing of Python's inside is reachable"),
];

/// `test.echo` alone.
struct Echo;

impl Functions for Echo {
    fn call(&self, _name: &str, args: Vec<Value>, _kwargs: Map) -> Result<Value, CallError> {
        Ok(args.into_iter().next().unwrap_or_default())
    }

    fn names(&self) -> Vec<String> {
        vec!["test.echo".to_owned()]
    }
}

fn pillar() -> Value {
    let mut pillar = Value::from(serde_json::json!({
        "vpc": {"subnets": ["a", "b"], "ports": {}, "flag": true, "f": 1.5, "n": null}
    }));
    if let Value::Map(map) = &mut pillar
        && let Some(Value::Map(vpc)) = map.get_mut("vpc")
        && let Some(Value::Map(ports)) = vpc.get_mut("ports")
    {
        ports.insert(Key::Int(80), "http".into());
    }
    pillar
}

fn ours(template: &str) -> Result<String, String> {
    let files = [
        ("d.yaml", "a: 1\nb: [x]\n"),
        ("d.json", "{\"a\": 1}"),
        ("d.txt", "hi\nthere\n"),
        ("dd.yaml", "a: {{ grains.os }}\n"),
    ];
    let files: HashMap<String, String> =
        files.into_iter().map(|(n, t)| (n.to_owned(), t.to_owned())).collect();
    let env = Environment::new(Options::default(), Box::new(Memory(files)));
    let context = Context { functions: Some(&Echo), ..Context::default() }
        .with("pillar", Arc::new(pillar()))
        .with("sls", Arc::new(Value::from("")))
        .with("grains", Arc::new(Value::from(serde_json::json!({"os": "X"}))));
    render(&env, &source("main", template), &context).map(|rendered| rendered.text).map_err(|e| e.to_string())
}

#[test]
fn templates_become_what_salt_makes_of_them() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in include_str!("../../../../tests/it/jinja/salt.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let template = case["t"].as_str().unwrap();
        if ON_PURPOSE.iter().any(|(known, _)| *known == template) {
            continue;
        }
        count += 1;
        match (ours(template), case["out"].as_str()) {
            (Ok(ours), Some(theirs)) if ours == theirs => {}
            (Err(_), None) => {}
            (ours, theirs) => wrong.push(format!("{template:?}\n  salt: {theirs:?}\n  ours: {ours:?}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 150, "{count} cases are too few");
}

#[test]
fn what_one_template_changes_in_pillar_the_next_does_not_see() {
    let env = Environment::new(Options::default(), Box::new(Memory::default()));
    let context = Context::default().with("pillar", Arc::new(pillar()));
    let template = source("main", "{% do pillar.vpc.subnets.append('c') %}{{ pillar.vpc.subnets }}");
    for _ in 0..2 {
        assert_eq!(render(&env, &template, &context).expect("it renders").text, "['a', 'b', 'c']");
    }
}

#[test]
fn the_whole_context_can_be_shown() {
    assert_eq!(
        ours("{% set a = 1 %}{% for b in [2] %}{{ show_full_context()|json }}{% endfor %}")
            .map(|text| { serde_json::from_str::<serde_json::Value>(&text).expect("JSON")["a"].as_i64() }),
        Ok(Some(1))
    );
    assert_eq!(ours("{{ show_full_context().grains.os }}"), Ok("X".to_owned()));
}
