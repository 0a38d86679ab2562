//! The kinds of which this run has deleted something, or was to and could not.

use std::collections::HashSet;

use super::{SessionId, Snapshot, lock};

/// Kinds, each with the connection.
#[derive(Debug, Default)]
pub(super) struct DeletedKinds {
    deleted: HashSet<(SessionId, &'static str)>,
    kept: HashSet<(SessionId, &'static str)>,
}

impl Snapshot {
    /// Notes that this run has deleted something of this kind, so that AWS may not have let go of what it used yet.
    pub fn note_deleted(&self, session: SessionId, kind: &'static str) {
        lock(&self.deleted).deleted.insert((session, kind));
    }

    /// Notes that this run was to delete something of this kind and could not: it goes on using what it uses.
    pub fn note_kept(&self, session: SessionId, kind: &'static str) {
        lock(&self.deleted).kept.insert((session, kind));
    }

    /// True when this run has deleted something of one of these kinds, and everything of them that it was to delete: what
    /// they used is released after a while.
    pub fn has_deleted(&self, session: SessionId, kinds: &[&'static str]) -> bool {
        let known = lock(&self.deleted);
        let any =
            |of: &HashSet<(SessionId, &'static str)>| kinds.iter().any(|it| of.contains(&(session, *it)));
        any(&known.deleted) && !any(&known.kept)
    }
}
