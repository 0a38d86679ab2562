//! Compares a declared record with the one in AWS.

use std::fmt;

use super::live::Live;
use super::resolve::Want;
use super::set::Set;
use model::{Change, Ident, Plan, Value};

/// The default TTL of a new record.
const TTL: i64 = 60;

/// One `ChangeResourceRecordSets`, carried out as a whole, and the wait for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The zone's id.
    pub zone: Ident,
    /// The record's name.
    pub name: String,
    /// Its type.
    pub kind: String,
    /// What is done, in order.
    pub edits: Vec<Edit>,
    /// How many seconds to wait until all servers have the change.
    pub wait: Option<u64>,
}

/// One entry of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What to do.
    pub verb: Verb,
    /// With what.
    pub set: Set,
}

/// What to do with a record set.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verb {
    /// `CREATE`.
    Create,
    /// `UPSERT`.
    Upsert,
    /// `DELETE`.
    Delete,
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = match self.edits.last().map(|edit| edit.verb) {
            Some(Verb::Delete) => "remove",
            _ => "put",
        };
        write!(out, "{verb} the {} record {}", self.kind, self.name)
    }
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.spec.present, live) {
        (true, None) => create(want, &mut plan),
        (true, Some(live)) => update(want, live, &mut plan),
        (false, Some(live)) => delete(want, live, &mut plan),
        (false, None) => {}
    }
    plan
}

fn step(want: &Want, edits: Vec<Edit>) -> Option<Step> {
    Some(Step {
        zone: want.zone.clone()?,
        name: want.spec.name.clone(),
        kind: want.spec.kind.clone(),
        edits,
        wait: want.spec.wait,
    })
}

fn shown(want: &Want, set: &Set) -> Value {
    set.to_value(&want.spec.name, &want.spec.kind)
}

fn create(want: &Want, plan: &mut Plan<Step>) {
    let set = over(want, &Set::default());
    plan.changes.push(Change::create("", shown(want, &set)));
    plan.steps.extend(step(want, vec![Edit { verb: Verb::Upsert, set }]));
}

fn update(want: &Want, live: &Live, plan: &mut Plan<Step>) {
    let set = over(want, &live.set);
    if is_same(want, &set, &live.set) {
        return;
    }
    plan.refusals.extend(unsupported(want, live));
    plan.changes.push(Change::update("", shown(want, &live.set), shown(want, &set)));
    let in_place = match (&set.routing, &live.set.routing) {
        (Some(wanted), Some(current)) => wanted.is_alike(current),
        (None, None) => true,
        _ => false,
    };
    let edits = if in_place {
        vec![Edit { verb: Verb::Upsert, set }]
    } else {
        vec![Edit { verb: Verb::Delete, set: live.set.clone() }, Edit { verb: Verb::Create, set }]
    };
    plan.steps.extend(step(want, edits));
}

fn delete(want: &Want, live: &Live, plan: &mut Plan<Step>) {
    plan.refusals.extend(unsupported(want, live));
    plan.changes.push(Change::delete("", shown(want, &live.set)));
    plan.steps.extend(step(want, vec![Edit { verb: Verb::Delete, set: live.set.clone() }]));
}

/// The declared settings over AWS's. An alias has neither values nor TTL.
fn over(want: &Want, live: &Set) -> Set {
    let spec = &want.spec;
    let values = want.values.clone().filter(|values| !values.is_empty());
    let has_alias = want.alias.is_some() || (values.is_none() && live.alias.is_some());
    let ttl = spec.ttl.or(live.ttl).or((spec.traffic_policy.is_none()).then_some(TTL));
    Set {
        alias: if values.is_some() { None } else { want.alias.clone().or_else(|| live.alias.clone()) },
        values: if has_alias { vec![] } else { values.unwrap_or_else(|| live.values.clone()) },
        ttl: if has_alias { None } else { ttl },
        identifier: spec.identifier.clone(),
        routing: spec.routing.clone().or_else(|| live.routing.clone()),
        health_check: spec
            .health_check
            .clone()
            .or_else(|| live.health_check.clone())
            .filter(|id| !id.is_empty()),
        traffic_policy: spec.traffic_policy.clone().or_else(|| live.traffic_policy.clone()),
    }
}

fn is_same(want: &Want, set: &Set, live: &Set) -> bool {
    let same_alias = match (&set.alias, &live.alias) {
        (Some(wanted), Some(current)) => wanted.is_same(current),
        (None, None) => true,
        _ => false,
    };
    same_alias
        && set.has_same_values(&want.spec.kind, live)
        && set.ttl == live.ttl
        && set.routing == live.routing
        && set.health_check == live.health_check
        && set.traffic_policy == live.traffic_policy
}

/// A record set is replaced and removed as a whole, with all its settings.
fn unsupported(want: &Want, live: &Live) -> Option<String> {
    let message = || {
        format!(
            "the record '{}' has {}, which this state cannot set. Change the record with the tool that set it",
            want.spec.name,
            live.unknown.join(", ")
        )
    };
    (!live.unknown.is_empty()).then(message)
}
