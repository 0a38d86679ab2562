//! Templates whose output was recorded from Salt 3007: its filters, tags, printing and strictness.

use std::sync::Arc;

use super::support::{Memory, outcome, source};
use crate::config::{Config, ConfigSource};
use crate::jinja::{CallError, Context, Environment, Functions, Options, render};
use crate::recorded_pins::Pins;
use crate::render::{JinjaTemplates, Template, Templates};
use crate::tree::Tree;
use model::{Key, Map, Value};

/// Deliberate differences: the reason, and parts of the templates; `pinned_salt.json` holds our answers.
const ON_PURPOSE: &[(&str, &[&str])] = &[
    ("taken as sequences where Salt fails", &["{{ {'a':1}|union({'b':2}) }}", "{{ (1,2)|union([2]) }}"]),
    ("the least of nothing is undefined, as in Jinja's own filter", &["{{ []|min }}"]),
    ("nothing of Python's inside is reachable", &["{{ ['a','b']|method_call('__len__') }}"]),
    (
        "the search sorts keys",
        &["{{ {'b':1,'a':2}|json_query('keys(@)') }}", "{{ {'b':1,'a':2}|json_query('values(@)') }}"],
    ),
    (
        "no bytes as keys, which JSON and YAML do not have either",
        &[
            "{{ {'a':'é'}|json_encode_dict }}",
            "{{ {'a':'é'}|json_decode_dict }}",
            "{{ {'a':{'b':['é',1,none]}}|json_decode_dict }}",
        ],
    ),
    ("lists where Python gives generators", &["{{ [1,2,3]|combinations(2) is sequence }}"]),
    ("Salt's ifelse is broken outside of pillar.get", &[IFELSE]),
    (
        "integers have 64 bits",
        &[
            "2 ** ",
            "2**6",
            "2**7",
            "10 ** 20",
            "0123456789012",
            "807 + 1",
            "* 99999999999",
            "9223372036854775808",
            "18446744073709551616",
            "9223372036854775809",
            "10**19",
            "2**100",
            "3037000500*3037000500",
            "'99999999999999999999'|int",
            "1e30|int",
            "1e19|round|int",
            "0xFFFFFFFFFFFFFFFF",
            "0x1FFF",
            "2001:db8::/64'|network_size",
        ],
    ),
    ("there are no complex numbers", &["{{ (-8) ** (1/3) }}"]),
    (
        "the filter takes what Jinja's own takes, which Salt's refuses",
        &["|unique(true)", "|unique(case_sensitive=true)", "|unique(attribute='a')"],
    ),
    ("filters that are generators run before the loop begins", &["in l|select('odd')", "in l|map('string')"]),
    (
        "a loop goes on over the keys that were there",
        &["in d.keys() %}{{k}}{% do d.pop(k) %}", "{% for k in d %}{{k}}{% do d.pop('a',0) %}"],
    ),
    ("an item of a list can be set", &["{% do l.__setitem__(1,9) %}"]),
    ("there is no Markup", &["{% autoescape true %}{{ '<' }}{% endautoescape %}"]),
    ("the context shows data only, so that it can be written as YAML", &["show_full_context()"]),
    ("a common form of a date is read, for which Salt wants a library", &["'|strftime", "'|date_format"]),
];

/// Any use of it.
const IFELSE: &str = "{{ ifelse(";

/// Why the output of a template may differ.
fn on_purpose(template: &str) -> Option<&'static str> {
    let found = ON_PURPOSE.iter().find(|(_, known)| known.iter().any(|known| template.contains(known)));
    found.map(|(why, _)| *why)
}

/// `test.echo`, and the clock.
struct Echo;

impl Functions for Echo {
    fn call(&self, name: &str, args: Vec<Value>, _kwargs: Map) -> Result<Value, CallError> {
        if name == "status.time" {
            return Ok("2026-11-20".into());
        }
        Ok(args.into_iter().next().unwrap_or_default())
    }

