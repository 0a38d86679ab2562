//! From the names that an author writes to the ids of AWS.

use std::collections::BTreeMap;

use super::spec::{Addresses, Spec};
use kind::{Lookup, Unresolved, groups, in_vpc, subnets};
use model::{Aspects, Ident, Reference};

/// The kind of Elastic IP addresses.
const ADDRESS: &str = "ec2.address";

/// A balancer as declared, with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// All declared subnets, with its addresses there; none if not managed.
    pub subnets: Option<BTreeMap<Ident, Addresses>>,
    /// All its security groups, sorted; none if not managed.
    pub security_groups: Option<Vec<Ident>>,
}

pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    let mut uses: Vec<Reference> = spec.vpc.iter().filter_map(|vpc| vpc.uses(in_vpc::VPC)).collect();
    for (subnet, addresses) in spec.subnets.iter().flatten() {
        uses.extend(subnets::uses(subnet));
        uses.extend(named(addresses));
    }
    // AWS allows an internet-facing balancer only in a VPC with internet access.
    if spec.fixed.scheme.as_deref() != Some("internal") {
        uses.push(Reference::new("ec2.way_out", "any"));
    }
    uses.extend(spec.security_groups.iter().flatten().flat_map(|name| groups::uses(name)));
    uses
}

/// The address, if it is given by name and not by id.
fn named(addresses: &Addresses) -> Option<Reference> {
    let address = addresses.allocation_id.as_ref().filter(|address| !address.starts_with("eipalloc-"))?;
    Some(Reference::new(ADDRESS, address))
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let declared = spec.subnets.as_deref().unwrap_or_default();
    let references: Vec<_> =
        declared.iter().map(|(name, _)| in_vpc::subnet_of(name, spec.vpc.as_ref(), lookup)).collect();
    let ids: Vec<_> = references
        .iter()
        .map(|reference| lookup.ident(reference.as_ref().map_err(Clone::clone)?, "id"))
        .collect();
    let addresses: Vec<_> = declared.iter().map(|(_, addresses)| address(addresses, lookup)).collect();
    let first = references.into_iter().next().transpose();
    let vpc = match &first {
        Ok(first) => first.as_ref().map(|subnet| lookup.value(subnet, "vpc_id", Aspects::NONE)),
        Err(error) => Some(Err(error.clone())),
    };
    let groups = spec.security_groups.as_ref().map(|names| {
        let all: Vec<_> = names.iter().map(|name| in_vpc::group_of(name, vpc.as_ref(), lookup)).collect();
        let mut all = all.into_iter().collect::<Result<Vec<Ident>, Unresolved>>()?;
        all.sort();
        all.dedup();
        Ok(all)
    });
    let pairs = ids.into_iter().zip(addresses).map(|(id, addresses)| Ok((id?, addresses?)));
    let subnets = pairs.collect::<Result<BTreeMap<_, _>, Unresolved>>()?;
    Ok(Want {
        spec: spec.clone(),
        subnets: spec.subnets.is_some().then_some(subnets),
        security_groups: groups.transpose()?,
    })
}

/// The same addresses, an Elastic IP address by its id.
fn address(addresses: &Addresses, lookup: &mut Lookup<'_>) -> Result<Addresses, Unresolved> {
    let Some(reference) = named(addresses) else { return Ok(addresses.clone()) };
    let id = lookup.ident(&reference, "id")?;
    Ok(Addresses { allocation_id: Some(id.as_str().to_owned()), ..addresses.clone() })
}
