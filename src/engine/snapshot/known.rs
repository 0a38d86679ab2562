//! The answers that a run has, by connection, kind and name.

use std::collections::HashMap;

use super::{Answer, SessionId};
use crate::model::{Aspects, Reference};
use crate::resources::Ask;

/// What is known, and when what was forgotten last.
#[derive(Default)]
pub(super) struct KnownThings {
    kinds: HashMap<(SessionId, &'static str), HashMap<String, Bearers>>,
    /// Counts what was forgotten: an answer to a question that is older than a change is not believed.
    changes: u64,
}

/// Everything that bears one name, in whatever scope.
#[derive(Default)]
struct Bearers {
    entries: Vec<Entry>,
    /// The count of changes when the name was forgotten last.
    forgotten: u64,
}

struct Entry {
    scope: Option<String>,
    aspects: Aspects,
    answer: Answer,
}

impl KnownThings {
    /// The answer, if all these aspects are in it.
    pub fn get(&self, session: SessionId, reference: &Reference, aspects: Aspects) -> Option<&Answer> {
        let entry = self.find(session, reference)?;
        entry.aspects.has(aspects).then_some(&entry.answer)
    }

    /// The aspects that are known.
    pub fn aspects(&self, session: SessionId, reference: &Reference) -> Aspects {
        self.find(session, reference).map_or(Aspects::NONE, |entry| entry.aspects)
    }

    fn find(&self, session: SessionId, reference: &Reference) -> Option<&Entry> {
        let bearers = self.kinds.get(&(session, reference.kind))?.get(&reference.name)?;
        bearers.entries.iter().find(|entry| entry.scope == reference.scope)
    }

    /// The moment at which a question is asked.
    pub fn now(&self) -> u64 {
        self.changes
    }

    /// Keeps an answer to a question asked at `since`, unless the thing was changed meanwhile.
    pub fn store(&mut self, session: SessionId, ask: &Ask, answer: Answer, since: u64) {
        let Ask { reference, aspects } = ask;
        let names = self.kinds.entry((session, reference.kind)).or_default();
        let bearers = names.entry(reference.name.clone()).or_default();
        if bearers.forgotten > since {
            return;
        }
        bearers.entries.retain(|entry| entry.scope != reference.scope);
        bearers.entries.push(Entry { scope: reference.scope.clone(), aspects: *aspects, answer });
    }

    /// Forgets whatever bears the name, in every scope.
    pub fn forget(&mut self, session: SessionId, reference: &Reference) {
        self.changes += 1;
        let names = self.kinds.entry((session, reference.kind)).or_default();
        *names.entry(reference.name.clone()).or_default() =
            Bearers { entries: vec![], forgotten: self.changes };
    }

    /// Forgets everything of these kinds.
    pub fn forget_kinds(&mut self, kinds: &[&'static str]) {
        self.changes += 1;
        let meant = self.kinds.iter_mut().filter(|((_, kind), _)| kinds.contains(kind));
        for bearers in meant.flat_map(|(_, names)| names.values_mut()) {
            *bearers = Bearers { entries: vec![], forgotten: self.changes };
        }
    }

    /// How many things are known.
    pub fn len(&self) -> usize {
        self.kinds.values().flat_map(HashMap::values).map(|bearers| bearers.entries.len()).sum()
    }
}
