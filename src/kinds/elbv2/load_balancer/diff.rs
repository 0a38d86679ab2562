//! Compares a declared balancer with the one in AWS.

use std::collections::{BTreeMap, BTreeSet};

use super::live::Live;
use super::spec::{Addresses, Fixed};
use super::want::Want;
use aws::arn::is_arn;
use aws::tags::{Tags, keys};
use kind::settings::{Settings, cannot_change};
use kind::steps::steps;
use model::{Change, Ident, Plan, Value};

const NOUN: &str = "load balancer";

/// The attribute that protects a balancer from deletion.
const PROTECTION: &str = "deletion_protection.enabled";

/// Subnets with a balancer's addresses there.
pub type Subnets = BTreeMap<Ident, Addresses>;

steps! {
    "Elastic Load Balancing v2";
    /// Creates it. The next round sets attributes, which need its ARN.
    Create { new: Box<New> } => "CreateLoadBalancer", "create the load balancer";
    /// Changes the addresses it has.
    SetAddressType { arn: String, to: String } => "SetIpAddressType", "set ip_address_type to {}", to;
    /// Sets its subnets, exactly these.
    SetSubnets { arn: String, subnets: Subnets } => "SetSubnets", "set the subnets";
    /// Sets its security groups, exactly these.
    SetGroups { arn: String, groups: Vec<Ident> } => "SetSecurityGroups", "set the security groups";
    /// Sets the attributes that differ.
    SetAttributes { arn: String, attributes: Tags } => "ModifyLoadBalancerAttributes", "set {}", keys(attributes);
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "AddTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "RemoveTags", "remove the tags {}", keys.join(", ");
    /// Deletes it, with its listeners.
    Delete { arn: String } => "DeleteLoadBalancer", "delete the load balancer";
}

/// The settings of a new balancer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct New {
    /// Its name.
    pub name: String,
    /// Settings that cannot be changed after creation.
    pub fixed: Fixed,
    /// The addresses it has.
    pub ip_address_type: Option<String>,
    /// The subnets it is in.
    pub subnets: Subnets,
    /// Its security groups.
    pub groups: Vec<Ident>,
    /// Its tags.
    pub tags: Tags,
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => delete(live),
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Want) -> Plan<Step> {
    let (mut plan, spec) = (Plan::nothing(), &want.spec);
    if is_arn(&spec.name) {
        let reason = "there is none with that ARN, and AWS chooses the ARN of a new one: write a name";
        plan.refusals.push(reason.to_owned());
        return plan;
    }
    let Some(subnets) = want.subnets.as_ref().filter(|subnets| !subnets.is_empty()) else {
        let reason = "it does not exist, and a new one needs 'subnets', 'subnet_names' or 'subnet_mappings'";
        plan.refusals.push(reason.to_owned());
        return plan;
    };
    plan.changes.push(Change::create("load_balancer", spec.name.as_str()));
    plan.changes.extend(spec.fixed.created());
    plan.changes.extend(spec.ip_address_type.as_deref().map(|it| Change::create("ip_address_type", it)));
    plan.changes.push(Change::create("subnets", idents(subnets.keys())));
    plan.changes
        .extend(want.security_groups.as_ref().map(|it| Change::create("security_groups", idents(it))));
    plan.changes.extend(spec.extras.created());
    let new = New {
        name: spec.name.clone(),
        fixed: spec.fixed.clone(),
        ip_address_type: spec.ip_address_type.clone(),
        subnets: subnets.clone(),
        groups: want.security_groups.clone().unwrap_or_default(),
        tags: spec.extras.tags.clone().unwrap_or_default(),
    };
    plan.steps.push(Step::Create { new: Box::new(new) });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let (mut plan, spec) = (Plan::nothing(), &want.spec);
    let arn = || live.arn.clone();
    plan.refusals = spec.fixed.refusals(&live.fixed, NOUN);
    if let Some(to) = spec.ip_address_type.as_ref().filter(|to| **to != live.ip_address_type) {
        let change = Change::update("ip_address_type", live.ip_address_type.as_str(), to.as_str());
        plan.then(change, Step::SetAddressType { arn: arn(), to: to.clone() });
    }
    plan.extend(network(want, live));
    if let Some(groups) = &want.security_groups {
        let wanted: BTreeSet<&str> = groups.iter().map(Ident::as_str).collect();
        if !wanted.iter().copied().eq(live.security_groups.iter().map(String::as_str)) {
            let change = Change::update("security_groups", texts(&live.security_groups), idents(groups));
            plan.then(change, Step::SetGroups { arn: arn(), groups: groups.clone() });
        }
    }
    plan.extend(spec.extras.diff(
        &live.extras,
        |attributes| Step::SetAttributes { arn: arn(), attributes },
        |tags| Step::Tag { arn: arn(), tags },
        |keys| Step::Untag { arn: arn(), keys },
    ));
    match live.state.as_str() {
        "failed" => plan.refusals.push(format!(
            "AWS could not set up the load balancer ({}): delete it, and create it again",
            live.reason
        )),
        "provisioning" if plan.steps.is_empty() => {
            plan.busy = Some("AWS to make the load balancer active".to_owned());
        }
        _ => {}
    }
    plan
}

/// One call sets all its subnets. Its addresses in a present subnet stay as they are.
fn network(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Some(wanted) = &want.subnets else { return plan };
    for (subnet, addresses) in wanted {
        let Some(is) = live.subnets.get(subnet.as_str()) else { continue };
        for (name, value) in addresses.entries() {
            let there: Vec<Value> =
                is.iter().flat_map(Addresses::entries).filter(|(of, _)| *of == name).map(|it| it.1).collect();
            if !there.contains(&value) {
                let what = format!("{name} in {subnet}");
                plan.refusals.push(cannot_change(NOUN, &what, &Value::List(there), &value));
            }
        }
    }
    if !wanted.keys().map(Ident::as_str).eq(live.subnets.keys().map(String::as_str)) {
        let change = Change::update("subnets", texts(live.subnets.keys()), idents(wanted.keys()));
        plan.then(change, Step::SetSubnets { arn: live.arn.clone(), subnets: wanted.clone() });
    }
    plan
}

fn delete(live: &Live) -> Plan<Step> {
    live.extras.attributes.compared("attributes", |attributes| {
        let mut plan = Plan::nothing();
        if attributes.get(PROTECTION).is_some_and(|value| value == "true") {
            plan.refusals.push(format!(
                "load balancer '{}' is protected from deletion: first declare its attribute {PROTECTION} as False in a run",
                live.name
            ));
            return plan;
        }
        let change = Change::delete("load_balancer", live.name.as_str());
        plan.then(change, Step::Delete { arn: live.arn.clone() });
        plan
    })
}

fn idents<'a>(idents: impl IntoIterator<Item = &'a Ident>) -> Value {
    Value::List(idents.into_iter().map(Value::from).collect())
}

fn texts<'a>(texts: impl IntoIterator<Item = &'a String>) -> Value {
    Value::List(texts.into_iter().map(|text| text.as_str().into()).collect())
}
