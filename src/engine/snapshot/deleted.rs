//! The kinds of which this run has deleted something, or could not delete something.

use std::collections::HashSet;

use super::{SessionId, Snapshot, lock};

/// Kinds, each with its connection.
#[derive(Debug, Default)]
pub(super) struct DeletedKinds {
    deleted: HashSet<(SessionId, &'static str)>,
    kept: HashSet<(SessionId, &'static str)>,
}

impl Snapshot {
    /// Notes that this run has deleted something of this kind, so AWS may not have released yet what it used.
    pub fn note_deleted(&self, session: SessionId, kind: &'static str) {
        lock(&self.deleted).deleted.insert((session, kind));
    }

    /// Notes that this run could not delete something of this kind: that thing continues to use other things.
    pub fn note_kept(&self, session: SessionId, kind: &'static str) {
        lock(&self.deleted).kept.insert((session, kind));
    }

    /// True if this run has deleted something of one of these kinds, and all deletions of them succeeded: what they
    /// used is released after a while.
    pub fn has_deleted(&self, session: SessionId, kinds: &[&'static str]) -> bool {
        let known = lock(&self.deleted);
        let any =
            |of: &HashSet<(SessionId, &'static str)>| kinds.iter().any(|it| of.contains(&(session, *it)));
        any(&known.deleted) && !any(&known.kept)
    }
}
