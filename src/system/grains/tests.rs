use serde_json::{Value as Json, json};

use super::*;
use crate::sample::{call_on, shown};
use model::{Minion, Verdict};

fn map(json: Json) -> Map {
    match Value::from(json) {
        Value::Map(map) => map,
        _ => Map::new(),
    }
}

/// What the file becomes; nothing if it stays. Here it is JSON, which is YAML too.
fn written(function: &str, name: &str, arguments: Json) -> (Verdict, Option<Json>) {
    let file = map(json!({"roles": ["web"], "deploy": {"color": "blue"}, "plain": "x", "none": null}));
    let mut all = map(json!({"os": "Debian", "deep": {"a": {"b": 1}}}));
    all.extend(file.clone());
    call_on(&Minion::default(), function, name, &arguments, |call| {
        let intent = Grains::diff(call, Live { all, file, path: "/g".into() });
        let line = match &intent {
            Intent::Act { step, .. } => step.lines().first().cloned(),
            _ => None,
        };
        let file = line.map(|line| serde_json::from_str(line.trim_start_matches("> /g ")).expect("the file"));
        (shown(&intent).0, file)
    })
}

fn part(function: &str, name: &str, arguments: Json, key: &str) -> Option<Json> {
    written(function, name, arguments).1.map(|file| file[key].clone())
}

#[test]
fn a_grain_is_set_at_its_path() {
    assert_eq!(written("grains.present", "plain", json!({"value": "x"})), (Verdict::Succeeded, None));
    assert_eq!(part("grains.present", "plain", json!({"value": "y"}), "plain"), Some(json!("y")));
    assert_eq!(
        part("grains.present", "deploy:color", json!({"value": "red"}), "deploy"),
        Some(json!({"color": "red"}))
    );
    assert_eq!(part("grains.present", "a:b:c", json!({"value": 1}), "a"), Some(json!({"b": {"c": 1}})));
    let copied = part("grains.present", "deep:a:c", json!({"value": 2}), "deep");
    assert_eq!(copied, Some(json!({"a": {"b": 1, "c": 2}})));
    assert_eq!(
        part("grains.present", "a|b", json!({"value": 1, "delimiter": "|"}), "a"),
        Some(json!({"b": 1}))
    );
    assert_eq!(part("grains.present", "none", json!({"value": [1]}), "none"), Some(json!([1])));
}

#[test]
fn lists_and_mappings_are_replaced_only_by_force() {
    assert_eq!(written("grains.present", "roles", json!({"value": "x"})).0, Verdict::Failed);
    assert_eq!(written("grains.present", "plain", json!({"value": ["x"]})).0, Verdict::Failed);
    assert_eq!(written("grains.present", "plain:y", json!({"value": 1})).0, Verdict::Failed);
    assert_eq!(
        part("grains.present", "roles", json!({"value": "x", "force": true}), "roles"),
        Some(json!("x"))
    );
    assert_eq!(written("grains.absent", "roles", json!({"destructive": true})).0, Verdict::Failed);
}

#[test]
fn a_grain_is_emptied_or_goes() {
    assert_eq!(part("grains.absent", "plain", json!({}), "plain"), Some(Json::Null));
    let (_, gone) = written("grains.absent", "plain", json!({"destructive": true}));
    assert_eq!(gone.expect("a file").get("plain"), None);
    assert_eq!(
        part("grains.absent", "deploy:color", json!({"destructive": true}), "deploy"),
        Some(json!({}))
    );
    assert_eq!(written("grains.absent", "nosuch", json!({})), (Verdict::Succeeded, None));
    assert_eq!(written("grains.absent", "os", json!({"destructive": true})).0, Verdict::Failed);
}

#[test]
fn values_are_in_a_list_once() {
    for (function, name, arguments, expected) in [
        ("grains.list_present", "roles", json!({"value": "web"}), None),
        ("grains.list_present", "roles", json!({"value": ["web", "db"]}), Some(json!(["web", "db"]))),
        ("grains.list_present", "new", json!({"value": "a"}), Some(json!(["a"]))),
        ("grains.list_absent", "roles", json!({"value": ["web", "x"]}), Some(json!([]))),
        ("grains.list_absent", "roles", json!({"value": "x"}), None),
        ("grains.append", "roles", json!({"value": "db"}), Some(json!(["web", "db"]))),
        ("grains.append", "roles", json!({"value": "web"}), None),
        ("grains.append", "plain", json!({"value": "y", "convert": true}), Some(json!(["x", "y"]))),
    ] {
        assert_eq!(part(function, name, arguments.clone(), name), expected, "{function} {arguments}");
    }
    for (function, name) in [
        ("grains.append", "plain"),
        ("grains.append", "nosuch"),
        ("grains.list_present", "plain"),
        ("grains.list_absent", "plain"),
    ] {
        assert_eq!(written(function, name, json!({"value": "v"})).0, Verdict::Failed, "{function} {name}");
    }
}

#[test]
fn a_grain_is_there_or_not() {
    assert_eq!(written("grains.exists", "deploy:color", json!({})).0, Verdict::Succeeded);
    assert_eq!(written("grains.exists", "deploy:size", json!({})).0, Verdict::Failed);
}
