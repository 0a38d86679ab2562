//! How the calls of a kind grow with the number of its things: not faster than they do.
//!
//! Copies of each kind's example, under other names, are made and then planned. `not_copied.txt` names the examples that
//! cannot be copied and the kinds whose calls grow faster, with the reasons.

use std::collections::BTreeMap;

use kind::AnySource;
use kinds::kinds;
use model::Low;
use serde_json::json;

use super::{CHECKED, on_a_large_stack};
use crate::local_aws::Fault;
use crate::world::{World, all_succeeded, states, told};

/// The copies of each example.
const FEW: usize = 8;

/// The copies of the examples of kinds that are found by a list.
const MANY: usize = 200;

/// Kinds whose things AWS finds only in a list of all.
const FOUND_BY_LIST: &[&str] = &[
    "cloudcontrol.stream",
    "events.rule",
    "iam.policy",
    "iam.saml_provider",
    "kms.key",
    "route53.hosted_zone",
    "sns.topic",
];

/// The word that the names of an example contain, where that is another one than in most examples.
const WORDS: &[(&str, &str)] = &[
    ("cloudcontrol.distribution", "website"),
    ("cloudcontrol.file_system", "shared"),
    ("cloudcontrol.secret", "prod/db"),
    ("cloudcontrol.stream", "events"),
];

/// The kinds whose examples cannot be copied here: each line of the file has a kind and a reason.
fn not_copied() -> BTreeMap<String, String> {
    let path = format!("{}/tests/it/conformance/not_copied.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a list");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.split_once(" | ").expect("a kind and a reason"))
        .map(|(kind, reason)| (kind.to_owned(), reason.to_owned()))
        .collect()
}

/// The example of a kind, so many times, under names that differ.
fn copies(kind: &str, count: usize) -> Vec<Low> {
    let path = format!("{}/src/kinds/{}/example.sls", env!("CARGO_MANIFEST_DIR"), kind.replace('.', "/"));
    let text = std::fs::read_to_string(&path).expect("an example");
    (0..count).flat_map(|number| states(&renamed(kind, &text, number), &path)).collect()
}

fn renamed(kind: &str, text: &str, number: usize) -> String {
    let own = WORDS.iter().find(|(of, _)| *of == kind).map(|(_, word)| *word);
    let words = own.map_or(vec!["example", "conformance", "Conformance"], |word| vec![word]);
    // What follows the word stays what it is: a domain, or the module of a state.
    words.iter().fold(text.to_owned(), |text, word| {
        let parts: Vec<&str> = text.split(word).collect();
        let mut out = parts[0].to_owned();
        for part in &parts[1..] {
            out.push_str(word);
            if !part.starts_with(".com") {
                out.push_str(&number.to_string());
            }
            out.push_str(part);
        }
        out
    })
}

/// The calls of a run that makes this many copies, and of a plan once they are there, by operation.
async fn calls(kind: &str, copied: usize) -> Result<[BTreeMap<String, usize>; 2], String> {
    let world = World::with(json!({"checks": false, "holds": false})).await;
    let lows = copies(kind, copied);
    world.proxy.set(Fault::None);
    let returns = world.run(&lows, false).await;
    if !all_succeeded(&returns) {
        return Err(told(&returns));
    }
    let made = counted(&world);
    world.proxy.set(Fault::None);
    let returns = world.run(&lows, true).await;
    if !all_succeeded(&returns) {
        return Err(told(&returns));
    }
    Ok([made, counted(&world)])
}

fn counted(world: &World) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for call in world.proxy.traffic().calls {
        *counts.entry(call.name).or_default() += 1;
    }
    counts
}

/// The operations that are called more often than the things are.
async fn of_kind(kind: &str, copied: usize) -> Vec<String> {
    let (one, all) = match (Box::pin(calls(kind, 1)).await, Box::pin(calls(kind, copied)).await) {
        (Ok(one), Ok(all)) => (one, all),
        (Err(error), _) | (_, Err(error)) => return vec![format!("{kind} cannot be copied: {error}")],
    };
    let mut found = vec![];
    for ((phase, one), all) in ["run", "plan"].iter().zip(one).zip(all) {
        for (name, count) in all {
            let right = one.get(&name).copied().unwrap_or(1) * copied;
            // Which calls go in one batch, and what is seen a little later, depends on time. What grows faster is much more.
            if count > 2 * right {
                found.push(format!(
                    "{kind}, {phase}: {name} is called {count} times for {copied} examples, {right} are right"
                ));
            }
        }
    }
    found
}

/// Checks these kinds, some at a time.
fn check(kinds: Vec<&'static str>, copied: usize) {
    on_a_large_stack(move || async move {
        let mut found = vec![];
        for some in kinds.chunks(4) {
            let of_some = some.iter().map(|kind| Box::pin(of_kind(kind, copied)));
            found.extend(futures::future::join_all(of_some).await.concat());
        }
        assert_eq!(found, Vec::<String>::new(), "{}", found.join("\n"));
    });
}

fn known() -> Vec<&'static str> {
    let is_checked = |kind: &&str| CHECKED.iter().any(|(checked, _)| checked == kind);
    kinds().map(AnySource::kind).filter(is_checked).collect()
}

#[test]
fn calls_do_not_grow_faster_than_things() {
    let not = not_copied();
    let is_copied = |kind: &&str| !not.contains_key(*kind);
    check(known().into_iter().filter(is_copied).collect(), FEW);
}

#[test]
fn two_hundred_things_that_are_found_by_a_list_are_not_found_by_two_hundred_lists() {
    check(known().into_iter().filter(|kind| FOUND_BY_LIST.contains(kind)).collect(), MANY);
}
