//! The answers that a run has, by connection, kind and name.

use std::collections::HashMap;

use super::{ReadResult, SessionId};
use kind::Ask;
use model::{Aspects, Reference};

/// A point in the order of a run's events: later moments are greater.
///
/// It is a count, not a time of day: an answer does not become too old by seconds, but by an event after AWS was asked.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub struct Moment(u64);

impl Moment {
    /// Before anything was asked: every answer is newer.
    pub const START: Self = Self(0);
}

/// What must be known of a thing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Demand {
    /// The aspects.
    pub aspects: Aspects,
    /// Answers to earlier questions are too old.
    pub since: Moment,
}

impl Demand {
    /// Adds the needs of another caller.
    pub fn add(&mut self, other: Self) {
        self.aspects |= other.aspects;
        self.since = self.since.max(other.since);
    }
}

/// The known answers, and when something was last forgotten.
#[derive(Default)]
pub(super) struct KnownThings {
    kinds: HashMap<(SessionId, &'static str), HashMap<String, SameName>>,
    /// The latest moment.
    latest: u64,
}

/// All answers for one name, in any scope.
#[derive(Default)]
struct SameName {
    entries: Vec<Entry>,
    /// When the name was forgotten last.
    forgotten: Moment,
}

struct Entry {
    scope: Option<String>,
    aspects: Aspects,
    answer: ReadResult,
    /// When AWS was asked.
    asked: Moment,
}

impl KnownThings {
    /// The answer, if all these aspects are in it and AWS was not asked before `since`.
    pub fn get(
        &self,
        session: SessionId,
        reference: &Reference,
        Demand { aspects, since }: Demand,
    ) -> Option<&ReadResult> {
        let entry = self.find(session, reference)?;
        (entry.aspects.has(aspects) && entry.asked >= since).then_some(&entry.answer)
    }

    /// The aspects that are known.
    pub fn aspects(&self, session: SessionId, reference: &Reference) -> Aspects {
        self.find(session, reference).map_or(Aspects::NONE, |entry| entry.aspects)
    }

    fn find(&self, session: SessionId, reference: &Reference) -> Option<&Entry> {
        let same_name = self.kinds.get(&(session, reference.kind))?.get(&reference.name)?;
        same_name.entries.iter().find(|entry| entry.scope == reference.scope)
    }

    /// A moment later than all before it.
    pub fn now(&mut self) -> Moment {
        self.latest += 1;
        Moment(self.latest)
    }

    /// Keeps the answer to a question, unless the thing was changed after AWS was asked.
    pub fn store(&mut self, session: SessionId, ask: &Ask, answer: ReadResult, asked: Moment) {
        let Ask { reference, aspects } = ask;
        let names = self.kinds.entry((session, reference.kind)).or_default();
        let same_name = names.entry(reference.name.clone()).or_default();
        if same_name.forgotten > asked {
            return;
        }
        same_name.entries.retain(|entry| entry.scope != reference.scope);
        let scope = reference.scope.clone();
        same_name.entries.push(Entry { scope, aspects: *aspects, answer, asked });
    }

    /// Forgets everything of that name, in every scope.
    pub fn forget(&mut self, session: SessionId, reference: &Reference) {
        let forgotten = self.now();
        let names = self.kinds.entry((session, reference.kind)).or_default();
        *names.entry(reference.name.clone()).or_default() = SameName { entries: vec![], forgotten };
    }

    /// Forgets everything of these kinds.
    pub fn forget_kinds(&mut self, kinds: &[&'static str]) {
        let forgotten = self.now();
        let meant = self.kinds.iter_mut().filter(|((_, kind), _)| kinds.contains(kind));
        for same_name in meant.flat_map(|(_, names)| names.values_mut()) {
            *same_name = SameName { entries: vec![], forgotten };
        }
    }

    /// Forgets everything of these kinds; an answer of a running read still counts.
    pub fn drop_kinds(&mut self, kinds: &[&'static str]) {
        let meant = self.kinds.iter_mut().filter(|((_, kind), _)| kinds.contains(kind));
        meant.flat_map(|(_, names)| names.values_mut()).for_each(|same_name| same_name.entries.clear());
    }

    /// The number of known things.
    pub fn len(&self) -> usize {
        self.kinds.values().flat_map(HashMap::values).map(|same_name| same_name.entries.len()).sum()
    }
}
