//! The plan of a whole run: what a test run found, in a form that is shown, kept in files and compared.
//!
//! `cli` collects it from the events and returns of a test run. It serialises to the JSON of `orchestrate plan --out json`,
//! which `docs/plans.md` documents. Law: it holds no secret; what is hidden is left out before it gets here.

mod approved;
mod collect;
mod compare;
mod file;
pub(in crate::engine) mod reach;
mod relations;
mod tally;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

pub use self::approved::Approved;
pub(in crate::engine) use self::collect::whole;
pub use self::collect::{Collected, Collector, of_aws, of_machine};
pub use self::compare::{Moved, moved};
pub use self::file::{PlanFile, PlanFileError, Request};
pub use self::tally::Tally;
use crate::model::Low;

use super::guards::Violation;
use super::planned::PlannedAction;

/// The version of the form. A change that a reader of the form must know of makes it another.
pub const VERSION: u32 = 1;

/// What stands for a value that only AWS can choose.
pub const KNOWN_AFTER_APPLY: &str = "(known after apply)";

/// The plan of a run.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct RunPlan {
    /// The version of this form.
    pub format_version: u32,
    /// How many things are created, changed, replaced and deleted.
    pub summary: Tally,
    /// The states, in the order in which they are carried out.
    pub states: Vec<PlannedState>,
    /// What of it the guards refuse: a run that does this stops before its first change.
    #[serde(default)]
    pub refused: Vec<Violation>,
}

/// The plan of one state.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct PlannedState {
    /// The ID of its declaration.
    pub id: String,
    /// The state function: `boto_sqs.present`.
    pub function: String,
    /// The name, where it is not the ID.
    pub name: String,
    /// The SLS that declares it.
    pub sls: String,
    /// Where: `states/myapp.sls:3:1`.
    pub declared_at: String,
    /// What happens to it: to the things that it looks after, taken together.
    pub action: PlannedAction,
    /// True when it cannot be planned: the comment says why.
    pub failed: bool,
    /// Salt's comment.
    pub comment: String,
    /// The states whose changes make it run: `require` and its like do not.
    pub triggered_by: Vec<Trigger>,
    /// What it looks after.
    pub things: Vec<Thing>,
    /// What its author should know.
    pub warnings: Vec<String>,
}

/// A change elsewhere that makes a state run, or gives it a new value.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Trigger {
    /// The requisite (`watch`, `onchanges`, `listen`, `prereq`, `onfail`), or `refers to`.
    pub by: String,
    /// The other state: `file: /etc/app.conf`.
    pub state: String,
}

/// The plan of one thing.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Thing {
    /// Service and kind (`sqs.queue`), or `machine` and Salt's module (`machine.file`).
    pub kind: String,
    /// What people call it.
    pub noun: String,
    /// Its name.
    pub name: String,
    /// The arguments that name it beside that: a record's zone and type.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub named_by: BTreeMap<String, Json>,
    /// What AWS calls it, where it exists.
    pub id: Option<String>,
    /// Its region.
    pub region: Option<String>,
    /// Its account, where that is known.
    pub account: Option<String>,
    /// What happens to it.
    pub action: PlannedAction,
    /// Its differences.
    pub attributes: Vec<Attribute>,
    /// The first calls, as people read them.
    pub steps: Vec<String>,
    /// What the plan was made with.
    pub depends_on: Vec<Dependency>,
    /// What else its changes reach, one sentence each.
    pub blast_radius: Vec<String>,
    /// Its tags, where they were read.
    pub tags: Option<Json>,
}

/// One difference.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Attribute {
    /// The aspect, as Salt's `changes` name it; empty for the thing as a whole.
    pub path: String,
    /// `create`, `change` or `delete`.
    pub action: PlannedAction,
    /// What there is; `(hidden)` for a secret.
    pub old: Json,
    /// What there will be.
    pub new: Json,
    /// True for a secret.
    pub hidden: bool,
}

/// An attribute of another thing that the plan was made with.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Dependency {
    /// The thing: `security group 'web'`.
    pub thing: String,
    /// The attribute: `id`.
    pub attribute: String,
    /// What AWS said.
    pub value: Json,
}

impl RunPlan {
    /// All things, each with its state.
    pub fn things(&self) -> impl Iterator<Item = (&PlannedState, &Thing)> {
        self.states.iter().flat_map(|state| state.things.iter().map(move |thing| (state, thing)))
    }

    /// True when nothing would be done.
    pub fn is_empty(&self) -> bool {
        self.states.iter().all(|state| state.action == PlannedAction::Unchanged && !state.failed)
    }
}

impl RunPlan {
    /// What is planned of a call.
    pub fn state_of(&self, low: &Low) -> Option<&PlannedState> {
        let function = low.full_function();
        self.states.iter().find(|it| it.function == function && it.id == low.id && it.name == low.name)
    }
}

impl PlannedState {
    /// The state as messages name it: `boto_sqs.present 'queue' (states/a.sls:3:1)`.
    pub fn title(&self) -> String {
        format!("{} '{}' ({})", self.function, self.id, self.declared_at)
    }
}

#[cfg(test)]
mod tests;
