//! Guards during a run: each change is judged right before it is made.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::Guards;
use crate::engine::approval::Approval;
use crate::engine::planned::PlannedThing;
use crate::engine::run_plan::{Thing, of_aws};
use crate::model::Outcome;

/// Guards, and another approval that must agree as well.
pub struct Guarded<'a> {
    guards: &'a Guards,
    inner: Option<&'a dyn Approval>,
    /// What the run has begun to change, by kind and name.
    begun: Mutex<BTreeMap<(String, String), Thing>>,
}

impl<'a> Guarded<'a> {
    /// Guards beside the approval of a plan, where there is one.
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
        let place = (thing.kind.clone(), thing.name.clone());
        // Later rounds of a thing tell less than its first: a replacement begins with a deletion.
        let already = is_first.then(|| begun.insert(place.clone(), thing.clone())).flatten();
        let refused =
            self.guards.about(&thing).into_iter().chain(self.guards.too_many(begun.values())).next();
        let Some(refused) = refused else { return Ok(()) };
        if is_first {
            match already {
                Some(already) => drop(begun.insert(place, already)),
                None => drop(begun.remove(&place)),
            }
        }
        Err(refused.to_string())
    }

    fn machine(&self, state: usize, foreseen: &Outcome) -> Result<(), String> {
        self.inner.map_or(Ok(()), |inner| inner.machine(state, foreseen))
    }
}
