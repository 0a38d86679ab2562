//! What the states of a run will make, and what they failed to make.

use std::collections::{HashMap, HashSet};

use super::{SessionId, Snapshot, lock};
use crate::model::Reference;

/// A name in a connection; a promise holds in every scope.
type Names<T> = HashMap<(SessionId, &'static str), HashMap<String, T>>;

/// Who promised what.
#[derive(Default)]
pub(super) struct Promises {
    /// The states that will make a thing.
    open: Names<HashSet<usize>>,
    /// The states that will remove a thing.
    leaving: Names<HashSet<usize>>,
    /// What each state promised to make or to remove.
    of_state: HashMap<usize, Vec<(SessionId, Reference)>>,
    /// What was promised by a state that failed.
    broken: Names<()>,
}

impl Promises {
    /// Notes that a state will make this.
    pub fn add(&mut self, session: SessionId, reference: Reference, state: usize) {
        let names = self.open.entry((session, reference.kind)).or_default();
        names.entry(reference.name.clone()).or_default().insert(state);
        self.of_state.entry(state).or_default().push((session, reference));
    }

    /// Notes that a state will remove this.
    pub fn add_leaving(&mut self, session: SessionId, reference: Reference, state: usize) {
        let names = self.leaving.entry((session, reference.kind)).or_default();
        names.entry(reference.name.clone()).or_default().insert(state);
        self.of_state.entry(state).or_default().push((session, reference));
    }

    /// Everything of a kind that some state will remove.
    pub fn leaving(&self, session: SessionId, kind: &'static str) -> Vec<String> {
        let names = self.leaving.get(&(session, kind)).into_iter().flatten();
        names.filter(|(_, states)| !states.is_empty()).map(|(name, _)| name.clone()).collect()
    }

    /// A state owes nothing any more.
    pub fn settle(&mut self, state: usize) -> Vec<(SessionId, Reference)> {
        let settled = self.of_state.remove(&state).unwrap_or_default();
        for (session, reference) in &settled {
            for owed in [&mut self.open, &mut self.leaving] {
                let names = owed.get_mut(&(*session, reference.kind));
                if let Some(states) = names.and_then(|names| names.get_mut(&reference.name)) {
                    states.remove(&state);
                }
            }
        }
        settled
    }

    /// A state will not keep what it promised.
    pub fn fail(&mut self, state: usize) {
        for (session, reference) in self.settle(state) {
            self.broken.entry((session, reference.kind)).or_default().insert(reference.name, ());
        }
    }

    /// True while some state will make it.
    pub fn is_open(&self, session: SessionId, reference: &Reference) -> bool {
        find(&self.open, session, reference).is_some_and(|states| !states.is_empty())
    }

    /// True when a state that was to make it failed.
    pub fn is_broken(&self, session: SessionId, reference: &Reference) -> bool {
        find(&self.broken, session, reference).is_some()
    }
}

fn find<'a, T>(names: &'a Names<T>, session: SessionId, reference: &Reference) -> Option<&'a T> {
    names.get(&(session, reference.kind))?.get(&reference.name)
}

impl Snapshot {
    /// Notes that a state will make this.
    pub fn promise(&self, session: SessionId, reference: Reference, state: usize) {
        lock(&self.promises).add(session, reference, state);
    }

    /// Notes that a state will remove this.
    pub fn note_leaving(&self, session: SessionId, reference: Reference, state: usize) {
        lock(&self.promises).add_leaving(session, reference, state);
    }

    /// Notes that a state will not, or no longer, make what it promised.
    pub fn settle(&self, state: usize) {
        lock(&self.promises).settle(state);
    }

    /// Notes that a state failed, so that what it promised may never be.
    pub fn fail(&self, state: usize) {
        lock(&self.promises).fail(state);
    }

    /// Notes that this run has made these, so that they may not be visible everywhere yet.
    pub fn note_created(&self, session: SessionId, references: &[Reference]) {
        let mut created = lock(&self.created);
        created.extend(references.iter().map(|reference| (session, reference.kind, reference.name.clone())));
    }

    /// True when this run has made one of these.
    pub fn has_created(&self, session: SessionId, references: &[Reference]) -> bool {
        let created = lock(&self.created);
        references
            .iter()
            .any(|reference| created.contains(&(session, reference.kind, reference.name.clone())))
    }
}
