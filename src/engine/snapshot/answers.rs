//! The answers of execution functions in the snapshot.

use super::{Moment, SessionId, Snapshot, lock};
use kind::{AnyLive, Question};
use model::Value;

impl Snapshot {
    /// From now on execution functions ask AWS again: something has happened that the snapshot does not notice.
    pub fn outdate_functions(&self) {
        let now = self.now();
        *lock(&self.functions_since) = now;
        lock(&self.answers).clear();
    }

    /// Execution functions may only use answers from after this.
    pub(crate) fn functions_since(&self) -> Moment {
        *lock(&self.functions_since)
    }

    /// The kept answer to a question.
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
