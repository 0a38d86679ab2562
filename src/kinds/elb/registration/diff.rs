//! Which instances to register and deregister.

use std::fmt;

use super::live::{Health, Instances, Live};
use super::want::Want;
use kind::waiting::{STREAK, waiting_for};
use model::{Asked, Change, Plan, Value};

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `RegisterInstancesWithLoadBalancer`.
    Register { balancer: String, ids: Vec<String> },
    /// `DeregisterInstancesFromLoadBalancer`.
    Deregister { balancer: String, ids: Vec<String> },
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Register { ids, .. } => write!(out, "register {}", ids.join(", ")),
            Self::Deregister { ids, .. } => write!(out, "deregister {}", ids.join(", ")),
        }
    }
}

impl Step {
    /// The call that it makes.
    pub(super) fn operation(&self) -> Option<&'static str> {
        Some(match self {
            Self::Register { .. } => "Elastic Load Balancing.RegisterInstancesWithLoadBalancer",
            Self::Deregister { .. } => "Elastic Load Balancing.DeregisterInstancesFromLoadBalancer",
        })
    }
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if live.is_none() && !want.is_promised {
        let missing = format!("load balancer '{}' does not exist", want.spec.balancer);
        if want.spec.registered {
            plan.refusals.push(missing);
        } else {
            plan.warnings.push(missing);
        }
        return plan;
    }
    let none = Live { instances: Asked::empty(), ..Live::default() };
    let live_or_none = live.unwrap_or(&none);
    plan = live_or_none.instances.compared("instances", |instances| {
        if want.spec.registered {
            register(want, instances)
        } else {
            deregister(want, instances, &live_or_none.draining)
        }
    });
    if live.is_none() {
        plan.steps.clear();
    }
    plan
}

fn register(want: &Want, live: &Instances) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let old: Vec<&str> = live.registered().collect();
    let ids: Vec<String> =
        want.spec.instances.iter().filter(|id| !old.contains(&id.as_str())).cloned().collect();
    if !ids.is_empty() {
        let mut new = old.clone();
        new.extend(ids.iter().map(String::as_str));
        let change = Change::update("instances", shown(&old), shown(&new));
        plan.then(change, Step::Register { balancer: want.spec.balancer.clone(), ids });
    } else if want.spec.waiting.is_on {
        let waiting = want.spec.instances.iter().filter(|id| live.health(id) != Some(Health::InService));
        plan.deadline = want.spec.waiting.deadline;
        plan.busy = waiting_for(waiting, "to be in service");
        plan.streak = STREAK;
        let unable = want.spec.instances.iter().filter(|id| live.health(id) == Some(Health::Unable));
        plan.refusals.extend(unable.map(|id| {
            format!("{id} cannot get into service: it is stopped, terminated, or in a zone that the balancer does not serve")
        }));
    }
    plan
}

fn deregister(want: &Want, live: &Instances, draining: &Asked<u64>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let old: Vec<&str> = live.registered().collect();
    let ids: Vec<String> =
        want.spec.instances.iter().filter(|id| old.contains(&id.as_str())).cloned().collect();
    if !ids.is_empty() {
        let new: Vec<&str> = old.iter().copied().filter(|id| !want.spec.instances.contains(*id)).collect();
        let change = Change::update("instances", shown(&old), shown(&new));
        plan.then(change, Step::Deregister { balancer: want.spec.balancer.clone(), ids });
    } else if want.spec.waiting.is_on {
        let waiting = want.spec.instances.iter().filter(|id| live.health(id).is_some());
        plan.deadline = want.spec.waiting.deadline_of_leaving(draining);
        plan.busy = waiting_for(waiting, "to finish their last requests");
    }
    plan
}

/// As Salt shows them: a text with one id per line.
fn shown(ids: &[&str]) -> Value {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.join("\n").into()
}
