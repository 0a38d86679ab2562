//! Compares a declared route table with the one in AWS.

use super::live::{Live, Targets};
use super::route::{Destination, Route};
use super::want::{Member, Want};
use crate::tagged;
use aws::tags::{Tags, keys};
use kind::settings::cannot_change;
use kind::steps::steps;
use model::{Change, Ident, Plan, Value};

steps! {
    "EC2";
    /// Creates it with its tags. The next round does the rest, which needs its id.
    Create { name: String, vpc: Ident, tags: Tags } => "CreateRouteTable", "create the route table";
    /// Adds a route.
    AddRoute { table: String, route: Route } => "CreateRoute", "add the route to {}", route.destination.shown();
    /// Changes the target of a route, without an interruption.
    ReplaceRoute { table: String, route: Route } =>
        "ReplaceRoute", "change the route to {}", route.destination.shown();
    /// Removes a route.
    RemoveRoute { table: String, destination: Destination } =>
        "DeleteRoute", "remove the route to {}", destination.shown();
    /// Associates a subnet that has no own route table.
    Associate { table: String, subnet: Ident } => "AssociateRouteTable", "associate {}", subnet;
    /// Moves a subnet from another table, without an interruption.
    Move { table: String, subnet: Ident, association: String } =>
        "ReplaceRouteTableAssociation", "move {} here", subnet;
    /// Disassociates a subnet, which then uses the VPC's main table.
    Disassociate { association: String, subnet: String } => "DisassociateRouteTable", "disassociate {}", subnet;
    /// Learns the routes of a virtual private gateway.
    Learn { table: String, gateway: String } => "EnableVgwRoutePropagation", "learn the routes of {}", gateway;
    /// Stops learning them.
    Unlearn { table: String, gateway: String } =>
        "DisableVgwRoutePropagation", "stop learning the routes of {}", gateway;
    /// Adds or overwrites tags.
    Tag { table: String, tags: Tags } => "CreateTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { table: String, tags: Tags } => "DeleteTags", "remove the tags {}", keys(tags);
    /// Deletes it.
    Delete { table: String } => "DeleteRouteTable", "delete the route table";
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
    let spec = &want.spec;
    let mut plan = Plan::nothing();
    let Some(vpc) = want.vpc.clone() else {
        let reason =
            format!("there is no route table '{}', and a new one needs vpc_id or vpc_name", spec.name);
        plan.refusals.push(reason);
        return plan;
    };
    plan.changes = tagged::created("route_table", &spec.name, spec.tags.as_ref());
    plan.changes.push(Change::create("vpc_id", &vpc));
    // Shows what a new table lacks as changes, which the next rounds make.
    let new = Live { vpc_id: vpc.as_str().to_owned(), ..Live::default() };
    let rest = [routes(want, &new), subnets(want, &new), propagation(want, &new)];
    let rest = rest.into_iter().flat_map(|part| part.changes);
    plan.changes.extend(rest.map(|change| Change::create(change.path, change.new)));
    let tags = tagged::new(&spec.name, spec.tags.as_ref());
    plan.steps.push(Step::Create { name: spec.name.clone(), vpc, tags });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let table = || live.id.clone();
    let other = want.vpc.as_ref().filter(|vpc| vpc.as_str() != live.vpc_id).map(Value::from);
    let is = Value::from(live.vpc_id.as_str());
    plan.refusals.extend(other.map(|vpc| cannot_change("route table", "vpc_id", &is, &vpc)));
    plan.extend(routes(want, live));
    plan.extend(subnets(want, live));
    plan.extend(propagation(want, live));
    let tag = |tags| Step::Tag { table: table(), tags };
    let untag = |tags| Step::Untag { table: table(), tags };
    plan.extend(tagged::difference(want.spec.tags.as_ref(), &live.tags, tag, untag));
    plan
}

/// New routes are added before old ones are removed.
fn routes(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Some(wanted) = &want.routes else { return plan };
    let table = || live.id.clone();
    let there = |route: &Route| live.routes.iter().find(|there| there.destination == route.destination);
    for route in wanted {
        match there(route) {
            Some(there) if there.is(route) => {}
            Some(_) => plan.steps.push(Step::ReplaceRoute { table: table(), route: route.clone() }),
            None => plan.steps.push(Step::AddRoute { table: table(), route: route.clone() }),
        }
    }
    let is_wanted = |there: &Targets| wanted.iter().any(|route| route.destination == there.destination);
    let gone = live.routes.iter().filter(|there| !is_wanted(there) && !there.is_of_endpoint());
    plan.steps.extend(
        gone.map(|there| Step::RemoveRoute { table: table(), destination: there.destination.clone() }),
    );
    if !plan.steps.is_empty() {
        let managed = live.routes.iter().filter(|there| is_wanted(there) || !there.is_of_endpoint());
        let old: Vec<Value> = managed.map(Targets::shown).collect();
        let new: Vec<Value> = wanted.iter().map(Route::shown).collect();
        plan.changes.push(Change::update("routes", old, new));
    }
    plan
}

fn subnets(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Some(wanted) = &want.subnets else { return plan };
    let is_here = |member: &Member| {
        live.subnets.iter().any(|(_, subnet)| Some(subnet.as_str()) == member.subnet.known())
    };
    for Member { subnet, association } in wanted.iter().filter(|member| !is_here(member)) {
        let (table, subnet) = (live.id.clone(), subnet.clone());
        plan.steps.push(match association.clone() {
            Some(association) => Step::Move { table, subnet, association },
            None => Step::Associate { table, subnet },
        });
    }
    let is_wanted =
        |subnet: &String| wanted.iter().any(|member| member.subnet.known() == Some(subnet.as_str()));
    let gone = live.subnets.iter().filter(|(_, subnet)| !is_wanted(subnet));
    plan.steps.extend(gone.map(disassociate));
    if !plan.steps.is_empty() {
        let mut old: Vec<&String> = live.subnets.iter().map(|(_, subnet)| subnet).collect();
        old.sort();
        let old: Vec<Value> = old.into_iter().map(|subnet| subnet.as_str().into()).collect();
        let new: Vec<Value> = wanted.iter().map(|member| Value::from(&member.subnet)).collect();
        plan.changes.push(Change::update("subnets_associations", old, new));
    }
    plan
}

fn disassociate((association, subnet): &(String, String)) -> Step {
    Step::Disassociate { association: association.clone(), subnet: subnet.clone() }
}

fn propagation(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Some(wanted) = &want.spec.propagating else { return plan };
    let table = || live.id.clone();
    let new = wanted.iter().filter(|gateway| !live.propagating.contains(gateway));
    plan.steps.extend(new.map(|gateway| Step::Learn { table: table(), gateway: gateway.clone() }));
    let gone = live.propagating.iter().filter(|gateway| !wanted.contains(gateway));
    plan.steps.extend(gone.map(|gateway| Step::Unlearn { table: table(), gateway: gateway.clone() }));
    if !plan.steps.is_empty() {
        let change = Change::update("propagating_vgw_ids", live.propagating.clone(), wanted.clone());
        plan.changes.push(change);
    }
    plan
}

fn delete(live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if live.is_main {
        let reason = "it is the VPC's main route table, which AWS deletes with the VPC; make another table the main one first";
        plan.refusals.push(reason.to_owned());
        return plan;
    }
    plan.changes.push(Change::delete("route_table", live.id.as_str()));
    plan.steps.extend(live.subnets.iter().map(disassociate));
    plan.steps.push(Step::Delete { table: live.id.clone() });
    plan
}
