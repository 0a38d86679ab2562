use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use model::{Entry, Keyword, Node, Outcome, Place, Requisite, RequisiteKind, Target};

mod early;
mod order;
mod random;
mod slow;
mod stopping;

const KIND: &str = "sqs.queue";

fn place(line: u32) -> Place {
    Place::new("a.sls", line, 5)
}

/// A chunk at its own line.
fn low(id: &str, line: u32) -> Low {
    let mut low = Low::new("test", "nop", id, place(line));
    low.sls = "a".to_owned();
    low
}

/// A chunk with requisites, as in `require: [{test: b}]`.
fn related(id: &str, line: u32, requisites: &[(&str, &str)]) -> Low {
    let mut low = low(id, line);
    for (word, target) in requisites {
        let kind = RequisiteKind::parse(word).expect("a requisite");
        let targets = vec![Target::new("test", *target, place(line + 1))];
        low.requisites.push(Requisite { kind, targets, place: place(line) });
    }
    low
}

fn lows(chunks: &[(&str, &[(&str, &str)])]) -> Vec<Low> {
    let numbered = chunks.iter().zip((1..).step_by(10));
    numbered.map(|((id, requisites), line)| related(id, line, requisites)).collect()
}

fn build_plain(lows: Vec<Low>) -> Result<Graph, Problems> {
    build(lows, &[], &|_| NodeFacts::default())
}

fn ids(graph: &Graph, indices: &[usize]) -> Vec<String> {
    indices.iter().map(|index| graph.nodes[*index].low.id.clone()).collect()
}

/// The chunks that `id` waits for.
fn before(graph: &Graph, id: &str) -> Vec<String> {
    let index = graph.nodes.iter().position(|node| node.low.id == id).expect("it is in the graph");
    ids(graph, graph.before(index))
}

#[test]
fn a_circle_is_reported_with_every_step_and_its_place() {
    let problems = build_plain(lows(&[
        ("a", &[("require", "b")]),
        ("b", &[("watch", "c")]),
        ("c", &[("onchanges", "a")]),
    ]))
    .expect_err("a circle");
    assert_eq!(
        problems.to_string(),
        "a.sls:2:5: requisites form a cycle: a → b → c → a\n  hint: remove one of: \
         'a' require test 'b' at a.sls:2:5; 'b' watch test 'c' at a.sls:12:5; 'c' onchanges test 'a' at a.sls:22:5"
    );
}

#[test]
fn a_circle_through_an_inverse_form_and_prereq_is_found() {
    let inverse = build_plain(lows(&[("a", &[("require", "b"), ("require_in", "b")]), ("b", &[])]));
    assert!(inverse.is_err());
    let prereq = build_plain(lows(&[("a", &[("prereq", "b")]), ("b", &[("prereq", "a")])]));
    assert!(prereq.is_err());
}

#[test]
fn all_problems_of_a_tree_come_at_once() {
    let problems = build_plain(lows(&[
        ("a", &[("require_in", "nothere")]),
        ("queue", &[("require", "queue2")]),
        ("queue2", &[("require", "queue"), ("watch_in", "quee")]),
    ]))
    .expect_err("three things are wrong");
    assert_eq!(problems.0.len(), 3, "{problems}");
    assert_eq!(problems.0[1].hint.as_deref(), Some("did you mean 'queue'?"));
}

#[test]
fn an_inverse_requisite_that_salt_passes_over_is_a_warning() {
    let graph =
        build_plain(lows(&[("a", &[("listen_in", "nothere"), ("use_in", "nothere")])])).expect("a graph");
    assert_eq!(graph.warnings.len(), 2);
}

#[test]
fn a_requisite_that_names_nothing_says_where_it_stands_and_what_was_meant() {
    let graph = build_plain(lows(&[("a", &[("require", "queues")]), ("queue", &[])])).expect("a graph");
    assert_eq!(
        graph.nodes[0].missing.as_deref(),
        Some(
            "The following requisites were not found:\n                   require:\n                       \
             test: queues\ntest: queues (at a.sls:2:5), did you mean 'queue'?"
        )
    );
}

#[test]
fn use_takes_arguments_and_keywords_but_not_requisites_nor_what_is_set() {
    let mut chunks = lows(&[("a", &[("use", "b")]), ("b", &[("require", "c")]), ("c", &[])]);
    let entry = |value: &str| Entry { key_place: place(1), node: Node::scalar(place(1), value) };
    chunks[0].arguments.insert("mine".to_owned(), entry("a"));
    chunks[1].arguments.insert("mine".to_owned(), entry("b"));
    chunks[1].arguments.insert("theirs".to_owned(), entry("b"));
    chunks[1].keywords.insert(Keyword::Unless, entry("true"));
    let graph = build_plain(chunks).expect("a graph");
    let heir = &graph.nodes[0];
    assert_eq!(heir.low.argument("mine").and_then(|entry| entry.node.as_str()), Some("a"));
    assert_eq!(heir.low.argument("theirs").and_then(|entry| entry.node.as_str()), Some("b"));
    assert!(heir.low.keywords.contains_key(&Keyword::Unless));
    assert_eq!(heir.links, []);
}

#[test]
fn facts_are_asked_after_use() {
    let mut chunks = lows(&[("a", &[("use", "b")]), ("b", &[])]);
    let entry = Entry { key_place: place(1), node: Node::scalar(place(1), "eu") };
    chunks[1].arguments.insert("region".to_owned(), entry);
    let graph = build(chunks, &[], &|low| NodeFacts {
        scope: low.argument("region").and_then(|entry| entry.node.as_str()).unwrap_or("none").to_owned(),
        ..NodeFacts::default()
    })
    .expect("a graph");
    assert_eq!(graph.nodes[0].facts.scope, "eu");
}

#[test]
fn inverse_forms_of_ids_with_special_characters_mean_only_themselves() {
    let graph =
        build_plain(lows(&[("a[1]*", &[("require_in", "z")]), ("a1x", &[]), ("z", &[])])).expect("a graph");
    assert_eq!(before(&graph, "z"), ["a[1]*"]);
}
