use serde_json::json;

use super::*;
use crate::Node;

fn place() -> Place {
    Place::new("a.sls", 1, 1)
}

#[test]
fn every_keyword_is_found_by_its_word_and_is_no_requisite() {
    for keyword in Keyword::ALL {
        assert_eq!(Keyword::parse(keyword.word()), Some(*keyword));
        assert_eq!(RequisiteKind::parse(keyword.word()), None);
    }
}

#[test]
fn requisite_words_are_those_of_salt_and_no_others() {
    for word in [
        "require",
        "require_in",
        "require_any",
        "watch",
        "watch_in",
        "watch_any",
        "onchanges",
        "onchanges_in",
        "onchanges_any",
        "onfail",
        "onfail_in",
        "onfail_any",
        "onfail_all",
        "prereq",
        "prereq_in",
        "listen",
        "listen_in",
        "use",
        "use_in",
    ] {
        assert_eq!(RequisiteKind::parse(word).map(RequisiteKind::word).as_deref(), Some(word));
    }
    for word in ["requires", "require_all", "prereq_any", "listen_any", "use_any", "_in", "in"] {
        assert_eq!(RequisiteKind::parse(word), None, "{word}");
    }
}

#[test]
fn a_chunk_is_shown_as_salt_shows_it() {
    let mut low = Low::new("boto_sqs", "present", "queue", place());
    low.sls = "myapp".to_owned();
    low.order = 10000.0;
    low.arguments
        .insert("region".to_owned(), Entry { key_place: place(), node: Node::scalar(place(), "us-east-1") });
    low.keywords.insert(Keyword::Failhard, Entry { key_place: place(), node: Node::scalar(place(), true) });
    low.requisites.push(Requisite {
        kind: RequisiteKind::plain(Relation::Require),
        targets: vec![
            Target::new("boto_sqs", "other", place()),
            Target { module: None, pattern: "bare".to_owned(), place: place() },
        ],
        place: place(),
    });
    let shown = json!({
        "state": "boto_sqs", "name": "queue", "__sls__": "myapp", "__env__": "base", "__id__": "queue",
        "region": "us-east-1", "failhard": true, "require": [{"boto_sqs": "other"}, "bare"], "order": 10000,
        "fun": "present",
    });
    assert_eq!(low.to_value().to_json(), shown);
    assert_eq!(low.tag(), "boto_sqs_|-queue_|-queue_|-present");
}

#[test]
fn orders_of_names_stay_fractions() {
    let mut low = Low::new("test", "nop", "n", place());
    low.order = 10002.0001;
    assert_eq!(low.to_value().to_json()["order"], json!(10002.0001));
}

#[test]
fn a_keyword_that_a_function_takes_too_is_found_as_its_argument() {
    let mut low = Low::new("cmd", "run", "c", place());
    low.keywords.insert(Keyword::Runas, Entry { key_place: place(), node: Node::scalar(place(), "nobody") });
    assert_eq!(low.argument("runas").and_then(|entry| entry.node.as_str()), Some("nobody"));
    assert_eq!(low.argument("cwd"), None);
}
