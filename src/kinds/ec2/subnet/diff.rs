//! Compares a declared subnet with the one in AWS.

use super::live::{Association, Live};
use super::spec::Fixed;
use super::want::Want;
use crate::tagged;
use aws::cidr::Cidr;
use aws::tags::{Tags, keys};
use kind::settings::{Settings, cannot_change};
use kind::steps::steps;
use model::{Change, Ident, Plan, Value};

steps! {
    "EC2";
    /// Creates it with its tags. The next round does the rest, which needs its id.
    Create { name: String, vpc: Ident, fixed: Fixed, ipv6: Option<Cidr>, tags: Tags } => "CreateSubnet", "create the subnet";
    /// Sets whether instances get public addresses.
    SetPublic { subnet: String, value: bool } =>
        "ModifySubnetAttribute", "set auto_assign_public_ipv4 to {}", value;
    /// Sets whether new network interfaces get an IPv6 address.
    SetIpv6 { subnet: String, value: bool } => "ModifySubnetAttribute", "set auto_assign_ipv6 to {}", value;
    /// Removes its IPv6 range.
    RemoveIpv6 { association: String } => "DisassociateSubnetCidrBlock", "remove the IPv6 range";
    /// Adds an IPv6 range.
    AddIpv6 { subnet: String, range: Cidr } => "AssociateSubnetCidrBlock", "add {}", range;
    /// Associates it with a route table.
    Associate { subnet: String, table: Ident } => "AssociateRouteTable", "associate it with {}", table;
    /// Moves its association to another route table, without an interruption.
    Replace { association: String, table: Ident } =>
        "ReplaceRouteTableAssociation", "associate it with {} instead", table;
    /// Adds or overwrites tags.
    Tag { subnet: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { subnet: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Deletes it.
    Delete { subnet: String } => "DeleteSubnet", "delete the subnet";
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.spec.present, live) {
        (true, None) => return create(want),
        (true, Some(live)) => return update(want, live),
        (false, Some(live)) => {
            plan.then(Change::delete("subnet", live.id.as_str()), Step::Delete { subnet: live.id.clone() });
        }
        (false, None) => {}
    }
    plan
}

fn create(want: &Want) -> Plan<Step> {
    let spec = &want.spec;
    let mut plan = Plan::nothing();
    let Some(vpc) = want.vpc.clone() else {
        let reason = format!("there is no subnet '{}', and a new one needs vpc_id or vpc_name", spec.name);
        plan.refusals.push(reason);
        return plan;
    };
    plan.changes = tagged::created("subnet", &spec.name, spec.tags.as_ref());
    plan.changes.push(Change::create("vpc_id", &vpc));
    let addresses = want.addresses();
    plan.changes.extend(spec.fixed.created().into_iter().chain(addresses.created()));
    plan.changes.extend(want.later().map(|range| Change::create("ipv6_cidr_block", range)));
    plan.changes.extend(want.table.as_ref().map(|table| Change::create("route_table_id", table)));
    let tags = tagged::new(&spec.name, spec.tags.as_ref());
    let (fixed, ipv6) = (spec.fixed.clone(), addresses.ipv6);
    plan.steps.push(Step::Create { name: spec.name.clone(), vpc, fixed, ipv6, tags });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let spec = &want.spec;
    let mut plan = Plan::nothing();
    let subnet = || live.id.clone();
    plan.refusals = spec.fixed.refusals(&live.fixed, "subnet");
    let other = want.vpc.as_ref().filter(|vpc| vpc.as_str() != live.vpc_id).map(Value::from);
    let is = Value::from(live.vpc_id.as_str());
    plan.refusals.extend(other.map(|vpc| cannot_change("subnet", "vpc_id", &is, &vpc)));
    let addresses = want.addresses().differing(&live.addresses);
    plan.changes = addresses.changes(&live.addresses);
    plan.changes.extend(want.later().map(|range| Change::update("ipv6_cidr_block", Value::Null, range)));
    plan.steps.extend(addresses.public.map(|value| Step::SetPublic { subnet: subnet(), value }));
    // AWS assigns such addresses only if there is a range.
    let auto = |wanted: bool| {
        let value = addresses.auto_ipv6.filter(|value| *value == wanted);
        value.map(|value| Step::SetIpv6 { subnet: live.id.clone(), value })
    };
    plan.steps.extend(auto(false));
    if let Some(range) = addresses.ipv6.clone() {
        // A subnet has one range, so the old one is removed first.
        let old = live.ipv6_association.clone();
        plan.steps.extend(old.map(|association| Step::RemoveIpv6 { association }));
        plan.steps.push(Step::AddIpv6 { subnet: subnet(), range });
    }
    plan.steps.extend(auto(true));
    if let Some(table) = &want.table {
        plan.extend(live.association.compared("route table", |is| association(table, is.as_ref(), live)));
    }
    let tag = |tags| Step::Tag { subnet: subnet(), tags };
    let untag = |tags| Step::Untag { subnet: subnet(), tags };
    plan.extend(tagged::difference(spec.tags.as_ref(), &live.tags, tag, untag));
    plan
}

fn association(table: &Ident, is: Option<&Association>, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if is.is_some_and(|is| is.table == table.as_str()) {
        return plan;
    }
    let change = Change::update("route_table_id", is.map(|is| is.table.clone()), table);
    let table = table.clone();
    let step = match is {
        Some(is) => Step::Replace { association: is.id.clone(), table },
        None => Step::Associate { subnet: live.id.clone(), table },
    };
    plan.then(change, step);
    plan
}
