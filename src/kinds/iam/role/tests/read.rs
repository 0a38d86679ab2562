//! Tables for `read`: declarations and their problems.

use serde_json::json;

use crate::role::Role;
use crate::role::spec::{FUNCTIONS, Spec};
use kind::Resource;
use model::{Entry, Fields, Minion, Node, Place, Problems, Value};

fn place() -> Place {
    Place::new("a.sls", 3, 7)
}

fn read(arguments: serde_json::Value, pillar: serde_json::Value) -> (Spec, Vec<String>) {
    let minion =
        Minion { pillar: Value::from(pillar).as_map().cloned().unwrap_or_default(), ..Minion::default() };
    let Value::Map(arguments) = Value::from(arguments) else { unreachable!("a mapping") };
    let entries = arguments.into_iter().map(|(key, value)| {
        (key.to_string(), Entry { key_place: place(), node: Node::from_value(value, &place()) })
    });
    let mut problems = Problems::default();
    let function = &FUNCTIONS[0];
    let fields = Fields::check(function.arguments, entries, &place(), function.name(), &mut problems);
    let spec = Role::read(function, &fields, &minion, &mut problems);
    (spec, problems.0.iter().map(|problem| problem.message.clone()).collect())
}

#[test]
fn settings_left_out_are_not_managed() {
    let (spec, problems) = read(json!({"name": "web"}), json!({}));
    assert_eq!(problems, Vec::<String>::new());
    let bare = Spec { name: "web".to_owned(), present: true, has_profile: true, ..Spec::default() };
    assert_eq!(spec, bare);
}

#[test]
fn inline_policies_of_pillar_keys_are_merged_in_order_and_the_own_ones_win() {
    let arguments = json!({
        "name": "web",
        "policies_from_pillars": ["first", "deep:second", "missing"],
        "policies": {"c": r#"{"Statement": []}"#},
    });
    let pillar = json!({
        "first": {"a": {"Id": "1"}, "b": {"Id": "1"}, "c": {"Id": "1"}},
        "deep": {"second": {"b": {"Id": "2"}}},
    });
    let (spec, problems) = read(arguments, pillar);
    assert_eq!(problems, Vec::<String>::new());
    let inline: Vec<_> = spec.policies.inline.unwrap_or_default().into_iter().collect();
    let expected = [("a", r#"{"Id":"1"}"#), ("b", r#"{"Id":"2"}"#), ("c", r#"{"Statement": []}"#)];
    assert_eq!(inline, expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
}

#[test]
fn pillar_keys_that_do_not_exist_delete_nothing_but_an_empty_mapping_does() {
    let (spec, _) = read(json!({"name": "web", "policies_from_pillars": ["missing"]}), json!({}));
    assert_eq!(spec.policies.inline, None);
    let (spec, _) = read(json!({"name": "web", "policies": {}}), json!({}));
    assert_eq!(spec.policies.inline.map(|inline| inline.len()), Some(0));
}

#[test]
fn the_trust_of_the_pillar_comes_before_the_own_statements() {
    let arguments = json!({
        "name": "web",
        "policy_document_from_pillars": "trust",
        "policy_document": {"Version": "2012-10-17", "Statement": {"Sid": "own"}},
    });
    let pillar = json!({"trust": {"Version": "2008-10-17", "Statement": [{"Sid": "pillar"}]}});
    let (spec, problems) = read(arguments, pillar);
    assert_eq!(problems, Vec::<String>::new());
    let expected = json!({"Version": "2012-10-17", "Statement": [{"Sid": "pillar"}, {"Sid": "own"}]});
    assert_eq!(spec.trust.map(|text| serde_json::from_str(&text).unwrap()), Some(expected));
}

#[test]
fn all_problems_are_reported_at_once() {
    let arguments = json!({
        "name": "web",
        "path": "team",
        "policies": {"a": "{", "b": null},
        "policy_document_from_pillars": "none",
        "policies_from_pillars": ["text"],
        "managed_polices": [],
    });
    let (_, problems) = read(arguments, json!({"text": "x"}));
    assert_eq!(problems.len(), 6, "{problems:#?}");
    assert!(problems.iter().any(|problem| problem.contains("'team' is not a path")));
    assert!(problems.iter().any(|problem| problem.contains("'b' has no document")));
    assert!(problems.iter().any(|problem| problem.contains("not a JSON object")));
    assert!(problems.iter().any(|problem| problem.contains("no trust document 'none'")));
    assert!(problems.iter().any(|problem| problem.contains("must be a mapping, not text")));
}

#[test]
fn tags_are_a_mapping_or_the_list_of_the_api() {
    let (a, _) = read(json!({"name": "web", "tags": {"team": 1}}), json!({}));
    let (b, _) = read(json!({"name": "web", "Tags": [{"Key": "team", "Value": "1"}]}), json!({}));
    assert!(a.tags.is_some());
    assert_eq!(a.tags, b.tags);
}

#[test]
fn managed_policies_and_trusted_roles_of_the_run_come_first() {
    let trust = json!({"Statement": [{"Principal": {"AWS": [
        "arn:aws:iam::123456789012:role/team/other", "arn:aws:iam::123456789012:role/web"]}}]});
    let arguments = json!({
        "name": "web",
        "policy_document": trust,
        "managed_policies": ["mine", "arn:aws:iam::aws:policy/ReadOnlyAccess"],
        "permissions_boundary": "edge",
    });
    let (spec, _) = read(arguments, json!({}));
    let uses: Vec<_> = Role::uses(&spec).into_iter().map(|used| (used.kind, used.name)).collect();
    let expected = [("iam.policy", "mine"), ("iam.policy", "edge"), ("iam.role", "other")];
    assert_eq!(uses, expected.map(|(kind, name)| (kind, name.to_owned())));
}
