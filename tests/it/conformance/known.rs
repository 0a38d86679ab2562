//! What the product cannot do yet: cells of the table that are not played, each with a reason that the table prints.
//!
//! `known.txt` has a line for each: the kind or `*`, a mood, or the phase, call and fault, and the reason, parted by `|`.
//! `ORCHESTRATE_CONFORMANCE=all` plays these cells too, to see which lines can go.

use std::path::Path;

use super::report::asked;

/// The reason why a cell of a kind is not played, if there is one.
pub fn reason(kind: &str, cell: &str) -> Option<String> {
    if asked("all") {
        return None;
    }
    lines()
        .into_iter()
        .find(|[of, which, _]| (of == "*" || of == kind) && which == cell)
        .map(|[_, _, why]| why)
}

fn lines() -> Vec<[String; 3]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/conformance/known.txt");
    let text = std::fs::read_to_string(path).expect("known.txt");
    let told = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    told.map(|line| {
        let parts: Vec<String> = line.split('|').map(|part| part.trim().to_owned()).collect();
        parts.try_into().unwrap_or_else(|_| panic!("known.txt: not three parts: {line}"))
    })
    .collect()
}

#[test]
fn every_line_names_a_kind_and_a_reason() {
    for [kind, cell, reason] in lines() {
        let is_kind =
            kind == "*" || kind == "stack" || super::CHECKED.iter().any(|(checked, _)| *checked == kind);
        assert!(is_kind && !cell.is_empty() && !reason.is_empty(), "known.txt: {kind} | {cell} | {reason}");
    }
}
