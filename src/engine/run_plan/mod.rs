//! The plan of a whole run: the result of a test run, in a form that is shown, stored and compared.
//!
//! `cli` collects it from the events and returns of a test run. It serialises to the JSON of `orchestrate plan --out
//! json`, which `docs/plans.md` documents. Law: it holds no secret; hidden values are removed before they get here.

mod approved;
mod collect;
mod compare;
mod file;
pub(crate) mod reach;
mod relations;
mod tally;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

pub use self::approved::Approved;
pub(crate) use self::collect::whole;
pub use self::collect::{Collected, Collector, of_aws, of_machine};
pub use self::compare::{Moved, moved};
pub use self::file::{PlanFile, PlanFileError, Request};
pub use self::tally::Tally;
use model::Low;

use super::guards::Violation;
use super::planned::PlannedAction;

/// The version of the form. A change that readers must know increases it.
pub const VERSION: u32 = 1;

/// The text for a value that only AWS can choose.
pub const KNOWN_AFTER_APPLY: &str = "(known after apply)";

/// The plan of a run.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct RunPlan {
    /// The version of this form.
    pub format_version: u32,
    /// The numbers of things that are created, changed, replaced and deleted.
    pub summary: Tally,
    /// The states, in the order in which they run.
    pub states: Vec<PlannedState>,
    /// The refusals of the guards: a run with any of these stops before its first change.
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
    /// The name, if it is not the ID.
    pub name: String,
    /// The SLS that declares it.
    pub sls: String,
    /// Its place: `states/myapp.sls:3:1`.
    pub declared_at: String,
    /// The action on its things, taken together.
    pub action: PlannedAction,
    /// True when it cannot be planned; the comment has the reason.
    pub failed: bool,
    /// Salt's comment.
    pub comment: String,
    /// The states whose changes trigger it: `require` and similar requisites do not.
    pub triggered_by: Vec<Trigger>,
    /// The things that it manages.
    pub things: Vec<Thing>,
    /// Notes for its author.
    pub warnings: Vec<String>,
}

/// A change elsewhere that triggers a state, or gives it a new value.
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
    /// Its word for people.
    pub noun: String,
    /// What AWS calls it.
    pub name: String,
    /// The arguments that identify it besides that: a record's zone and type.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub named_by: BTreeMap<String, Json>,
    /// AWS's id for it, if it exists.
    pub id: Option<String>,
    /// What distinguishes it from a later thing of the same name, if the id does not: the time of its creation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
    /// Its region.
    pub region: Option<String>,
    /// Its account, if it is known.
    pub account: Option<String>,
    /// The action on it.
    pub action: PlannedAction,
    /// Its differences.
    pub attributes: Vec<Attribute>,
    /// The first calls, for people.
    pub steps: Vec<String>,
    /// The reads of other things that the plan depends on.
    pub depends_on: Vec<Dependency>,
    /// Its effects on other things, one sentence each.
    pub blast_radius: Vec<String>,
    /// Its tags, if they were read.
    pub tags: Option<Json>,
}

/// One difference.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Attribute {
    /// The aspect, as Salt names it in `changes`; empty for the thing as a whole.
    pub path: String,
    /// `create`, `change` or `delete`.
    pub action: PlannedAction,
    /// The current value; `(hidden)` for a secret.
    pub old: Json,
    /// The planned value.
    pub new: Json,
    /// True for a secret.
    pub hidden: bool,
}

/// An attribute of another thing that the plan depends on.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Dependency {
    /// The thing: `security group 'web'`.
    pub thing: String,
    /// The attribute: `id`.
    pub attribute: String,
    /// AWS's value.
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

/// The services without regions. Their calls go to one region of the partition, whichever the connection has.
const GLOBAL: &[&str] = &["cloudfront", "iam", "route53"];
/// The beginnings of their types in CloudFormation's registry.
const GLOBAL_TYPES: &[&str] = &["AWS::CloudFront::", "AWS::IAM::", "AWS::Route53::"];

/// True for a kind whose things belong to no region.
pub fn is_global(kind: &str) -> bool {
    let service = kind.split('.').next().unwrap_or_default();
    kind == "cloudcontrol.distribution" || GLOBAL.contains(&service)
}

impl Thing {
    /// True for a thing that belongs to no region.
    pub fn is_global(&self) -> bool {
        let of_registry = self.named_by.get("type").and_then(Json::as_str).unwrap_or_default();
        is_global(&self.kind) || GLOBAL_TYPES.iter().any(|start| of_registry.starts_with(start))
    }
}

impl RunPlan {
    /// The plan of a call.
    pub fn state_of(&self, low: &Low) -> Option<&PlannedState> {
        let function = low.full_function();
        self.states.iter().find(|it| it.function == function && it.id == low.id && it.name == low.name)
    }
}

impl PlannedState {
    /// The state in messages: `boto_sqs.present 'queue' (states/a.sls:3:1)`.
    pub fn title(&self) -> String {
        format!("{} '{}' ({})", self.function, self.id, self.declared_at)
    }
}

#[cfg(test)]
mod tests;
