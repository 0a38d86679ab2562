//! Each promise of `SECURITY.md` names the tests that show it.

use std::collections::BTreeSet;

use super::assert_none;
use super::source::{root, rust_files};

/// The rows of the table of promises that break the rule. A row is: who, can, cannot, shown by.
fn complaints(page: &str, tests: &BTreeSet<String>) -> Vec<String> {
    let mut complaints = vec![];
    let table = page.lines().skip_while(|line| !line.starts_with("| who | can | cannot | shown by |"));
    let mut count = 0;
    for line in table.skip(2).take_while(|line| line.starts_with('|')) {
        count += 1;
        let cells: Vec<&str> = line.split('|').skip(1).map(str::trim).collect();
        let (who, promise) = (cells[0], cells.get(2).copied().unwrap_or_default());
        let named: Vec<&str> =
            cells.get(3).copied().unwrap_or_default().split('`').skip(1).step_by(2).collect();
        if !promise.is_empty() && named.is_empty() {
            complaints.push(format!("SECURITY.md: '{who}' cannot {promise}: no test shows it"));
        }
        for name in named.iter().filter(|name| !tests.contains(**name)) {
            complaints.push(format!("SECURITY.md: '{who}': there is no test '{name}'"));
        }
    }
    if count == 0 {
        complaints.push("SECURITY.md: the table of promises is missing".to_owned());
    }
    complaints
}

/// The names of all functions with an attribute of a test before them.
fn tests() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for source in rust_files(&["src", "tests"]) {
        let mut is_test = false;
        for line in source.text.lines().map(str::trim) {
            if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
                is_test = true;
            } else if let Some((_, rest)) = line.split_once("fn ")
                && is_test
            {
                names.extend(rest.split('(').next().map(str::to_owned));
                is_test = false;
            }
        }
    }
    names
}

#[test]
fn every_promise_is_shown_by_a_test() {
    let page = std::fs::read_to_string(root().join("SECURITY.md")).unwrap();
    assert_none(&complaints(&page, &tests()));
}

#[test]
fn a_promise_without_a_test_is_refused() {
    let head = "| who | can | cannot | shown by |\n|---|---|---|---|\n";
    let tests = BTreeSet::from(["a_test".to_owned()]);
    assert_none(&complaints(&format!("{head}| a | b | | |\n| a | b | c | `a_test` |\n"), &tests));
    assert_eq!(complaints(&format!("{head}| a | b | c | |\n"), &tests).len(), 1);
    assert_eq!(complaints(&format!("{head}| a | b | c | `no_test`, `a_test` |\n"), &tests).len(), 1);
    assert_eq!(complaints("nothing", &tests).len(), 1);
}
