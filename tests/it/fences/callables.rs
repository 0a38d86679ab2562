//! What a function does is said in its entry and nowhere else: no list of functions stands beside the table.

use exec::FUNCTIONS;
use kinds::functions;

use super::source::{Source, rust_files};
use super::{assert_none, assert_refused};

/// The lists that were kept by hand once.
const GONE: &[&str] = &["WITH_PILLAR", "OUT_OF_REACH", "ACTING", "own_options", "fn order("];

fn by_hand(sources: &[Source]) -> Vec<String> {
    let mut complaints = vec![];
    for source in sources.iter().filter(|source| !source.is_test()) {
        for name in GONE {
            let places = source.places_of(name);
            complaints
                .extend(places.into_iter().map(|place| format!("{place}: {name} is said by the entries")));
        }
        complaints.extend(lists(source));
    }
    complaints
}

/// Constant lists of texts of which two and more are names of functions.
fn lists(source: &Source) -> Vec<String> {
    let is_function =
        |word: &str| FUNCTIONS.iter().flat_map(|module| module.iter()).any(|function| function.name == word);
    let mut complaints = vec![];
    for part in source.text.split("&[&str] = &[").skip(1) {
        let inside = part.split(']').next().unwrap_or_default();
        let named: Vec<&str> =
            inside.split('"').skip(1).step_by(2).filter(|word| is_function(word)).collect();
        if named.len() > 1 {
            complaints.push(format!(
                "{}: a list of functions ({} …); say it in their entries",
                source.path, named[0]
            ));
        }
    }
    complaints
}

#[test]
fn no_list_of_functions_is_kept_by_hand() {
    assert_none(&by_hand(&rust_files(&["src/cli", "src/exec", "src/engine"])));
}

#[test]
fn a_list_kept_by_hand_is_refused() {
    let list = "const HELD: &[&str] = &[\"file.remove\", \"file.write\"];";
    assert_refused(by_hand, "src/cli/commands/lint/offline.rs", list, "a list of functions");
    assert_refused(
        by_hand,
        "src/cli/commands/function.rs",
        "const WITH_PILLAR: u8 = 1;",
        "is said by the entries",
    );
}

/// Every function that has an entry, with what it says of its answer.
fn answers() -> impl Iterator<Item = (&'static str, &'static str)> {
    let own = FUNCTIONS.iter().flat_map(|module| module.iter()).map(|it| (it.name, it.returns));
    own.chain(functions().map(|it| (it.function.name(), it.function.returns)))
}

#[test]
fn every_function_says_what_it_answers() {
    let silent: Vec<&str> = answers()
        .filter(|(_, returns)| returns.trim().len() < 4 || returns.starts_with("what "))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(silent, Vec::<&str>::new());
}
