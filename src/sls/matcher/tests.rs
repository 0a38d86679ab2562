use super::*;
use model::Value;

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
    php.insert(model::Key::Float(7.4), Value::from(serde_json::json!({"socket": "s"})));
    php.insert(model::Key::Bool(true), "t".into());
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

/// Whom a target means of web-1 to web-4.
fn meant(nodegroups: &Map, kind: MatchKind, expression: &str) -> Vec<usize> {
    let grains = map(serde_json::json!({"role": "db", "a": "b"}));
    let pillar = Map::new();
    let mut meant = vec![];
    for number in 1..=4 {
        let id = format!("web-{number}");
        if (Matcher { id: &id, grains: &grains, pillar: &pillar, nodegroups }).is_match(kind, expression) {
            meant.push(number);
        }
    }
    meant
}

/// As recorded from Salt 3007.14: words without an operator are a list of IDs, also in a text.
#[test]
fn node_groups_mean_whom_salt_means() {
    let nodegroups = map(serde_json::json!({
        "two": "L@web-1,web-2", "listed": ["web-2", "web-3"], "both": "N@two or N@listed",
        "without": "* and not N@both", "words": ["web-1", "or", "web-4"], "blank": ["web-1 or web-4"],
        "text": "web-1", "texts": "web-1 web-2", "one": ["web-2"], "nested": ["N@two"], "empty": "", "none": [],
        "glob": ["web-*"], "globs": ["web-1", "web-*"], "within": "web-4 or N@listed", "not": "not N@listed",
        "parenthesis": ["(", "web-1", "or", "web-2", ")"], "question": ["web-?"], "set": ["web-[12]"],
        "self": "web-1 or N@self", "a": "N@b", "b": "N@a", "numbers": [1, 2], "map": {"a": 1},
        "two_words": ["N@two", "web-4"], "grain_and_id": ["G@a:b", "web-4"]
    }));
    for (group, expected) in [
        ("two", vec![1, 2]),
        ("listed", vec![2, 3]),
        ("both", vec![1, 2, 3]),
        ("without", vec![4]),
        ("words", vec![1, 4]),
        ("blank", vec![]),
        ("text", vec![1]),
        ("texts", vec![1, 2]),
        ("one", vec![2]),
        ("nested", vec![1, 2]),
        ("empty", vec![]),
        ("none", vec![]),
        ("glob", vec![1, 2, 3, 4]),
        ("globs", vec![]),
        ("within", vec![2, 3, 4]),
        ("not", vec![1, 4]),
        ("parenthesis", vec![1, 2]),
        // One regular expression, `E@web-?`, which matches all that begin with 'web'.
        ("question", vec![1, 2, 3, 4]),
        ("set", vec![1, 2]),
        ("self", vec![]),
        ("a", vec![]),
        ("numbers", vec![]),
        ("map", vec![]),
        ("two_words", vec![]),
        ("grain_and_id", vec![]),
        ("nosuch", vec![]),
    ] {
        assert_eq!(meant(&nodegroups, MatchKind::Nodegroup, group), expected, "-N {group}");
        assert_eq!(meant(&nodegroups, MatchKind::Compound, &format!("N@{group}")), expected, "N@{group}");
    }
}

/// As recorded from Salt 3007.14. What is excluded by something that does not exist is not hit.
#[test]
fn a_part_that_cannot_be_read_makes_the_whole_match_nothing() {
    let nodegroups = map(serde_json::json!({
        "self": "web-1 or N@self", "a": "N@b", "b": "N@a", "map": {"a": 1}, "two": ["web-1", "web-2"], "none": []
    }));
    for (expression, expected) in [
        ("* and not N@nosuch", vec![]),
        ("N@nosuch or web-1", vec![]),
        ("* and not N@self", vec![]),
        ("* and not N@a", vec![]),
        ("* and not N@map", vec![]),
        ("* and not E@(", vec![]),
        ("web-1 web-2", vec![]),
        ("web-1 AND web-2", vec![]),
        ("or web-1", vec![]),
        ("web-1 and", vec![]),
        ("not not web-1", vec![]),
        ("( web-1", vec![]),
        ("(web-1 or web-2)", vec![]),
        ("not ( web-1 )", vec![2, 3, 4]),
        ("not N@two", vec![3, 4]),
        ("* and not N@none", vec![1, 2, 3, 4]),
        ("* and not L@", vec![1, 2, 3, 4]),
        // A single test that cannot match is no mistake of the whole.
        ("* and not X@a", vec![1, 2, 3, 4]),
        ("* and not G@role", vec![1, 2, 3, 4]),
        ("web-1 or G@role", vec![1]),
        ("* and not S@zz", vec![1, 2, 3, 4]),
        ("* and not ab@c", vec![1, 2, 3, 4]),
    ] {
        assert_eq!(meant(&nodegroups, MatchKind::Compound, expression), expected, "{expression}");
    }
}

#[test]
fn groups_that_name_groups_twice_do_not_grow_without_end() {
    let mut nodegroups = Map::new();
    for number in 0..40 {
        let next = number + 1;
        nodegroups.insert(format!("g{number}").into(), format!("N@g{next} or N@g{next}").into());
    }
    nodegroups.insert("g40".into(), "web-*".into());
    assert_eq!(meant(&nodegroups, MatchKind::Nodegroup, "g0"), [] as [usize; 0]);
    assert_eq!(meant(&nodegroups, MatchKind::Nodegroup, "g35"), [1, 2, 3, 4]);
}
