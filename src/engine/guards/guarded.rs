//! Guards during a run: each change is checked right before it is made.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::Guards;
use crate::approval::Approval;
use crate::planned::PlannedThing;
use crate::run_plan::{Thing, of_aws};
use model::Outcome;

/// What distinguishes a thing from all others: two accounts may have things of one name.
#[derive(Clone, Eq, Ord, PartialEq, PartialOrd)]
struct Whereabouts {
    account: Option<String>,
    region: Option<String>,
    kind: String,
    name: String,
    /// A record has a type besides its name.
    named_by: String,
}

impl Whereabouts {
    fn of(thing: &Thing) -> Self {
        Self {
            account: thing.account.clone(),
            region: thing.region.clone(),
            kind: thing.kind.clone(),
            name: thing.name.clone(),
            named_by: serde_json::to_string(&thing.named_by).unwrap_or_default(),
        }
    }
}

/// Guards, and another approval that must agree as well.
pub struct Guarded<'a> {
    guards: &'a Guards,
    inner: Option<&'a dyn Approval>,
    /// The changes that the run has begun.
    begun: Mutex<BTreeMap<Whereabouts, Thing>>,
}

impl<'a> Guarded<'a> {
    /// Guards combined with the approval of a plan, if there is one.
    pub fn new(guards: &'a Guards, inner: Option<&'a dyn Approval>) -> Self {
        Self { guards, inner, begun: Mutex::default() }
    }
}

impl Approval for Guarded<'_> {
    fn thing(&self, state: usize, thing: &PlannedThing, is_first: bool) -> Result<(), String> {
        if let Some(inner) = self.inner {
            inner.thing(state, thing, is_first)?;
        }
        let thing = of_aws(thing);
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let place = Whereabouts::of(&thing);
        // The first round shows the real change of a thing: later rounds of a replacement look like a creation.
        let of_thing = if is_first { Some(&thing) } else { begun.get(&place) };
        let others = begun.iter().filter(|(other, _)| **other != place).map(|(_, other)| other);
        let too_many = self.guards.too_many(others.chain(of_thing));
        if let Some(refused) = self.guards.about(&thing).into_iter().chain(too_many).next() {
            return Err(refused.to_string());
        }
        if is_first {
            begun.insert(place, thing);
        }
        Ok(())
    }

    fn machine(&self, state: usize, foreseen: &Outcome) -> Result<(), String> {
        self.inner.map_or(Ok(()), |inner| inner.machine(state, foreseen))
    }

    fn function(&self, name: &str) -> Result<(), String> {
        self.guards.call(name).map_or(Ok(()), |refused| Err(refused.to_string()))
    }
}
