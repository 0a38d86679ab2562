//! Compares a declared group with the one in AWS.

use super::live::Live;
use super::spec::Spec;
use super::want::Want;
use crate::entity::plan::{self, PolicySteps, policy_steps};
use kind::steps::steps;
use model::{Asked, Change, Ident, Plan, Reference, Value};

steps! {
    "IAM";
    /// Creates it.
    Create { group: String, path: Option<String> } => "CreateGroup", "create the group";
    /// Moves it to another path.
    SetPath { group: String, path: String } => "UpdateGroup", "set the path {}", path;
    /// Puts an inline policy.
    PutPolicy { group: String, policy: String, document: String } => "PutGroupPolicy", "put the policy {}", policy;
    /// Deletes an inline policy.
    DeletePolicy { group: String, policy: String } => "DeleteGroupPolicy", "delete the policy {}", policy;
    /// Attaches a managed policy.
    Attach { group: String, arn: Ident } => "AttachGroupPolicy", "attach {}", arn;
    /// Detaches a managed policy.
    Detach { group: String, arn: String } => "DetachGroupPolicy", "detach {}", arn;
    /// Adds a user.
    Add { group: String, user: String } => "AddUserToGroup", "add the user {}", user;
    /// Removes a user.
    Remove { group: String, user: String } => "RemoveUserFromGroup", "remove the user {}", user;
    /// Deletes it.
    Delete { group: String } => "DeleteGroup", "delete the group";
}

policy_steps!(Step, group);

impl Step {
    /// The user who is added or removed.
    pub(super) fn member(&self) -> Option<Reference> {
        match self {
            Self::Add { user, .. } | Self::Remove { user, .. } => Some(Reference::new("iam.user", user)),
            _ => None,
        }
    }

    /// Policies and users do not depend on each other. New ones are added before others are removed.
    pub(super) fn follows(&self, earlier: &Self) -> bool {
        self.takes_after(earlier)
            || matches!(
                (self, earlier),
                (Self::Delete { .. }, _) | (_, Self::Create { .. }) | (Self::Remove { .. }, Self::Add { .. })
            )
    }
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => delete(&want.spec.name, live),
        (false, None) => Plan::nothing(),
    }
}

/// Creates the group and everything that only needs its name.
fn create(want: &Want) -> Plan<Step> {
    let Spec { name: group, path, .. } = want.spec.clone();
    let mut plan = Plan::nothing();
    plan.then(Change::create("group", group.as_str()), Step::Create { group, path: path.clone() });
    plan.changes.extend(path.map(|path| Change::create("path", path)));
    let (inline, managed, members) = (Asked::empty(), Asked::empty(), Asked::empty());
    plan.extend(by_name(want, &Live { inline, managed, members, ..Live::default() }));
    plan
}

fn by_name(want: &Want, live: &Live) -> Plan<Step> {
    let Spec { name, policies, users, .. } = &want.spec;
    let mut plan = plan::inline(name, policies, &live.inline);
    plan.extend(plan::managed(name, want.managed.as_deref(), policies.keeps_managed, &live.managed));
    if let Some(users) = users {
        plan.extend(live.members.compared("users", |members| compare(name, users, members)));
    }
    plan
}

fn compare(group: &str, wanted: &[String], members: &[String]) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let step = |make: fn(String, String) -> Step| move |user: &String| make(group.to_owned(), user.clone());
    let missing = wanted.iter().filter(|user| !members.contains(user));
    plan.steps.extend(missing.map(step(|group, user| Step::Add { group, user })));
    let surplus = members.iter().filter(|user| !wanted.contains(user));
    plan.steps.extend(surplus.map(step(|group, user| Step::Remove { group, user })));
    if !plan.steps.is_empty() {
        plan.changes.push(Change::update("users", sorted(members), sorted(wanted)));
    }
    plan
}

fn sorted(names: &[String]) -> Value {
    let mut names = names.to_vec();
    names.sort_unstable();
    names.dedup();
    names.into()
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if let Some(path) = want.spec.path.clone().filter(|path| *path != live.path) {
        let change = Change::update("path", live.path.as_str(), path.as_str());
        plan.then(change, Step::SetPath { group: want.spec.name.clone(), path });
    }
    plan.extend(by_name(want, live));
    plan
}

/// Deletes the group last, so that the next run finds what was not removed.
fn delete(group: &str, live: &Live) -> Plan<Step> {
    let mut plan = plan::remove(group, &live.inline, &live.managed);
    plan.extend(live.members.compared("users", |members| compare(group, &[], members)));
    if plan.busy.is_none() && plan.refusals.is_empty() {
        plan.then(Change::delete("group", group), Step::Delete { group: group.to_owned() });
    }
    plan
}
