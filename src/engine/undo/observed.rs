//! What the journal knows of a thing before a run: the attributes that earlier runs set.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::engine::journal::{Entry, Loaded, StateName};
use crate::engine::planned::PlannedAction;
use crate::engine::run_plan::Thing;

/// The attributes that runs set on a thing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Observed {
    /// The state function that made it: `boto_sqs.present`.
    pub function: String,
    /// Its attributes, by path. None: it was a secret.
    pub attributes: BTreeMap<String, Option<Json>>,
}

/// A change of a run: the state that made it, and the thing.
pub(super) type RunChange<'a> = (&'a StateName, &'a Thing);

/// The begun changes of a run: a killed run may have planned more.
pub(super) fn changes(run: &Loaded) -> Vec<RunChange<'_>> {
    let begun: Vec<&StateName> = run.lines.iter().filter_map(|line| begun(&line.entry)).collect();
    let mut found: Vec<RunChange<'_>> = vec![];
    for line in &run.lines {
        let Entry::Planned { state, thing } = &line.entry else { continue };
        let is_known = found.iter().any(|(of, known)| *of == state && is_same(known, thing));
        if !is_known && thing.action != PlannedAction::Unchanged && begun.contains(&state) {
            found.push((state, thing));
        }
    }
    found
}

/// The state that has begun its changes according to an entry.
fn begun(entry: &Entry) -> Option<&StateName> {
    match entry {
        Entry::Step { state, .. } => Some(state),
        Entry::Ended { state, changes, .. } => {
            changes.as_object().is_some_and(|changes| !changes.is_empty()).then_some(state)
        }
        _ => None,
    }
}

/// True for two records of one thing.
pub(super) fn is_same(one: &Thing, other: &Thing) -> bool {
    (&one.kind, &one.name, &one.region) == (&other.kind, &other.name, &other.region)
}

/// The result of earlier runs for a thing, the oldest run first; none if none of them made it.
pub(super) fn observed(earlier: &[RunChange<'_>], thing: &Thing) -> Option<Observed> {
    let mut observed = None;
    for (state, change) in earlier.iter().filter(|(_, it)| is_same(it, thing)) {
        match change.action {
            PlannedAction::Delete => observed = None,
            PlannedAction::Create => {
                let function = state.function.clone();
                observed = Some(Observed { function, attributes: BTreeMap::new() });
            }
            PlannedAction::Change | PlannedAction::Replace | PlannedAction::Unchanged => {}
        }
        if let Some(observed) = &mut observed {
            let news = change.attributes.iter().filter(|it| !is_the_thing(it.new.as_str(), change));
            let value = news.map(|it| (it.path.clone(), (!it.hidden).then(|| it.new.clone())));
            observed.attributes.extend(value);
        }
    }
    observed
}

/// True for the line of a change that only names the thing: `queue: jobs`.
pub(super) fn is_the_thing(value: Option<&str>, thing: &Thing) -> bool {
    value == Some(&thing.name)
}
