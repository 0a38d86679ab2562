//! Keeps the tree as `docs/architecture.md` draws it: layers, sizes, lists and names.
//!
//! A fence is a pure function from sources to complaints. Each is run over the tree, and once over a sample that it
//! must refuse: a fence that cannot fail guards nothing.

mod architecture;
mod callables;
mod docs;
mod english;
mod layers;
mod lists;
mod operations;
mod paths;
mod prices;
mod promises;
mod sizes;
mod source;
mod words;

use source::Source;

/// Fails with all complaints at once, one a line.
fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "{} complaint(s):\n{}", complaints.len(), complaints.join("\n"));
}

/// Asserts that the fence refuses the sample at `path` and says `words`.
fn assert_refused(fence: impl Fn(&[Source]) -> Vec<String>, path: &str, text: &str, words: &str) {
    let complaints = fence(&[Source::new(path, text)]);
    assert!(complaints.iter().any(|one| one.contains(words)), "{path} should be refused: {complaints:?}");
}

/// Asserts that the fence lets the sample at `path` pass.
fn assert_passed(fence: impl Fn(&[Source]) -> Vec<String>, path: &str, text: &str) {
    assert_none(&fence(&[Source::new(path, text)]));
}
