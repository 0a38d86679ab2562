//! The instance profile with the role's name.

use super::Step;
use crate::role::live::Live;
use crate::role::spec::Spec;
use model::{Change, Plan};

pub(super) fn diff(want: &Spec, live: &Live) -> Plan<Step> {
    if !want.has_profile {
        return Plan::nothing();
    }
    live.profiles.compared("instance profiles", |profiles| {
        live.same_named_profile
            .compared("instance profiles", |same_named| compare(want, profiles, same_named.as_deref()))
    })
}

/// `same_named` are the roles in the profile with the role's name, if there is one.
fn compare(want: &Spec, profiles: &[String], same_named: Option<&[String]>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let name = &want.name;
    if profiles.contains(name) {
        return plan;
    }
    let held: &[String] = same_named.unwrap_or_default();
    if held.contains(name) {
        return plan;
    }
    if let Some(other) = held.first() {
        plan.refusals.push(format!(
            "the instance profile '{name}' holds the role '{other}', and a profile holds one role only. Remove '{other}' from it, or write 'create_instance_profile: False'"
        ));
        return plan;
    }
    if same_named.is_none() {
        let step = Step::CreateProfile { profile: name.clone() };
        plan.then(Change::create("instance_profile", name.as_str()), step);
    }
    let step = Step::AddToProfile { role: name.clone(), profile: name.clone() };
    plan.then(Change::create("profile_associated", true), step);
    plan
}

/// A profile with another name was made by someone else: it stays, without the role.
pub(super) fn remove(role: &str, live: &Live) -> Plan<Step> {
    live.profiles.compared("instance profiles", |profiles| {
        live.same_named_profile
            .compared("instance profiles", |same_named| remove_from(role, profiles, same_named.as_deref()))
    })
}

fn remove_from(role: &str, profiles: &[String], held: Option<&[String]>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    for profile in profiles {
        plan.steps.push(Step::RemoveFromProfile { role: role.to_owned(), profile: profile.clone() });
    }
    if !profiles.is_empty() {
        plan.changes.push(Change::update("profile_associated", true, false));
    }
    let is_its_own = profiles.iter().any(|profile| profile == role)
        || held.is_some_and(|held| held.iter().all(|other| other == role));
    if is_its_own {
        let step = Step::DeleteProfile { profile: role.to_owned() };
        plan.then(Change::delete("instance_profile", role), step);
    }
    plan
}
