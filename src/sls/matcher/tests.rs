use super::*;

fn map(json: serde_json::Value) -> Map {
    match Value::from(json) {
        Value::Map(map) => map,
        _ => Map::new(),
    }
}

/// What is not in the recorded trees of `tests/it/sls`.
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
