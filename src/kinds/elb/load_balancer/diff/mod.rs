//! Compares a declared balancer with the one in AWS.

mod calls;
mod listeners;
mod members;
mod network;
mod policies;
mod settings;
mod step;

use std::collections::BTreeSet;

pub(super) use self::calls::creation;
pub use self::step::{ElbCall, New, NewAttributes, Step};
use super::live::{Health, Live};
use super::spec::{Network, Spec};
use super::want::Want;
use aws::tags;
use model::{Action, Asked, Change, Ident, Plan, Value};

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let plan = match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(_)) => {
            let mut plan = Plan::nothing();
            plan.then(Change::delete("elb", want.spec.name.as_str()), ElbCall::Delete);
            plan
        }
        (false, None) => Plan::nothing(),
    };
    plan.map(|call| Step { name: want.spec.name.clone(), call })
}

fn update(want: &Want, live: &Live) -> Plan<ElbCall> {
    let spec = &want.spec;
    let mut plan = network::diff(want, live);
    let (listeners, after) = listeners::diff(spec, live);
    plan.extend(listeners);
    plan.extend(settings::diff(spec, live));
    plan.extend(policies::diff(spec, live, &after));
    plan.extend(members::diff(want, live));
    plan
}

/// Creates the balancer, and sets health check and attributes that differ from AWS's defaults. The next round compares
/// policies and instances.
fn create(want: &Want) -> Plan<ElbCall> {
    let spec = &want.spec;
    let mut plan = Plan::nothing();
    let Some(listeners) = spec.listeners.as_ref().filter(|listeners| !listeners.is_empty()) else {
        plan.refusals
            .push(format!("load balancer '{}' does not exist, and a new one needs 'listeners'", spec.name));
        return plan;
    };
    let new = New {
        listeners: listeners.clone(),
        zones: zones(spec).to_vec(),
        subnets: want.subnets.clone().unwrap_or_default(),
        security_groups: want.security_groups.clone().unwrap_or_default(),
        scheme: spec.scheme.clone(),
        tags: spec.tags.clone().unwrap_or_default(),
    };
    plan.then(Change::create("elb", spec.name.as_str()), ElbCall::Create(Box::new(new)));
    let shown = listeners.iter().map(super::spec::Listener::to_value).collect();
    plan.changes.push(Change::create("listeners", Value::List(shown)));
    match &want.subnets {
        Some(subnets) => plan.changes.push(Change::create("subnets", idents(subnets))),
        None => plan.changes.push(Change::create("availability_zones", texts(zones(spec)))),
    }
    if let Some(groups) = &want.security_groups {
        plan.changes.push(Change::create("security_groups", idents(groups)));
    }
    if let Some(scheme) = &spec.scheme {
        plan.changes.push(Change::create("scheme", scheme.as_str()));
    }
    let fresh = fresh(want);
    let (_, after) = listeners::diff(spec, &fresh);
    let mut settings = settings::diff(spec, &fresh);
    let later = [policies::diff(spec, &fresh, &after), members::diff(want, &fresh)];
    settings.changes.extend(later.into_iter().flat_map(|part| part.changes));
    for change in &mut settings.changes {
        (change.action, change.old) = (Action::Create, Value::Null);
    }
    plan.extend(settings);
    if let Some(tags) = spec.tags.as_ref().filter(|tags| !tags.is_empty()) {
        plan.changes.push(Change::create("tags", tags::to_value(tags)));
    }
    plan
}

/// A balancer as AWS makes it from the declaration.
///
/// See <https://docs.aws.amazon.com/elasticloadbalancing/latest/classic/elb-healthchecks.html>.
fn fresh(want: &Want) -> Live {
    let port = want.spec.listeners.iter().flatten().next().map(|listener| listener.instance_port);
    let target = format!("TCP:{}", port.unwrap_or_default());
    Live {
        health_check: Health { target, interval: 30, timeout: 5, healthy: 10, unhealthy: 2 },
        attributes: Asked::empty(),
        tags: want.spec.tags.clone().unwrap_or_default().into(),
        ..Live::default()
    }
}

fn zones(spec: &Spec) -> &[String] {
    if let Network::Zones(zones) = &spec.network { zones } else { &[] }
}

fn texts<'a>(texts: impl IntoIterator<Item = &'a String>) -> Value {
    let sorted: BTreeSet<&String> = texts.into_iter().collect();
    Value::List(sorted.into_iter().map(|text| text.as_str().into()).collect())
}

fn idents(idents: &[Ident]) -> Value {
    Value::List(idents.iter().map(Value::from).collect())
}
