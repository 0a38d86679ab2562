//! The listeners of a balancer.

use std::collections::{BTreeMap, BTreeSet};

use super::ElbCall;
use crate::load_balancer::live::{Live, LiveListener};
use crate::load_balancer::spec::{Listener, Spec};
use model::{Change, Ident, Plan, Value};

/// A listener after the plan.
pub(super) struct After {
    /// Its policies; for a new one only those that are set in the same round.
    pub policies: BTreeSet<String>,
    /// True if the plan makes it: policies that AWS attaches itself are known only in the next round.
    pub is_new: bool,
}

/// How a wanted listener relates to the one on its port.
#[derive(PartialEq)]
enum Relation {
    Same,
    Missing,
    OtherCertificate,
    Other,
}

fn relation(wanted: &Listener, live: &Live) -> Relation {
    let Some(there) = live.listeners.get(&wanted.port) else { return Relation::Missing };
    let is_same = wanted.protocol == there.protocol
        && wanted.instance_port == there.instance_port
        && wanted.instance_protocol == there.instance_protocol;
    match (is_same, &wanted.certificate) {
        (false, _) => Relation::Other,
        (true, certificate) if certificate.as_ref().map(Ident::as_str) == there.certificate.as_deref() => {
            Relation::Same
        }
        // A certificate has no effect on a listener without TLS; AWS does not keep it.
        (true, Some(_)) if !wanted.is_secure() => Relation::Same,
        (true, Some(_)) => Relation::OtherCertificate,
        (true, None) => Relation::Other,
    }
}

pub(super) fn diff(spec: &Spec, live: &Live) -> (Plan<ElbCall>, BTreeMap<i32, After>) {
    let mut plan = Plan::nothing();
    let kept = |there: &LiveListener| After { policies: there.policies.clone(), is_new: false };
    let Some(wanted) = &spec.listeners else {
        return (plan, live.listeners.iter().map(|(port, there)| (*port, kept(there))).collect());
    };
    let of = |relation_wanted: Relation| {
        wanted.iter().filter(move |it| relation(it, live) == relation_wanted).cloned().collect::<Vec<_>>()
    };
    let (missing, changed) = (of(Relation::Missing), of(Relation::Other));
    let is_declared = |port: &i32| wanted.iter().any(|it| it.port == *port);
    let undeclared: Vec<i32> = live.listeners.keys().copied().filter(|port| !is_declared(port)).collect();
    // New listeners first, undeclared ones last: if the run is stopped, most ports still listen.
    plan.steps.extend((!missing.is_empty()).then(|| ElbCall::CreateListeners(missing.clone())));
    for listener in of(Relation::OtherCertificate) {
        let certificate = listener.certificate.clone();
        plan.steps.extend(certificate.map(|certificate| ElbCall::SetCertificate(listener.port, certificate)));
    }
    if !changed.is_empty() {
        plan.steps.push(ElbCall::DeleteListeners(changed.iter().map(|it| it.port).collect()));
        plan.steps.push(ElbCall::CreateListeners(changed.clone()));
        plan.steps.extend(changed.iter().filter_map(|listener| restore(listener, live)));
    }
    plan.steps.extend((!undeclared.is_empty()).then_some(ElbCall::DeleteListeners(undeclared)));
    if !plan.steps.is_empty() {
        let old = live.listeners.iter().map(|(port, there)| there.to_value(*port)).collect();
        let new = wanted.iter().map(Listener::to_value).collect();
        plan.changes.push(Change::update("listeners", Value::List(old), Value::List(new)));
    }
    let after = wanted.iter().map(|listener| {
        let is_new = missing.contains(listener) || changed.contains(listener);
        let there = live.listeners.get(&listener.port).filter(|_| !is_new);
        let policies = there.map(|there| there.policies.clone()).unwrap_or_default();
        (listener.port, After { policies, is_new })
    });
    let after = after.collect();
    (plan, after)
}

/// Keeps unmanaged policies when a listener is replaced, if they match its protocol.
fn restore(listener: &Listener, live: &Live) -> Option<ElbCall> {
    let there = live.listeners.get(&listener.port)?;
    let fits = listener.policies.is_none() && there.protocol == listener.protocol;
    (fits && !there.policies.is_empty())
        .then(|| ElbCall::SetListenerPolicies(listener.port, there.policies.iter().cloned().collect()))
}
