//! The things that the states of a run will make, and those that they failed to make.

use std::collections::{HashMap, HashSet};

use super::{SessionId, Snapshot, lock};
use model::Reference;

/// A name in a connection; a promise holds in every scope.
type Names<T> = HashMap<(SessionId, &'static str), HashMap<String, T>>;

/// What a state will do to a thing.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Promise {
    Make,
    Remove,
}

/// Which state promised what.
#[derive(Default)]
pub(super) struct Promises {
    /// The states that will make or remove a thing.
    open: Names<HashSet<(usize, Promise)>>,
    /// What each state promised.
    of_state: HashMap<usize, Vec<(SessionId, Reference, Promise)>>,
    /// Things that a failed state was to make.
    broken: Names<()>,
}

impl Promises {
    fn add(&mut self, session: SessionId, reference: Reference, state: usize, promise: Promise) {
        let names = self.open.entry((session, reference.kind)).or_default();
        names.entry(reference.name.clone()).or_default().insert((state, promise));
        self.of_state.entry(state).or_default().push((session, reference, promise));
    }

    /// All things of a kind that some state will delete.
    pub fn leaving(&self, session: SessionId, kind: &'static str) -> Vec<String> {
        let names = self.open.get(&(session, kind)).into_iter().flatten();
        names.filter(|(_, states)| has(states, Promise::Remove)).map(|(name, _)| name.clone()).collect()
    }

    /// A state has nothing more to do.
    fn settle(&mut self, state: usize) -> Vec<(SessionId, Reference, Promise)> {
        let settled = self.of_state.remove(&state).unwrap_or_default();
        for (session, reference, promise) in &settled {
            let names = self.open.get_mut(&(*session, reference.kind));
            if let Some(states) = names.and_then(|names| names.get_mut(&reference.name)) {
                states.remove(&(state, *promise));
            }
        }
        settled
    }

    /// A state will not keep its promises. Things that it was to delete may still exist.
    fn fail(&mut self, state: usize) {
        let made = self.settle(state).into_iter().filter(|(.., promise)| *promise == Promise::Make);
        for (session, reference, _) in made {
            self.broken.entry((session, reference.kind)).or_default().insert(reference.name, ());
        }
    }

    /// True while some state will make it.
    pub fn is_open(&self, session: SessionId, reference: &Reference) -> bool {
        find(&self.open, session, reference).is_some_and(|states| has(states, Promise::Make))
    }

    /// True when a state that was to make it failed.
    pub fn is_broken(&self, session: SessionId, reference: &Reference) -> bool {
        find(&self.broken, session, reference).is_some()
    }
}

fn find<'a, T>(names: &'a Names<T>, session: SessionId, reference: &Reference) -> Option<&'a T> {
    names.get(&(session, reference.kind))?.get(&reference.name)
}

fn has(states: &HashSet<(usize, Promise)>, wanted: Promise) -> bool {
    states.iter().any(|(_, promise)| *promise == wanted)
}

impl Snapshot {
    /// Notes that a state will make this.
    pub fn promise(&self, session: SessionId, reference: Reference, state: usize) {
        lock(&self.promises).add(session, reference, state, Promise::Make);
    }

    /// Notes that a state will delete this.
    pub fn note_leaving(&self, session: SessionId, reference: Reference, state: usize) {
        lock(&self.promises).add(session, reference, state, Promise::Remove);
    }

    /// Notes that a state will not, or no longer, make or delete what it promised.
    pub fn settle(&self, state: usize) {
        lock(&self.promises).settle(state);
    }

    /// Notes that a state failed, so that the promised things may never exist.
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
