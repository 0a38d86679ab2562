//! The kinds of which this run has deleted something.

use std::collections::HashSet;

use super::{SessionId, Snapshot, lock};

/// Kinds, each with the connection.
pub(super) type DeletedKinds = HashSet<(SessionId, &'static str)>;

impl Snapshot {
    /// Notes that this run has deleted something of this kind, so that AWS may not have let go of what it used yet.
    pub fn note_deleted(&self, session: SessionId, kind: &'static str) {
        lock(&self.deleted).insert((session, kind));
    }

    /// True when this run has deleted something of one of these kinds.
    pub fn has_deleted(&self, session: SessionId, kinds: &[&'static str]) -> bool {
        let deleted = lock(&self.deleted);
        kinds.iter().any(|kind| deleted.contains(&(session, *kind)))
    }
}
