//! From the names of a route table's VPC, targets and subnets to their ids.

use super::route::{Declared, Route};
use super::spec::Spec;
use crate::subnet::ASSOCIATION;
use kind::which::Which;
use kind::{Lookup, Unresolved};
use model::{Aspects, Ident, Reference, Value};

/// A route table as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The VPC it is in; none if that is not declared.
    pub vpc: Option<Ident>,
    /// All routes except local ones.
    pub routes: Option<Vec<Route>>,
    /// All subnets associated with it.
    pub subnets: Option<Vec<Member>>,
}

/// A subnet that is declared with the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its id.
    pub subnet: Ident,
    /// Its association with any table, if it has one.
    pub association: Option<String>,
}

const SUBNET: &str = "ec2.subnet";
const NAT: &str = "ec2.nat_gateway";

pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    let vpc = spec.vpc.iter().filter_map(|vpc| vpc.uses("ec2.vpc"));
    let subnets = spec.subnets.iter().flatten().filter_map(|subnet| subnet.uses(SUBNET));
    let targets = spec.routes.iter().flatten().filter(|route| !route.kind.is_empty());
    vpc.chain(subnets).chain(targets.map(|route| route.target.reference(route.kind))).collect()
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let vpc =
        spec.vpc.as_ref().filter(|_| spec.present).map(|vpc| vpc.resolve("ec2.vpc", lookup)).transpose();
    let home = vpc.as_ref().ok().and_then(|vpc| vpc.as_ref()).and_then(Ident::known).map(str::to_owned);
    let routes: Option<Vec<_>> =
        spec.routes.as_ref().map(|routes| routes.iter().map(|route| resolved(route, lookup)).collect());
    let subnets: Option<Vec<_>> = spec
        .subnets
        .as_ref()
        .map(|subnets| subnets.iter().map(|subnet| member(subnet, home.as_deref(), lookup)).collect());
    Ok(Want {
        spec: spec.clone(),
        vpc: vpc?,
        routes: routes.map(|all| all.into_iter().collect::<Result<_, _>>()).transpose()?,
        subnets: subnets.map(|all| all.into_iter().collect::<Result<_, _>>()).transpose()?,
    })
}

fn resolved(route: &Declared, lookup: &mut Lookup<'_>) -> Result<Route, Unresolved> {
    let target = match route.kind {
        NAT => nat_gateway(&route.target, lookup)?,
        kind => route.target.resolve(kind, lookup)?,
    };
    Ok(Route { destination: route.destination.clone(), via: route.via, target })
}

/// The NAT gateway in a subnet: its scope is the subnet's id.
fn nat_gateway(subnet: &Which, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
    let gateway = subnet.reference(NAT);
    let id = match subnet.resolve(SUBNET, lookup)? {
        Ident::Known(id) => id,
        Ident::AfterApply(_) => return Ok(Ident::AfterApply(gateway)),
    };
    match lookup.value(&gateway.clone().within(id), "id", Aspects::NONE) {
        Ok(Value::Str(id)) => Ok(Ident::Known(id)),
        // It has an address, but there is no gateway yet.
        Ok(_) => Ok(Ident::AfterApply(gateway)),
        Err(Unresolved::AfterApply(gateway)) => Ok(Ident::AfterApply(gateway)),
        Err(other) => Err(other),
    }
}

/// Subnets are looked up in the table's VPC, because another VPC may have one with the same name.
fn member(subnet: &Which, vpc: Option<&str>, lookup: &mut Lookup<'_>) -> Result<Member, Unresolved> {
    let mut reference = subnet.reference(SUBNET);
    if let (Which::Name(_), Some(vpc)) = (subnet, vpc) {
        reference = reference.within(vpc);
    }
    let id = match subnet {
        Which::Id(id) => Ok(id.as_str().into()),
        Which::Name(_) => lookup.ident(&reference, "id"),
    };
    match lookup.value(&reference, "association_id", ASSOCIATION) {
        Ok(association) => Ok(Member { subnet: id?, association: association.as_str().map(str::to_owned) }),
        Err(Unresolved::AfterApply(_)) => Ok(Member { subnet: id?, association: None }),
        Err(other) => Err(other),
    }
}
