//! The policies of a balancer: made first, then set, removed last.

use std::collections::{BTreeMap, BTreeSet};

use super::listeners::After;
use super::{ElbCall, texts};
use crate::load_balancer::live::Live;
use crate::load_balancer::spec::policy::is_ours;
use crate::load_balancer::spec::{Listener, Policy, Spec};
use model::{Change, Plan};

pub(super) fn diff(spec: &Spec, live: &Live, after: &BTreeMap<i32, After>) -> Plan<ElbCall> {
    let mut plan = Plan::nothing();
    for policy in spec.policies.iter().flatten().filter(|policy| !live.policies.contains(&policy.name)) {
        let change = Change::create(&policy.name, policy.name.as_str());
        plan.then(change, ElbCall::CreatePolicy(policy.clone()));
    }
    let mut in_force: BTreeSet<String> = BTreeSet::new();
    for (port, listener) in after {
        let wanted = spec.listeners.iter().flatten().find(|wanted| wanted.port == *port);
        in_force.extend(listener_policies(wanted, *port, listener, &mut plan));
    }
    in_force.extend(backends(spec, live, &mut plan));
    if let Some(wanted) = &spec.policies {
        let is_wanted = |name: &&String| wanted.iter().any(|policy| policy.name == **name);
        for name in live.policies.iter().filter(|name| is_ours(name) && !is_wanted(name)) {
            if !in_force.contains(name) {
                plan.then(Change::delete(name, name.as_str()), ElbCall::DeletePolicy(name.clone()));
            }
        }
    }
    plan
}

fn names(policies: &[Policy]) -> BTreeSet<String> {
    policies.iter().map(|policy| policy.name.clone()).collect()
}

/// Sets the policies of a listener, and returns the policies that it has then.
fn listener_policies(
    wanted: Option<&Listener>,
    port: i32,
    listener: &After,
    plan: &mut Plan<ElbCall>,
) -> BTreeSet<String> {
    let Some((wanted, policies)) = wanted.and_then(|it| Some((it, it.policies.as_ref()?))) else {
        return listener.policies.clone();
    };
    let mut names = names(policies);
    if wanted.is_secure() && !policies.iter().any(Policy::negotiates) {
        // A TLS listener without a security policy accepts no connections, so the policy that AWS attached stays.
        names.extend(listener.policies.iter().filter(|name| name.starts_with("ELBSecurityPolicy-")).cloned());
    }
    if names != listener.policies {
        let path = format!("listener_{port}_policy");
        plan.changes.push(Change::update(path, texts(&listener.policies), texts(&names)));
        if !listener.is_new {
            plan.steps.push(ElbCall::SetListenerPolicies(port, names.iter().cloned().collect()));
        }
    }
    names
}

/// Sets the policies of the instances' ports, and returns the policies that they have then.
fn backends(spec: &Spec, live: &Live, plan: &mut Plan<ElbCall>) -> BTreeSet<String> {
    let Some(wanted) = &spec.backends else {
        return live.backends.values().flatten().cloned().collect();
    };
    let mut all: BTreeMap<i32, BTreeSet<String>> =
        live.backends.keys().map(|port| (*port, BTreeSet::new())).collect();
    all.extend(wanted.iter().map(|backend| (backend.instance_port, names(&backend.policies))));
    let none = BTreeSet::new();
    for (port, names) in &all {
        let there = live.backends.get(port).unwrap_or(&none);
        if names != there {
            let change = Change::update(format!("backend_{port}_policy"), texts(there), texts(names));
            plan.then(change, ElbCall::SetBackendPolicies(*port, names.iter().cloned().collect()));
        }
    }
    all.into_values().flatten().collect()
}
