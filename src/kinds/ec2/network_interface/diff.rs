//! Compares a declared network interface with the one in AWS.

use super::live::Live;
use super::want::Want;
use crate::elastic::{self, Elastic, Next, Wanted};
use crate::ipv6::New as Addresses;
use crate::tagged;
use aws::tags::{Tags, keys};
use kind::settings::{Settings, cannot_change};
use kind::steps::steps;
use model::{Change, Ident, Plan, Value};

steps! {
    "EC2";
    /// Creates it with its tags. The next round does the rest, which needs its id.
    Create { new: Box<New> } => "CreateNetworkInterface", "create the network interface";
    /// Sets its description.
    Describe { interface: String, text: String } =>
        "ModifyNetworkInterfaceAttribute", "set the description to '{}'", text;
    /// Sets whether it takes only traffic for its own addresses.
    Check { interface: String, value: bool } =>
        "ModifyNetworkInterfaceAttribute", "set source_dest_check to {}", value;
    /// Sets all its security groups.
    Group { interface: String, groups: Vec<Ident> } =>
        "ModifyNetworkInterfaceAttribute", "set {} security groups", groups.len();
    /// Assigns IPv6 addresses.
    AssignIpv6 { interface: String, addresses: Addresses } => "AssignIpv6Addresses", "assign {}", addresses.words();
    /// Unassigns IPv6 addresses.
    UnassignIpv6 { interface: String, addresses: Vec<String> } =>
        "UnassignIpv6Addresses", "unassign {}", addresses.join(", ");
    /// Allocates an address with the interface's mark.
    Allocate { interface: String } => "AllocateAddress", "allocate an address";
    /// Associates the address with it.
    Associate { interface: String, allocation: Ident } => "AssociateAddress", "associate {}", allocation;
    /// Marks the address that is released with it.
    Mark { interface: String, allocation: String } => "CreateTags", "mark {} to be released", allocation;
    /// Disassociates its address.
    Disassociate { association: String } => "DisassociateAddress", "disassociate its address";
    /// Releases an address.
    Release { allocation: String } => "ReleaseAddress", "release {}", allocation;
    /// Adds or overwrites tags.
    Tag { interface: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { interface: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Detaches it by force.
    Detach { attachment: String, instance: String } => "DetachNetworkInterface", "detach it from {}", instance;
    /// Deletes it.
    Delete { interface: String } => "DeleteNetworkInterface", "delete the network interface";
}

/// A new network interface.
#[derive(Clone, Debug, PartialEq)]
pub struct New {
    /// Its Name tag.
    pub name: String,
    /// Its subnet.
    pub subnet: Ident,
    /// Its first address.
    pub private_ip: Option<String>,
    /// Its IPv6 addresses.
    pub ipv6: Option<Addresses>,
    /// Its description.
    pub description: Option<String>,
    /// Its groups.
    pub groups: Option<Vec<Ident>>,
    /// Its tags, including Name.
    pub tags: Tags,
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => delete(want, live),
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Want) -> Plan<Step> {
    let (spec, mut plan) = (&want.spec, Plan::nothing());
    let Some(subnet) = want.subnet.clone() else { return plan };
    plan.changes = tagged::created("network_interface", &spec.name, spec.tags.as_ref());
    plan.changes.push(Change::create("subnet_id", &subnet));
    plan.changes.extend(spec.private_ip.as_deref().map(|it| Change::create("private_ip_address", it)));
    plan.changes.extend(want.groups.as_ref().map(|groups| Change::create("groups", shown(groups))));
    plan.changes.extend(spec.changeable.created().into_iter().chain(spec.ipv6.created()));
    plan.changes.extend(spec.allocate_eip.then(|| Change::create("allocate_eip", true)));
    plan.steps.push(Step::Create {
        new: Box::new(New {
            name: spec.name.clone(),
            subnet,
            private_ip: spec.private_ip.clone(),
            ipv6: spec.ipv6.of_new(),
            description: spec.changeable.description.clone(),
            groups: want.groups.clone(),
            tags: tagged::new(&spec.name, spec.tags.as_ref()),
        }),
    });
    plan
}

fn shown(groups: &[Ident]) -> Vec<Value> {
    groups.iter().map(Value::from).collect()
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let (spec, mut plan) = (&want.spec, Plan::nothing());
    let interface = || live.id.clone();
    let subnet = want.subnet.as_ref().map(|wanted| ("subnet_id", wanted.as_str(), live.subnet.as_str()));
    let private = spec.private_ip.as_deref().map(|it| ("private_ip_address", it, live.private_ip.as_str()));
    let other = subnet.into_iter().chain(private).filter(|(_, wanted, is)| wanted != is);
    let refused = |(path, wanted, is): (&str, &str, &str)| {
        cannot_change("network interface", path, &is.into(), &wanted.into())
    };
    plan.refusals = other.map(refused).collect();
    let differing = spec.changeable.differing(&live.changeable);
    plan.changes = differing.changes(&live.changeable);
    plan.steps.extend(differing.description.map(|text| Step::Describe { interface: interface(), text }));
    plan.steps.extend(differing.source_dest_check.map(|value| Step::Check { interface: interface(), value }));
    if let Some(groups) = want.groups.as_ref().filter(|groups| !has_same_groups(groups, &live.groups)) {
        let change = Change::update("groups", live.groups.clone(), shown(groups));
        plan.then(change, Step::Group { interface: interface(), groups: groups.clone() });
    }
    let assign = |addresses| Step::AssignIpv6 { interface: interface(), addresses };
    let unassign = |addresses| Step::UnassignIpv6 { interface: interface(), addresses };
    plan.extend(spec.ipv6.plan(&live.ipv6, assign, unassign));
    if spec.allocate_eip {
        plan.extend(live.elastic.compared("its addresses", |elastic| address(live, elastic)));
    }
    let tag = |tags| Step::Tag { interface: interface(), tags };
    let untag = |tags| Step::Untag { interface: interface(), tags };
    plan.extend(tagged::difference(spec.tags.as_ref(), &live.tags, tag, untag));
    plan
}

fn has_same_groups(groups: &[Ident], live: &[String]) -> bool {
    groups.iter().map(Ident::as_str).eq(live.iter().map(String::as_str))
}

fn address(live: &Live, elastic: &Elastic) -> Plan<Step> {
    let (mut plan, interface) = (Plan::nothing(), live.id.clone());
    let step = match elastic::next(&Wanted::Own, elastic) {
        None => return plan,
        Some(Next::Allocate) => Step::Allocate { interface },
        Some(Next::Associate(allocation, _)) => Step::Associate { interface, allocation },
    };
    plan.then(Change::create("allocate_eip", true), step);
    plan
}

/// First its address, because only the interface shows which one it is; then the interface.
fn delete(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    plan.changes.push(Change::delete("network_interface", live.id.as_str()));
    if want.spec.release_eip {
        plan.extend(live.elastic.compared("its addresses", |elastic| leave(live, elastic)));
    }
    match &live.attachment {
        Some(attachment) if attachment.is_detaching => {
            plan.deleting = Some("AWS to detach the network interface".to_owned());
            plan.changes.clear();
        }
        Some(attachment) => {
            let instance =
                attachment.instance.clone().unwrap_or_else(|| "what AWS attached it to".to_owned());
            plan.steps.push(Step::Detach { attachment: attachment.id.clone(), instance });
        }
        None => plan.steps.push(Step::Delete { interface: live.id.clone() }),
    }
    plan
}

fn leave(live: &Live, elastic: &Elastic) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if let Some(held) = &elastic.held {
        let allocation = held.allocation.clone();
        plan.changes.push(Change::delete("public_ip", held.public_ip.as_str()));
        plan.steps.push(Step::Mark { interface: live.id.clone(), allocation: allocation.clone() });
        plan.steps.push(Step::Disassociate { association: held.association.clone() });
        plan.steps.push(Step::Release { allocation });
    }
    plan.steps.extend(elastic.free.iter().map(|id| Step::Release { allocation: id.clone() }));
    plan
}
