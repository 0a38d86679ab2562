use super::*;

fn map(json: serde_json::Value) -> Map {
    match Value::from(json) {
        Value::Map(map) => map,
        _ => Map::new(),
    }
}

/// Cases that the recorded trees of `tests/it/sls` do not hold.
#[test]
fn groups_and_parentheses_end() {
    let nodegroups = map(serde_json::json!({"a": "N@b or N@a", "b": "N@a"}));
    let (grains, pillar) = (Map::new(), Map::new());
    let matcher = Matcher { id: "m", grains: &grains, pillar: &pillar, nodegroups: &nodegroups };
    assert!(!matcher.is_match(MatchKind::Nodegroup, "b"));
    assert!(!matcher.is_match(MatchKind::Compound, &"( ".repeat(100_000)));
    assert!(matcher.is_match(MatchKind::Compound, "( ( m ) )"));
    assert!(!matcher.is_match(MatchKind::Compound, ""));
}

#[test]
fn a_broken_or_endless_regular_expression_matches_nothing() {
    let empty = Map::new();
    let matcher = Matcher {
        id: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
        grains: &empty,
        pillar: &empty,
        nodegroups: &empty,
    };
    assert!(!matcher.is_match(MatchKind::Pcre, "("));
    assert!(!matcher.is_match(MatchKind::Pcre, "(a|a|(?=b))*$"));
}

#[test]
fn every_word_names_its_kind() {
    for (word, kind) in MatchKind::ALL {
        assert_eq!(MatchKind::parse(word), Some(*kind));
    }
    assert_eq!(MatchKind::parse("nosuch"), None);
}

/// As recorded from Salt 3007: a blank is part of an ID, so that no machine gets states that Salt would not give it.
#[test]
fn blanks_of_a_list_count() {
    let empty = Map::new();
    let matcher = Matcher { id: "web1", grains: &empty, pillar: &empty, nodegroups: &empty };
    for (list, expected) in [
        ("web1", true),
        ("db,web1", true),
        ("web1,", true),
        ("db, web1", false),
        (" web1", false),
        ("web1 ,db", false),
    ] {
        assert_eq!(matcher.is_match(MatchKind::List, list), expected, "{list:?}");
    }
}

/// As recorded from Salt 3007.
#[test]
fn paths_of_targets_lead_into_lists_and_to_keys_that_are_no_text() {
    let mut php = Map::new();
    php.insert(crate::model::Key::Float(7.4), Value::from(serde_json::json!({"socket": "s"})));
    php.insert(crate::model::Key::Bool(true), "t".into());
    let mut grains = map(serde_json::json!({
        "hosts": ["a", {"x": {"y": 1}}, {"z": 2}], "x:y": "whole", "x": {"y": "path"}
    }));
    grains.insert("php".into(), Value::Map(php));
    let pillar = Map::new();
    let matcher = Matcher { id: "m", grains: &grains, pillar: &pillar, nodegroups: &pillar };
    for (expression, expected) in [
        ("php:7.4:socket:s", true),
        ("php:yes:t", true),
        ("hosts:-1:z:2", true),
        ("hosts:x:y:1", true),
        ("hosts:a", true),
        ("x:y:path", true),
        ("x:y:whole", false),
    ] {
        assert_eq!(matcher.is_match(MatchKind::Grain, expression), expected, "{expression}");
    }
}
