//! The plan of one look for one thing. The plan of a run is made of these.

use std::fmt;

use serde::{Deserialize, Serialize};

use model::{Action, Change, Value};

/// The action on a thing.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlannedAction {
    /// It is created.
    Create,
    /// It is changed in place.
    Change,
    /// It is deleted, and another one is created instead.
    Replace,
    /// It is deleted.
    Delete,
    /// It is as declared.
    Unchanged,
}

impl PlannedAction {
    /// Every action, in the order in which plans are shown.
    pub const ALL: [Self; 5] = [Self::Create, Self::Change, Self::Replace, Self::Delete, Self::Unchanged];

    /// The word in JSON and in sentences: `create`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Change => "change",
            Self::Replace => "replace",
            Self::Delete => "delete",
            Self::Unchanged => "unchanged",
        }
    }

    /// The action of a plan's steps on a thing of that kind (`ec2.nat_gateway`): a plan that deletes and creates one
    /// replaces it. `operations` are calls such as `EC2.CreateNatGateway`.
    pub(super) fn of(action: Action, kind: &str, operations: &[&'static str], has_changes: bool) -> Self {
        let noun = kind.rsplit('.').next().unwrap_or_default().replace('_', "");
        let calls = |verb: &str| {
            let called = operations.iter().filter_map(|operation| operation.rsplit('.').next());
            called.filter_map(|name| name.strip_prefix(verb)).any(|it| it.to_lowercase() == noun)
        };
        match action {
            _ if !has_changes => Self::Unchanged,
            _ if calls("Create") && calls("Delete") => Self::Replace,
            Action::Create => Self::Create,
            Action::Update => Self::Change,
            Action::Delete => Self::Delete,
        }
    }
}

/// An attribute of another thing that a plan depends on: the id of a group that a rule names.
#[derive(Clone, Debug, PartialEq)]
pub struct Consulted {
    /// The thing, for people: `security group 'web'`.
    pub thing: String,
    /// The attribute: `id`.
    pub attribute: String,
    /// AWS's value.
    pub value: Value,
}

/// The plan of one look for one thing in AWS.
#[derive(Clone, PartialEq)]
pub struct PlannedThing {
    /// Service and kind: `sqs.queue`.
    pub kind: &'static str,
    /// Its word for people: `queue`.
    pub noun: &'static str,
    /// What AWS calls it.
    pub name: String,
    /// The arguments that identify it besides that.
    pub named_by: Vec<(&'static str, Value)>,
    /// The region of its calls.
    pub region: Option<String>,
    /// The account, if a read shows it.
    pub account: Option<String>,
    /// AWS's id or ARN for it.
    pub id: Option<String>,
    /// What distinguishes it from a later thing of the same name: its id, ARN or creation time.
    pub identity: Option<String>,
    /// The action on it.
    pub action: PlannedAction,
    /// Its differences. Hidden ones hold their values: show them only with `shown_old` and `shown_new`.
    pub changes: Vec<Change>,
    /// The calls of the first round, for people.
    pub steps: Vec<String>,
    /// The reads of other things for this plan.
    pub consulted: Vec<Consulted>,
    /// Its tags, if they were read.
    pub tags: Option<Value>,
}

impl fmt::Debug for PlannedThing {
    /// Values are kept out of logs: some are secret.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paths: Vec<&str> = self.changes.iter().map(|change| change.path.as_str()).collect();
        out.debug_struct("PlannedThing")
            .field("kind", &self.kind)
            .field("name", &self.name)
            .field("action", &self.action)
            .field("paths", &paths)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_that_deletes_and_creates_the_thing_itself_replaces_it() {
        let of = |action, operations: &[&'static str]| {
            PlannedAction::of(action, "ec2.nat_gateway", operations, true)
        };
        let both = ["EC2.DeleteNatGateway", "EC2.CreateNatGateway"];
        assert_eq!(of(Action::Update, &both), PlannedAction::Replace);
        assert_eq!(of(Action::Update, &["EC2.DeleteTags", "EC2.CreateTags"]), PlannedAction::Change);
        assert_eq!(of(Action::Delete, &both[..1]), PlannedAction::Delete);
        assert_eq!(PlannedAction::of(Action::Create, "a.b", &[], false), PlannedAction::Unchanged);
    }

    #[test]
    fn a_log_has_no_value_of_a_change() {
        let thing = PlannedThing {
            kind: "sqs.queue",
            noun: "queue",
            name: "q".to_owned(),
            named_by: vec![],
            region: None,
            account: None,
            id: None,
            identity: None,
            action: PlannedAction::Change,
            changes: vec![Change::update("token", "hunter2", "hunter3").hidden()],
            steps: vec![],
            consulted: vec![],
            tags: None,
        };
        let shown = format!("{thing:?}");
        assert!(shown.contains("token") && !shown.contains("hunter"), "{shown}");
    }
}
