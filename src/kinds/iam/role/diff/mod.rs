//! Compares a declared role with the one in AWS.

mod profile;
mod settings;
mod step;

pub use step::Step;
pub(super) use step::creation;

use super::live::Live;
use super::names::Want;
use super::spec::Spec;
use crate::entity::named::Boundary;
use crate::entity::plan;
use aws::{policy, tags};
use model::{Asked, Change, Plan, Value};

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => delete(want, live),
        (false, None) => Plan::nothing(),
    }
}

/// Creates the role and everything that only needs its name: policies and instance profile.
fn create(want: &Want) -> Plan<Step> {
    let spec = &want.spec;
    let boundary = want.boundary.as_ref().and_then(Boundary::policy);
    let mut plan = Plan::nothing();
    let step = Step::CreateRole {
        name: spec.name.clone(),
        path: spec.path.clone(),
        trust: spec.trust.clone(),
        description: spec.description.clone().filter(|text| !text.is_empty()),
        max_session: spec.max_session,
        boundary: boundary.clone(),
        tags: spec.tags.clone().unwrap_or_default(),
    };
    plan.then(Change::create("role", spec.name.as_str()), step);
    let mut also = |path: &str, new: Option<Value>| {
        plan.changes.extend(new.map(|new| Change::create(path, new)));
    };
    also("path", spec.path.as_deref().map(Value::from));
    also("policy_document", spec.trust.as_deref().map(policy::to_shown));
    also("description", spec.description.as_deref().filter(|text| !text.is_empty()).map(Value::from));
    also("max_session_duration", spec.max_session.map(Value::from));
    also("permissions_boundary", boundary.map(Value::from));
    also("tags", spec.tags.as_ref().filter(|tags| !tags.is_empty()).map(tags::to_value));
    let (inline, managed, profiles) = (Asked::empty(), Asked::empty(), Asked::empty());
    let nothing =
        Live { inline, managed, profiles, same_named_profile: Asked::Answer(None), ..Live::default() };
    plan.extend(profile::diff(spec, &nothing));
    plan.extend(policies(want, &nothing));
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = settings::diff(want, live);
    plan.extend(profile::diff(&want.spec, live));
    plan.extend(policies(want, live));
    plan
}

fn policies(want: &Want, live: &Live) -> Plan<Step> {
    let Spec { name, policies, .. } = &want.spec;
    let mut plan = plan::inline(name, policies, &live.inline);
    plan.extend(plan::managed(name, want.managed.as_deref(), policies.keeps_managed, &live.managed));
    plan
}

/// Deletes the role last, so that the next run finds what was not removed.
fn delete(want: &Want, live: &Live) -> Plan<Step> {
    let role = &want.spec.name;
    let mut plan = profile::remove(role, live);
    plan.extend(plan::remove(role, &live.inline, &live.managed));
    plan.then(Change::delete("role", role.as_str()), Step::DeleteRole { role: role.clone() });
    plan
}