    fn names(&self) -> Vec<String> {
        vec!["test.echo".to_owned()]
    }

    fn has(&self, name: &str) -> bool {
        ["test.echo", "status.time"].contains(&name)
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
        // Mappings from Salt's YAML renderer are ordered, all but the pillar itself.
        *ports = std::mem::take(ports).ordered();
        *vpc = std::mem::take(vpc).ordered();
    }
    pillar
}

/// The files beside the templates, as `record_salt.py` writes them.
const FILES: &[(&str, &[u8])] = &[
    ("d.yaml", b"a: 1\nb: [x]\n"),
    ("d.json", b"{\"a\": 1}"),
    ("d.txt", b"hi\nthere\n"),
    ("dd.yaml", b"a: {{ grains.os }}\n"),
    ("m.jinja", b"{% macro f(x) %}<{{ x }}{{ grains.os }}>{% endmacro %}{% set v = 7 %}"),
    ("inc.jinja", b"[{{ q|default('none') }}]"),
    ("base.jinja", b"a{% block b %}theirs{% endblock %}c"),
    ("sub/rel.jinja", b"{% from './x' import w as q %}{% set w = q %}"),
    ("sub/up.jinja", b"{% from '../m.jinja' import v %}{% set w = v %}"),
    ("sub/x", b"{% set w = 9 %}"),
    ("empty", b""),
    ("binary", b"\x00\x01\xff"),
    ("latin", b"caf\xe9\n"),
];

struct World {
    home: tempfile::TempDir,
    config: Config,
    tree: Tree,
}

impl World {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        for (name, bytes) in FILES {
            let path = home.path().join("states").join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        let roots = serde_json::json!({"base": [home.path().join("states")]});
        let overrides = Map::from_iter([(Key::from("file_roots"), Value::from(roots))]);
        let config = Config::load(&ConfigSource { dir: None, is_named: false, overrides }).unwrap();
        let tree = Tree::new(config.file_roots.clone());
        Self { home, config, tree }
    }

    fn render(&self, template: &str) -> Result<String, String> {
        let home = self.home.path().display().to_string();
        let engine = JinjaTemplates::new(&self.config, &self.tree, &Echo);
        let text = template.replace("@HOME@", &home);
        let template = Template { env: "base", relative: "main", path: "dir/main", text: &text };
        let variables = [
            ("opts", Value::Map(self.config.opts.clone())),
            ("saltenv", "base".into()),
            ("sls", "".into()),
            ("pillar", pillar()),
            ("grains", Value::from(serde_json::json!({"os": "X"}))),
        ];
        let variables =
            variables.into_iter().map(|(name, value)| (name.to_owned(), Arc::new(value))).collect();
        let rendered = engine.render(&template, &variables);
        rendered
            .map(|rendered| rendered.text.replace(&home, "@HOME@"))
            .map_err(|problems| problems.to_string())
    }
}

fn ours(template: &str) -> Result<String, String> {
    World::new().render(template)
}

#[test]
fn templates_become_what_salt_makes_of_them() {
    let pins = Pins::of("tests/it/jinja/pinned_salt.json");
    let mut wrong = Vec::new();
    let mut count = 0;
    let world = World::new();
    for line in include_str!("../../../../tests/it/jinja/salt.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let template = case["t"].as_str().unwrap();
        count += 1;
        let ours = world.render(template);
        let difference = outcome(&ours, case["out"].as_str(), case["error"].as_str());
        let why = on_purpose(template).filter(|_| difference.is_some());
        let shown = || ours.unwrap_or_else(|error| error).into();
        wrong.extend(pins.judged(template, why, difference, shown));
    }
    for (why, known) in ON_PURPOSE {
        let unused = known.iter().filter(|known| !pins.has_used(|template| template.contains(*known)));
        wrong.extend(unused.map(|known| format!("{known} is as in Salt, or in no case: {why}")));
    }
    wrong.extend(pins.unused(|_| true));
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 700, "{count} cases are too few");
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
