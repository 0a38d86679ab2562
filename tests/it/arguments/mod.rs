//! The arguments of Salt's boto states: each is taken here, or its function is listed with what to write instead.
//!
//! `recorded.json` holds the names from the signatures of Salt 3007; `record.py` writes it.

use std::collections::{BTreeMap, BTreeSet};

use kinds::{state_functions, unbuilt};
use model::Function;

/// Every function takes these: the state's name, and with whose credentials it acts.
const OF_ALL: &[&str] = &["name", "region", "key", "keyid", "profile"];

fn recorded() -> BTreeMap<String, Vec<String>> {
    serde_json::from_str(include_str!("recorded.json")).expect("a record")
}

fn find(name: &str) -> Option<&'static Function> {
    state_functions().find(|function| function.names.contains(&name))
}

/// Arguments of Salt's function that ours does not take.
fn missing(function: &Function, salts: &[String]) -> Vec<String> {
    let takes = |typed: &str| function.arguments.iter().any(|argument| argument.is_spelled(typed));
    let is_missing = |typed: &&String| !OF_ALL.contains(&typed.as_str()) && !takes(typed);
    salts.iter().filter(is_missing).cloned().collect()
}

#[test]
fn every_argument_of_salts_states_is_taken_and_what_is_not_here_is_listed() {
    let mut complaints = vec![];
    let mut absent: BTreeSet<&str> = BTreeSet::new();
    let recorded = recorded();
    for (name, salts) in &recorded {
        match find(name) {
            Some(function) if function.open => {}
            Some(function) => {
                let missing = missing(function, salts);
                complaints
                    .extend((!missing.is_empty()).then(|| format!("{name} lacks {}", missing.join(", "))));
            }
            None => drop(absent.insert(name)),
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let listed: BTreeSet<&str> = unbuilt::functions().collect();
    assert_eq!(absent, listed, "what is not here, and src/kinds/unbuilt.rs");
    let told = format!(
        "Of the {} state functions in Salt's {} `boto_*` modules, {} are here",
        recorded.len(),
        recorded.keys().map(|name| name.split('.').next()).collect::<BTreeSet<_>>().len(),
        recorded.len() - absent.len()
    );
    assert!(include_str!("../../../docs/kinds.md").contains(&told), "docs/kinds.md does not say: {told}");
}

#[test]
fn an_argument_that_is_not_taken_is_found() {
    let function = state_functions().next();
    let Some(function) = function else { return };
    let salts = ["name", "profile", "no_such_argument"].map(str::to_owned);
    assert_eq!(missing(function, &salts), ["no_such_argument"]);
}
