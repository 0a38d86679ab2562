//! Compares a declared instance with the one in AWS.

use super::attributes::{Attribute, Content};
use super::launch::{Metadata, NewAttachment, NewInstance};
use super::live::Live;
use super::want::Want;
use crate::elastic::{self, Elastic, Next};
use crate::ipv6::New as Addresses;
use crate::tagged;
use aws::tags::{self, Tags, keys};
use kind::settings::Settings;
use kind::steps::steps;
use model::{Change, Ident, Plan, Value};

steps! {
    "EC2";
    /// Launches it with its tags.
    Run { name: String, new: Box<NewInstance> } => "RunInstances", "start the instance";
    /// Sets one attribute.
    Set { instance: String, attribute: Attribute, content: Content } =>
        "ModifyInstanceAttribute", "set {}", attribute.name();
    /// Sets the metadata options.
    SetMetadata { instance: String, metadata: Metadata } =>
        "ModifyInstanceMetadataOptions", "set the metadata options";
    /// Enables detailed monitoring.
    Monitor { instance: String } => "MonitorInstances", "enable detailed monitoring";
    /// Disables detailed monitoring.
    Unmonitor { instance: String } => "UnmonitorInstances", "disable detailed monitoring";
    /// Starts it again.
    Start { instance: String } => "StartInstances", "start it again";
    /// Stops it.
    Stop { instance: String } => "StopInstances", "stop it";
    /// Assigns IPv6 addresses to its first interface.
    AssignIpv6 { interface: String, addresses: Addresses } => "AssignIpv6Addresses", "assign {}", addresses.words();
    /// Unassigns IPv6 addresses.
    UnassignIpv6 { interface: String, addresses: Vec<String> } =>
        "UnassignIpv6Addresses", "unassign {}", addresses.join(", ");
    /// Allocates an address with the instance's mark.
    Allocate { instance: String } => "AllocateAddress", "allocate an address";
    /// Associates the address with it.
    Associate { instance: String, allocation: Ident } => "AssociateAddress", "associate {}", allocation;
    /// Marks the address that is released with it.
    Mark { instance: String, allocation: String } => "CreateTags", "mark {} to be released", allocation;
    /// Disassociates its address.
    Disassociate { association: String } => "DisassociateAddress", "disassociate its address";
    /// Releases an address.
    Release { allocation: String } => "ReleaseAddress", "release {}", allocation;
    /// Adds or overwrites tags.
    Tag { instance: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { instance: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Terminates it.
    Terminate { instance: String } => "TerminateInstances", "terminate the instance";
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
    if !spec.is_named {
        plan.refusals.push(format!(
            "there is no instance {}. AWS chooses the id of a new one, so write a name instead",
            spec.name
        ));
        return plan;
    }
    let Some(image) = &want.image else {
        plan.refusals.push(format!(
            "there is no instance '{}', and a new one needs image_id or image_name",
            spec.name
        ));
        return plan;
    };
    plan.changes = tagged::created("instance", &spec.name, spec.tags.as_ref());
    plan.changes.push(Change::create("image_id", image));
    plan.changes.extend(want.subnet.as_ref().map(|subnet| Change::create("subnet_id", subnet)));
    let is_shown = |name: &str| !name.starts_with("user_data") && name != "client_token";
    let texts = spec.launch.texts.iter().filter(|(name, _)| is_shown(name) && !is_attribute(want, name));
    plan.changes.extend(texts.map(|(name, text)| Change::create(*name, text.as_str())));
    let shown = |(attribute, content): &(Attribute, Content)| {
        Change::create(attribute.name(), content.shown(*attribute))
    };
    plan.changes.extend(want.attributes.iter().map(shown));
    plan.changes.extend(spec.ipv6.created());
    plan.changes.extend(want.address.as_ref().map(|_| Change::create("public_ip", Ident::AFTER_APPLY)));
    plan.steps.push(Step::Run { name: spec.name.clone(), new: Box::new(new(want, image)) });
    plan
}

/// True for an argument that AWS reports as an attribute.
fn is_attribute(want: &Want, argument: &str) -> bool {
    argument == "instance_initiated_shutdown_behavior"
        && want.attributes.iter().any(|(attribute, _)| *attribute == Attribute::Shutdown)
}

/// The request: groups, subnet and address are at the interface if the author names one, else at the instance.
fn new(want: &Want, image: &Ident) -> NewInstance {
    let mut new = want.spec.launch.clone();
    let text = |id: &Ident| id.as_str().to_owned();
    new.image = text(image);
    new.tags = tagged::new(&want.spec.name, want.spec.tags.as_ref());
    new.metadata.http_tokens.get_or_insert_with(|| "required".to_owned());
    if let Some(id) = &want.interface {
        new.interfaces.push(NewAttachment { id: Some(text(id)), ..NewAttachment::default() });
    }
    if new.interfaces.is_empty() {
        new.ipv6 = want.spec.ipv6.of_new();
        new.texts.extend(want.subnet.as_ref().map(|subnet| ("subnet_id", text(subnet))));
        let groups = want.attributes.iter().find_map(|(_, content)| match content {
            Content::Groups(groups) => Some(groups.iter().map(text).collect()),
            _ => None,
        });
        new.group_ids = groups.unwrap_or_default();
    }
    new
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let (spec, mut plan) = (&want.spec, Plan::nothing());
    let instance = || live.id.clone();
    plan.warnings = warnings(want, live);
    plan.extend(state(want, live));
    plan.extend(attributes(want, live));
    plan.extend(observed(want, live));
    plan.extend(ipv6(want, live));
    if let Some(wanted) = &want.address {
        let change = |elastic: &Elastic| address(wanted, live, elastic);
        plan.extend(live.elastic.compared("its addresses", change));
    }
    if let Some(wanted) = &spec.tags {
        let tag = |tags| Step::Tag { instance: instance(), tags };
        plan.extend(
            tags::difference(wanted, &live.tags).plan(tag, |tags| Step::Untag { instance: instance(), tags }),
        );
    }
    if live.state == "pending" {
        // AWS accepts the other changes only once the instance runs.
        plan.steps.clear();
        plan.links.clear();
        plan.refusals.clear();
        plan.busy = Some("AWS to start the instance".to_owned());
    }
    plan
}

/// Stops or starts it. Changes that need a stopped instance are made in the next round.
fn state(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Some(target) = &want.spec.target else { return plan };
    let instance = live.id.clone();
    let step = match (target.as_str(), live.state.as_str()) {
        (_, "stopping") => {
            plan.busy = Some("AWS to stop the instance".to_owned());
            return plan;
        }
        ("stopped", "running" | "pending") => Step::Stop { instance },
        ("running", "stopped") => Step::Start { instance },
        _ => return plan,
    };
    plan.then(Change::update("state", live.state.as_str(), target.as_str()), step);
    plan
}

fn attributes(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    for (attribute, content) in &want.attributes {
        match live.settings.get(attribute) {
            None => plan
                .refusals
                .push(format!("{} cannot be compared, because it was not read", attribute.name())),
            Some(is) if is == content => {}
            Some(is) => {
                let change =
                    Change::update(attribute.name(), is.shown(*attribute), content.shown(*attribute));
                let (instance, attribute, content) = (live.id.clone(), *attribute, content.clone());
                plan.then(change, Step::Set { instance, attribute, content });
            }
        }
    }
    plan
}

/// Monitoring and metadata.
fn observed(want: &Want, live: &Live) -> Plan<Step> {
    let (mut plan, launch) = (Plan::nothing(), &want.spec.launch);
    let instance = || live.id.clone();
    let wanted = launch.truths.get("monitoring_enabled").filter(|on| **on != live.is_monitored);
    if let Some(on) = wanted {
        let step = if *on {
            Step::Monitor { instance: instance() }
        } else {
            Step::Unmonitor { instance: instance() }
        };
        plan.then(Change::update("monitoring_enabled", live.is_monitored, *on), step);
    }
    let metadata = launch.metadata.differing(&live.metadata);
    if !metadata.is_empty() {
        plan.changes.extend(metadata.changes(&live.metadata));
        plan.steps.push(Step::SetMetadata { instance: instance(), metadata });
    }
    plan
}

/// The addresses of its first interface.
fn ipv6(want: &Want, live: &Live) -> Plan<Step> {
    let interface = || live.interface.clone();
    let assign = |addresses| Step::AssignIpv6 { interface: interface(), addresses };
    want.spec
        .ipv6
        .plan(&live.ipv6, assign, |addresses| Step::UnassignIpv6 { interface: interface(), addresses })
}

fn address(wanted: &elastic::Wanted, live: &Live, elastic: &Elastic) -> Plan<Step> {
    let (mut plan, instance) = (Plan::nothing(), live.id.clone());
    let old = elastic.held.as_ref().map(|held| Value::from(held.public_ip.as_str())).unwrap_or_default();
    let change = Change::update("public_ip", old, Ident::AFTER_APPLY);
    match elastic::next(wanted, elastic) {
        None => {}
        Some(Next::Allocate) => plan.then(change, Step::Allocate { instance }),
        Some(Next::Associate(allocation, before)) => {
            plan.steps.extend(before.map(|association| Step::Disassociate { association }));
            plan.then(change, Step::Associate { instance, allocation });
        }
    }
    plan
}

/// A sentence for each setting that only a new instance can have.
fn warnings(want: &Want, live: &Live) -> Vec<String> {
    let launch = want.spec.launch.texts.iter().map(|(name, text)| (*name, text.as_str()));
    let known =
        |name, id: &'_ Option<Ident>| id.as_ref().and_then(Ident::known).map(|id| (name, id.to_owned()));
    let named: Vec<(&str, String)> =
        known("image_id", &want.image).into_iter().chain(known("subnet_id", &want.subnet)).collect();
    let named =
        named.iter().map(|(name, id)| (*name, id.as_str())).filter(|(_, id)| !id.starts_with("resolve:"));
    let is_set =
        |name: &str| name == "instance_type" && want.attributes.iter().any(|(it, _)| *it == Attribute::Type);
    let differs = |(name, wanted): (&str, &str)| {
        let is = live.made.get(name).filter(|is| *is != wanted && !is_set(name))?;
        Some(format!(
            "{name} is {is}, and the SLS declares {wanted}. Only a new instance can have that; {} is not changed",
            live.id
        ))
    };
    launch.chain(named).filter_map(differs).collect()
}

/// First its address, because only the instance shows which one it is; then the instance.
fn delete(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if live.settings.get(&Attribute::Protection) == Some(&Content::Truth(true)) {
        let reason = format!("{} is protected: set disable_api_termination to False first", live.id);
        plan.refusals.push(reason);
        return plan;
    }
    plan.changes.push(Change::delete("instance_id", live.id.as_str()));
    if want.spec.release_eip {
        plan.extend(live.elastic.compared("its addresses", |elastic| leave(live, elastic)));
    }
    plan.steps.push(Step::Terminate { instance: live.id.clone() });
    plan
}

fn leave(live: &Live, elastic: &Elastic) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if let Some(held) = &elastic.held {
        let allocation = held.allocation.clone();
        plan.changes.push(Change::delete("public_ip", held.public_ip.as_str()));
        plan.steps.push(Step::Mark { instance: live.id.clone(), allocation: allocation.clone() });
        plan.steps.push(Step::Disassociate { association: held.association.clone() });
        plan.steps.push(Step::Release { allocation });
    }
    plan.steps.extend(elastic.free.iter().map(|id| Step::Release { allocation: id.clone() }));
    plan
}
