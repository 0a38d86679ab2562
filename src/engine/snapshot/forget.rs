//! Invalidates the reads that a change makes wrong.

use super::{SessionId, Snapshot, lock};
use model::Reference;

impl Snapshot {
    /// Forgets all things with these names, in every scope, and all answers that show things of their kinds.
    pub fn forget(&self, session: SessionId, references: &[Reference]) {
        let is_meant = |kind: &'static str| references.iter().any(|reference| reference.kind == kind);
        let showing = self.sources.values().filter(|source| source.shows().iter().any(|kind| is_meant(kind)));
        let showing: Vec<&'static str> = showing.map(|source| source.kind()).collect();
        let mut known = lock(&self.known);
        for reference in references {
            known.forget(session, reference);
        }
        // A read of one of these that runs now began beside the change, and need not see it.
        known.drop_kinds(&showing);
        lock(&self.answers).clear();
    }

    /// Forgets all reads: the next look asks AWS again.
    pub fn forget_all(&self) {
        let kinds: Vec<&'static str> = self.sources.keys().copied().collect();
        lock(&self.known).forget_kinds(&kinds);
        lock(&self.answers).clear();
    }

    /// Forgets all things of these kinds, of every connection.
    pub fn forget_kinds(&self, kinds: &[&'static str]) {
        lock(&self.known).forget_kinds(kinds);
        lock(&self.answers).clear();
    }
}
