//! Which targets to register and deregister.

use std::fmt;

use super::live::{Live, Target, Targets};
use super::spec::Spec;
use super::want::Want;
use kind::waiting::{STREAK, waiting_for};
use model::{Asked, Change, Map, Plan, Value};

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `RegisterTargets`.
    Register { group: String, targets: Vec<Target> },
    /// `DeregisterTargets`.
    Deregister { group: String, targets: Vec<Target> },
}

impl Step {
    pub(super) fn operation(&self) -> &'static str {
        match self {
            Self::Register { .. } => "Elastic Load Balancing v2.RegisterTargets",
            Self::Deregister { .. } => "Elastic Load Balancing v2.DeregisterTargets",
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (verb, targets) = match self {
            Self::Register { targets, .. } => ("register", targets),
            Self::Deregister { targets, .. } => ("deregister", targets),
        };
        let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
        write!(out, "{verb} {}", targets.join(", "))
    }
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let spec = &want.spec;
    if live.is_none() && !want.is_promised {
        let missing = format!("target group '{}' does not exist", spec.group);
        if spec.registered {
            plan.refusals.push(missing);
        } else {
            plan.warnings.push(missing);
        }
        return plan;
    }
    let none = Live { targets: Asked::empty(), ..Live::default() };
    let live_or_none = live.unwrap_or(&none);
    plan = live_or_none.targets.compared("targets", |targets| {
        if spec.registered {
            register(spec, &live_or_none.arn, targets)
        } else {
            deregister(spec, live_or_none, targets)
        }
    });
    if live.is_none() {
        plan.steps.clear();
    }
    plan
}

fn register(want: &Spec, group: &str, live: &Targets) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let is_in = |id: &&String| live.of(id, want.port).any(|(_, health)| health.is_registered());
    let missing = want.targets.iter().filter(|id| !is_in(id));
    let targets: Vec<Target> = missing.map(|id| Target { id: id.clone(), port: want.port }).collect();
    if !targets.is_empty() {
        let change = change(live, &targets, "initial");
        plan.then(change, Step::Register { group: group.to_owned(), targets });
    } else if want.waiting.is_on {
        let waiting = want.targets.iter().flat_map(|id| live.of(id, want.port));
        let waiting = waiting.filter(|(_, health)| health.is_registered() && !health.is_healthy());
        let shown = waiting.map(|(target, health)| {
            let why = if health.reason.is_empty() { &health.state } else { &health.reason };
            format!("{target} ({why})")
        });
        plan.deadline = want.waiting.deadline;
        plan.busy = waiting_for(shown, "to be healthy");
        plan.streak = STREAK;
        let targets = want.targets.iter().flat_map(|id| live.of(id, want.port));
        let unused = targets.filter(|(_, health)| health.is_unused());
        plan.refusals.extend(unused.map(|(target, health)| {
            format!("{target} cannot become healthy: AWS does not use it ({})", health.reason)
        }));
    }
    plan
}

fn deregister(want: &Spec, live: &Live, is: &Targets) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let there: Vec<_> = want.targets.iter().flat_map(|id| is.of(id, want.port)).collect();
    let registered = there.iter().filter(|(_, health)| health.is_registered());
    let targets: Vec<Target> = registered.map(|(target, _)| (*target).clone()).collect();
    if !targets.is_empty() {
        let change = change(is, &targets, "draining");
        plan.then(change, Step::Deregister { group: live.arn.clone(), targets });
    } else if want.waiting.is_on {
        let leaving = there.iter().filter(|(_, health)| !health.is_gone());
        plan.deadline = want.waiting.deadline_of_leaving(&live.draining);
        plan.busy =
            waiting_for(leaving.map(|(target, _)| target.to_string()), "to finish their last requests");
    }
    plan
}

/// As Salt shows it: the states of all targets, before and after.
fn change(live: &Targets, touched: &[Target], becomes: &str) -> Change {
    let shown = live.0.iter().map(|(target, health)| (target.id.as_str(), health.state.as_str()));
    let old: Map = shown.map(|(id, state)| (id.into(), state.into())).collect();
    let mut new = old.clone();
    for target in touched {
        new.insert(target.id.as_str().into(), becomes.into());
    }
    Change::update("", Value::Map(old), Value::Map(new))
}
