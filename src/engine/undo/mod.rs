//! Undo: declarations that take back the changes of a recorded run.
//!
//! The declarations are ordinary ones, applied by the ordinary engine. There are three steps. [`Inverse::left`]
//! declares what the run left; its test run shows whether AWS is still as the run left it. [`Inverse::before`] declares
//! what was before. [`judge`] compares the results of both test runs with the journal. Laws: only changes that
//! the journal proves to be the run's are undone, and only if the thing is still the same and has not changed since.

mod alike;
mod before;
mod declared;
mod judge;
mod low;
mod observed;
mod removal;
mod values;

pub use before::{Around, invert};
pub use judge::{Judged, judge};
pub use observed::Proof;
pub use removal::{Removal, force, removal};
pub use values::strip;

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::journal::StateName;
use super::run_plan::{PlannedState, Thing};
use model::Low;

/// The inverse of one change.
#[derive(Clone, Debug)]
pub struct Inverse {
    /// The state that made the change.
    pub state: StateName,
    /// The change, as recorded in the journal.
    pub thing: Thing,
    /// Declares the thing as the run left it. None for a thing that the run deleted, and if too little is known.
    pub left: Option<Low>,
    /// Declares the thing as it was before the run.
    pub before: Low,
    /// A later run that changed the same thing.
    pub later: Option<String>,
    /// Why the change is this run's.
    pub proof: Proof,
    /// The thing as the SLS declares it now, if it does.
    pub declared: Option<Low>,
    /// The attributes of a deleted thing that earlier runs set.
    pub former: BTreeMap<String, Json>,
    /// The id of the thing after the run, if the journal holds it. An ARN changes with the path of a user.
    pub left_id: Option<String>,
    /// True if `before` declares each former value of the journal.
    pub holds_former: bool,
}

/// A change that cannot be undone.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Impossible {
    /// The state that made it: `boto_sqs.present 'queue' (states/a.sls:3:1)`.
    pub state: String,
    /// The reason, one sentence without a full stop.
    pub why: String,
}

/// The inverses of a run.
#[derive(Clone, Debug, Default)]
pub struct Inverses {
    /// The changes that can be undone, the last one first.
    pub inverses: Vec<Inverse>,
    /// The changes that cannot.
    pub impossible: Vec<Impossible>,
}

impl Inverse {
    /// Corrects the declaration of what was before in one attribute; false if nothing is left to try.
    ///
    /// A deleted thing gets the value from earlier runs. For a changed thing the attribute follows from other arguments,
    /// such as a name with a digest: they decide.
    pub fn correct(&mut self, path: &str) -> bool {
        if let Some(value) = self.former.remove(path) {
            return values::put_by_name(&mut self.before, path, &value);
        }
        self.holds_former = false;
        values::give_back(&mut self.before, self.declared.as_ref(), path)
    }

    /// Declarations without one argument of the SLS each. One of them may exclude a value of the journal: the count of
    /// addresses excludes the addresses, the name of an image its id. Arguments that identify the thing stay.
    pub fn without_one(&self, low: &Low) -> Vec<Low> {
        values::without_one(low, &self.thing)
    }

    /// Declares what was before as the SLS declares it now, as a whole. False if it does not declare it.
    pub fn declare_plainly(&mut self) -> bool {
        let Some(declared) =
            self.declared.clone().filter(|it| it.full_function() == self.before.full_function())
        else {
            return false;
        };
        self.before = declared;
        self.holds_former = false;
        true
    }

    /// The plan for the thing, from the plan of one of its declarations.
    pub fn of_plan<'a>(&self, state: &'a PlannedState) -> Option<&'a Thing> {
        state.things.iter().find(|it| it.kind == self.thing.kind && it.name == self.thing.name)
    }
}

#[cfg(test)]
mod large_tests;
#[cfg(test)]
mod tests;
