//! What of a difference is a complaint: one that is no deviation, a deviation that is none any more or comes to something
//! else than it did, and a test run that does not foresee the real one.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::compare;
use super::pins::Pins;
use super::promise::{Promise, Unforeseen};
use super::wordings::WORDINGS;

/// Case, part of it, reason. Parts are `test`, `real`, `after`, `again`, `loud` for a second run that is not silent, and
/// `promise` for a test run that does not foresee the real one; several with commas. None is `test`, `real` and `after`.
pub type Deviation = (&'static str, &'static str, &'static str);

/// One record's deviations.
pub(crate) struct Judge {
    name: String,
    deviations: &'static [Deviation],
    pins: Pins,
    promise: Promise,
}

impl Judge {
    /// Pins are in the directory of the record.
    pub(crate) fn new(
        name: &str,
        deviations: &'static [Deviation],
        unforeseen: &'static [Unforeseen],
    ) -> Self {
        let pins = Pins::of(&format!("tests/it/{name}/pinned.json"));
        Self { name: name.to_owned(), deviations, pins, promise: Promise::new(unforeseen) }
    }

    /// Our returns beside Salt's.
    pub(crate) fn returns(&self, case: &str, what: &str, ours: &Json, salts: &Json) -> Option<String> {
        self.complaint(case, what, compare::returns(ours, salts), || compare::shown(ours))
    }

    /// What stands after the real run beside what Salt left.
    pub(crate) fn trees(
        &self,
        case: &str,
        ours: &BTreeMap<String, String>,
        salts: &BTreeMap<String, String>,
    ) -> Option<String> {
        // Ours last: where names differ in the time alone, what we made counts.
        let names = salts.keys().filter(|name| !ours.contains_key(*name)).chain(ours.keys());
        let other = names.filter(|name| ours.get(*name) != salts.get(*name));
        let pinned = || other.map(|name| (name.clone(), Json::from(ours.get(name).cloned()))).collect();
        self.complaint(case, "after", compare::trees(ours, salts), pinned)
    }

    /// The second run changes nothing where the first succeeded.
    pub(crate) fn silence(&self, case: &str, what: &str, real: &Json, again: &Json) -> Option<String> {
        let loud = compare::succeeded(real).then(|| compare::changes(again)).flatten();
        let difference = loud.as_ref().map(|changes| format!("the second run is not silent: {changes}"));
        self.complaint(case, what, difference, || compare::shown(again))
    }

    /// The test run foresees the real one.
    pub(crate) fn promise(&self, case: &str, test: &Json, real: &Json) -> Option<String> {
        let both = || [compare::shown(test), compare::shown(real)].into_iter().collect();
        self.complaint(case, "promise", self.promise.broken(test, real), both)
    }

    fn complaint(
        &self,
        case: &str,
        what: &str,
        difference: Option<String>,
        ours: impl FnOnce() -> Json,
    ) -> Option<String> {
        self.pins.judged(&key(case, what), self.deviation(case, what), difference, ours)
    }

    /// Why a part of a case differs on purpose.
    fn deviation(&self, case: &str, what: &str) -> Option<&'static str> {
        let found =
            self.deviations.iter().find(|(name, of, _)| *name == case && parts(of).any(|part| part == what));
        found.map(|(_, _, why)| *why)
    }

    /// Deviations of what is no case.
    pub(crate) fn unknown(&self, is_known: impl Fn(&str) -> bool) -> Vec<String> {
        let unknown = self.deviations.iter().filter(|(name, ..)| !is_known(name));
        unknown.map(|(name, ..)| format!("{name} is no case")).collect()
    }

    /// What is named, and nothing that was run has asked for.
    pub(crate) fn stale(&self, was_run: impl Fn(&str) -> bool, is_whole: bool) -> Vec<String> {
        let mut stale = vec![];
        for (case, of, why) in self.deviations.iter().filter(|(case, ..)| was_run(case)) {
            let unused = parts(of).filter(|what| !self.pins.has_used(|used| used == key(case, what)));
            stale.extend(unused.map(|what| format!("{case} ({what}) was not compared: {why}")));
        }
        stale.extend(self.pins.unused(|key| key.rsplit_once(" (").is_some_and(|(case, _)| was_run(case))));
        if is_whole {
            stale.extend(self.promise.unmet());
            let worded = self.promise.worded();
            let ours = WORDINGS.iter().filter(|it| self.name == "files" && !worded.contains(it.why));
            stale.extend(ours.map(|it| format!("no case is worded so: {}", it.why)));
        }
        stale
    }
}

fn key(case: &str, what: &str) -> String {
    format!("{case} ({what})")
}

fn parts(of: &'static str) -> impl Iterator<Item = &'static str> {
    (if of.is_empty() { "test,real,after" } else { of }).split(',')
}
