//! `docs/kinds.md` says what there is.

use std::collections::{BTreeMap, BTreeSet};

use kinds::kinds;

use super::CHECKED;

/// What a row of the table says.
#[derive(Debug, PartialEq)]
struct Row {
    functions: BTreeSet<String>,
    skips: BTreeSet<String>,
}

/// The words in backticks.
fn words(cell: &str) -> impl Iterator<Item = String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned)
}

/// A law's name begins with a capital; whatever else the cell says is the reason.
fn laws(cell: &str) -> BTreeSet<String> {
    words(cell).filter(|word| word.starts_with(char::is_uppercase)).collect()
}

fn rows(text: &str) -> BTreeMap<String, Row> {
    let mut rows = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").collect();
        let [kind, functions, _, skips] = cells[..] else { panic!("not four cells: {line}") };
        let kind = words(kind).next().expect("a kind in backticks");
        let row = Row { functions: words(functions).collect(), skips: laws(skips) };
        assert!(rows.insert(kind.clone(), row).is_none(), "{kind} has two rows");
    }
    rows
}

#[test]
fn the_table_of_kinds_is_true() {
    let text = include_str!("../../../docs/kinds.md");
    let told = rows(text);
    let mut there = BTreeMap::new();
    for kind in kinds() {
        let functions = kind.functions().iter().flat_map(|function| function.names);
        let (_, skips) = CHECKED.iter().find(|(checked, _)| *checked == kind.kind()).expect("checked above");
        let row = Row {
            functions: functions.map(|name| (*name).to_owned()).collect(),
            skips: skips.iter().map(|(law, _)| format!("{law:?}")).collect(),
        };
        there.insert(kind.kind().to_owned(), row);
    }
    for (kind, row) in &there {
        assert_eq!(told.get(kind), Some(row), "docs/kinds.md says otherwise of {kind}");
    }
    assert_eq!(told.len(), there.len(), "docs/kinds.md has a kind that is no more");
}
