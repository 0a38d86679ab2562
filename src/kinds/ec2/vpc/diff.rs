//! Compares a declared VPC with the one in AWS.

use super::live::{Live, Range};
use super::spec::{Dns, Fixed, Spec};
use crate::tagged;
use aws::cidr::Cidr;
use aws::tags::{Tags, keys};
use kind::settings::Settings;
use kind::steps::steps;
use model::{Change, Plan, Value};

steps! {
    "EC2";
    /// Creates it with its tags. The next round does the rest, which needs its id.
    Create { name: String, fixed: Fixed, ipv6: Option<bool>, tags: Tags } => "CreateVpc", "create the VPC";
    /// Switches DNS resolution. AWS changes one attribute per call.
    SetSupport { vpc: String, value: bool } => "ModifyVpcAttribute", "set dns_support to {}", value;
    /// Switches public DNS names.
    SetHostnames { vpc: String, value: bool } => "ModifyVpcAttribute", "set dns_hostnames to {}", value;
    /// Adds an IPv4 range.
    AddRange { vpc: String, range: String } => "AssociateVpcCidrBlock", "add {}", range;
    /// Adds an IPv6 range from Amazon.
    AddIpv6 { vpc: String } => "AssociateVpcCidrBlock", "add an IPv6 range";
    /// Removes a range.
    RemoveRange { association: String, range: String } => "DisassociateVpcCidrBlock", "remove {}", range;
    /// Adds or overwrites tags.
    Tag { vpc: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { vpc: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Deletes it.
    Delete { vpc: String } => "DeleteVpc", "delete the VPC";
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.present, live) {
        (true, None) => return create(want),
        (true, Some(live)) => return update(want, live),
        (false, Some(live)) if has_tags(want, live) => {
            plan.then(Change::delete("vpc", live.id.as_str()), Step::Delete { vpc: live.id.clone() });
        }
        (false, _) => {}
    }
    plan
}

/// As in Salt, `absent` with tags means a VPC that has them.
fn has_tags(want: &Spec, live: &Live) -> bool {
    want.tags.iter().flatten().all(|(key, value)| live.tags.get(key) == Some(value))
}

fn create(want: &Spec) -> Plan<Step> {
    let Spec { name, fixed, dns, ranges, ipv6, tags, .. } = want.clone();
    let mut plan = Plan::nothing();
    plan.changes = tagged::created("vpc", &name, tags.as_ref());
    plan.changes.extend(fixed.created().into_iter().chain(dns.created()));
    let ranges = ranges.filter(|ranges| !ranges.is_empty());
    plan.changes.extend(ranges.map(|ranges| Change::create("secondary_cidr_blocks", written(&ranges))));
    plan.changes.extend(ipv6.map(|ipv6| Change::create("amazon_provided_ipv6_cidr_block", ipv6)));
    let tags = tagged::new(&name, tags.as_ref());
    plan.steps.push(Step::Create { name, fixed, ipv6, tags });
    plan
}

fn written(ranges: &[Cidr]) -> Value {
    Value::List(ranges.iter().map(|range| range.written().into()).collect())
}

fn update(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let vpc = || live.id.clone();
    plan.refusals = want.fixed.refusals(&live.fixed, "VPC");
    if want.dns != Dns::default() {
        plan.extend(live.dns.compared("DNS attributes", |is| switch(&want.dns.differing(is), is, live)));
    }
    plan.extend(ranges(want, live));
    plan.extend(ipv6(want, live));
    let tag = |tags| Step::Tag { vpc: vpc(), tags };
    plan.extend(tagged::difference(want.tags.as_ref(), &live.tags, tag, |tags| Step::Untag {
        vpc: vpc(),
        tags,
    }));
    if plan.steps.is_empty() && live.is_pending {
        plan.busy = Some("AWS to make the VPC available".to_owned());
    }
    plan
}

/// Switches DNS resolution and public DNS names, if they differ.
fn switch(dns: &Dns, is: &Dns, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let vpc = || live.id.clone();
    plan.changes = dns.changes(is);
    let support = dns.support.map(|value| Step::SetSupport { vpc: vpc(), value });
    let hostnames = dns.hostnames.map(|value| Step::SetHostnames { vpc: vpc(), value });
    // AWS refuses public DNS names without DNS resolution.
    let in_order = if dns.support == Some(true) { [support, hostnames] } else { [hostnames, support] };
    plan.steps.extend(in_order.into_iter().flatten());
    plan
}

fn remove(range: &Range) -> Step {
    Step::RemoveRange { association: range.association.clone(), range: range.cidr.written().to_owned() }
}

/// New ranges are added before old ones are removed.
fn ranges(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Some(wanted) = &want.ranges else { return plan };
    let is_there = |range: &&Cidr| live.ranges.iter().any(|there| there.cidr == **range);
    let add = |range: &Cidr| Step::AddRange { vpc: live.id.clone(), range: range.written().to_owned() };
    plan.steps.extend(wanted.iter().filter(|range| !is_there(range)).map(add));
    plan.steps.extend(live.ranges.iter().filter(|there| !wanted.contains(&there.cidr)).map(remove));
    if !plan.steps.is_empty() {
        let old: Vec<Cidr> = live.ranges.iter().map(|range| range.cidr.clone()).collect();
        plan.changes.push(Change::update("secondary_cidr_blocks", written(&old), written(wanted)));
    }
    plan
}

fn ipv6(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let has = !live.ipv6.is_empty();
    let Some(wanted) = want.ipv6.filter(|wanted| *wanted != has) else { return plan };
    plan.changes.push(Change::update("amazon_provided_ipv6_cidr_block", has, wanted));
    if wanted {
        plan.steps.push(Step::AddIpv6 { vpc: live.id.clone() });
    }
    plan.steps.extend(live.ipv6.iter().map(remove));
    plan
}
