//! The snapshot as one state sees it.

use super::known::Demand;
use super::{Moment, SessionId, Snapshot, lock};
use kind::{Known, Sight};
use model::{Aspects, Reference};

/// The snapshot as one state sees it: through its own connection.
pub struct View<'a> {
    snapshot: &'a Snapshot,
    session: SessionId,
    since: Moment,
}

impl<'a> View<'a> {
    /// The view through a connection.
    pub fn new(snapshot: &'a Snapshot, session: SessionId) -> Self {
        Self { snapshot, session, since: Moment::START }
    }

    /// The same view; answers from before `since` count as not read.
    #[must_use]
    pub fn since(self, since: Moment) -> Self {
        Self { since, ..self }
    }
}

impl Known for View<'_> {
    fn sight(&self, reference: &Reference, attribute: &str, aspects: Aspects) -> Sight {
        match self.snapshot.entry(self.session, reference, Demand { aspects, since: self.since }) {
            None => Sight::Unread,
            Some(Ok(None)) => Sight::Absent,
            Some(Err(error)) => Sight::Failed(error),
            Some(Ok(Some(live))) => {
                let source = self.snapshot.sources.get(reference.kind);
                Sight::Found(source.and_then(|source| source.attribute(&live, attribute)))
            }
        }
    }

    fn is_promised(&self, reference: &Reference) -> bool {
        lock(&self.snapshot.promises).is_open(self.session, reference)
    }

    fn leaving(&self, kind: &'static str) -> Vec<String> {
        lock(&self.snapshot.promises).leaving(self.session, kind)
    }

    fn is_broken(&self, reference: &Reference) -> bool {
        lock(&self.snapshot.promises).is_broken(self.session, reference)
    }
}
