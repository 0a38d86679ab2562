//! What execution functions keep in the snapshot and take from it.

use super::{Moment, SessionId, Snapshot, lock};
use crate::model::Value;
use crate::resources::{AnyLive, Question};

impl Snapshot {
    /// From now on execution functions ask AWS anew: something has happened outside of what the snapshot notices.
    pub fn outdate_functions(&self) {
        let now = self.now();
        *lock(&self.functions_since) = now;
        lock(&self.answers).clear();
    }

    /// What execution functions are told was not asked before this.
    pub(in crate::engine) fn functions_since(&self) -> Moment {
        *lock(&self.functions_since)
    }

    /// The answer that was kept for a question.
    pub fn recall(&self, session: SessionId, question: &Question) -> Option<Value> {
        lock(&self.answers).get(&(session, question.clone())).cloned()
    }

    /// Keeps an answer until something is changed.
    pub fn keep(&self, session: SessionId, question: Question, answer: Value) {
        lock(&self.answers).insert((session, question), answer);
    }

    /// An attribute of a thing of that kind.
    pub fn attribute(&self, kind: &'static str, live: &AnyLive, attribute: &str) -> Option<Value> {
        self.sources.get(kind)?.attribute(live, attribute)
    }
}
