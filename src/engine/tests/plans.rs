//! A valid plan is done exactly, and an invalid one changes nothing: over generated declarations and drifts, on a kind
//! whose AWS is a variable.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;

use super::fake::{Spec, part, reconcile, reconcile_approved, world};
use crate::event::Event;
use crate::part::Part;
use crate::planned::PlannedAction;
use crate::run_plan::{Approved, PlannedState, RunPlan, Tally, VERSION, moved, of_aws};
use model::{Leaves, Low, Outcome, Place, Value, Verdict};

/// The number of generated declarations and drifts.
const CASES: u32 = 10_000;

const NAMES: [&str; 3] = ["door", "lamp", "roof"];
const VALUES: [&str; 3] = ["blue", "red", "white"];

/// The existing value; none for a thing that does not exist.
type Things = Vec<Option<&'static str>>;

fn things() -> impl Strategy<Value = Things> {
    prop::collection::vec(prop::option::of(prop::sample::select(&VALUES[..])), NAMES.len())
}

/// The world of one test with these things.
fn set(test: &str, things: &Things) {
    let world = world(test);
    let mut world = world.lock().unwrap();
    world.called.clear();
    world.things = present(things);
}

fn present(things: &Things) -> std::collections::HashMap<String, String> {
    let pairs = NAMES.iter().zip(things);
    pairs.filter_map(|(name, value)| Some(((*name).to_owned(), (*value)?.to_owned()))).collect()
}

fn parts(test: &str, wanted: &Things) -> Vec<Part> {
    let declared = NAMES.iter().zip(wanted).map(|(name, value)| {
        let leaves = if value.is_some() { Leaves::Present } else { Leaves::Absent };
        let part = part(test, name, leaves, None);
        let spec: &Spec = part.spec.downcast_ref().unwrap();
        let spec = Spec { value: value.unwrap_or_default().to_owned(), ..spec.clone() };
        Part { spec: std::sync::Arc::new(spec), ..part }
    });
    declared.collect()
}

fn lows() -> Vec<Low> {
    NAMES.iter().map(|name| Low::new("fake", "present", *name, Place::new("a.sls", 1, 1))).collect()
}

async fn plan(parts: &[Part]) -> RunPlan {
    let mut states = vec![];
    for part in parts {
        let (outcome, events) = reconcile(part, true).await;
        let things: Vec<_> = events
            .iter()
            .filter_map(
                |event| if let Event::Planned { thing, .. } = event { Some(of_aws(thing)) } else { None },
            )
            .collect();
        states.push(PlannedState {
            id: part.name.clone(),
            function: "fake.present".to_owned(),
            name: part.name.clone(),
            sls: "a".to_owned(),
            declared_at: "a.sls:1:1".to_owned(),
            action: things.first().map_or(PlannedAction::Unchanged, |thing| thing.action),
            failed: outcome.verdict == Verdict::Failed,
            comment: outcome.comment,
            triggered_by: vec![],
            things,
            warnings: vec![],
        });
    }
    RunPlan { format_version: VERSION, summary: Tally::of(&states), states, refused: vec![] }
}

/// The new values of an outcome, by path.
fn done(outcome: &Outcome) -> BTreeMap<String, serde_json::Value> {
    let new = outcome.changes.get("new").and_then(Value::as_map).cloned().unwrap_or_default();
    new.iter().map(|(path, value)| (path.to_string(), value.to_json())).collect()
}

fn planned(state: &PlannedState) -> BTreeMap<String, serde_json::Value> {
    let attributes = state.things.iter().flat_map(|thing| &thing.attributes);
    attributes.map(|it| (it.path.clone(), it.new.clone())).collect()
}

/// The state in front is index 0 in each run of `fake`.
fn approved<'a>(plan: &'a RunPlan, index: usize, lows: &[Low]) -> Approved<'a> {
    Approved::new(plan, &lows[index..=index])
}

async fn case(test: &str, before: Things, wanted: Things, after: Things) -> Result<(), TestCaseError> {
    set(test, &before);
    let (parts, lows) = (parts(test, &wanted), lows());
    let first = plan(&parts).await;
    prop_assert!(world(test).lock().unwrap().called.is_empty(), "a plan changes nothing");
    set(test, &after);
    let moved = moved(&first, &plan(&parts).await);
    let drifted: Vec<usize> = (0..NAMES.len()).filter(|index| before[*index] != after[*index]).collect();
    let named = |index: usize| moved.iter().any(|it| it.state.contains(&format!("'{}'", NAMES[index])));
    for (index, name) in NAMES.iter().enumerate() {
        prop_assert_eq!(named(index), drifted.contains(&index), "{}: {:?}", name, moved);
    }
    // If somebody changes AWS after the comparison, the approval stops it: only the planned changes are made.
    for (index, part) in parts.iter().enumerate() {
        let outcome = reconcile_approved(part, &approved(&first, index, &lows)).await;
        if named(index) {
            let is_so_already = after[index] == wanted[index];
            prop_assert_eq!(outcome.verdict == Verdict::Succeeded, is_so_already, "{}", outcome.comment);
            prop_assert!(!outcome.has_changes(), "{}", outcome.comment);
        } else {
            prop_assert_eq!(outcome.verdict, Verdict::Succeeded, "{}", outcome.comment);
            prop_assert_eq!(done(&outcome), planned(&first.states[index]));
        }
    }
    let expected: Things =
        (0..NAMES.len()).map(|index| if named(index) { after[index] } else { wanted[index] }).collect();
    let things = world(test).lock().unwrap().things.clone();
    prop_assert_eq!(things, present(&expected));
    Ok(())
}

#[test]
fn a_plan_is_done_to_the_letter_or_not_at_all() {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let count = AtomicUsize::new(0);
    let config = ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() };
    let drift = prop_oneof![Just(None), things().prop_map(Some)];
    proptest!(config, |(before in things(), wanted in things(), drift in drift)| {
        count.fetch_add(1, Ordering::Relaxed);
        let after = drift.unwrap_or_else(|| before.clone());
        runtime.block_on(case("property", before, wanted, after))?;
    });
    assert!(count.into_inner() >= CASES as usize);
}
