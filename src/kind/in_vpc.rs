//! Subnets and security groups by name, for balancers of both services.

use super::groups::{self, GROUP};
use super::which::Which;
use super::{Lookup, Unresolved, subnets};
use model::{Ident, Reference, Value};

/// The kind of VPCs.
pub const VPC: &str = "ec2.vpc";

/// The reference to a security group by id or name.
pub fn group(name: &str) -> Reference {
    Reference::new(GROUP, name)
}

/// The reference to a subnet, in that VPC if one is given.
///
/// # Errors
/// As [`Lookup::ident`].
pub fn subnet_of(name: &str, vpc: Option<&Which>, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    Ok(match vpc.map(|vpc| vpc.resolve(VPC, lookup)).transpose()? {
        Some(Ident::Known(vpc)) => Reference::new(subnets::SUBNET, name).within(vpc),
        // A VPC that this run makes is still empty, so this run also makes its subnet.
        Some(Ident::AfterApply(_)) => Reference::new(subnets::SUBNET, name),
        None => subnets::reference(name, lookup)?,
    })
}

/// The id of a group in the VPC of the subnets; without subnets, in the default VPC. It may also be named `<VPC's
/// name>:<group's name>`.
///
/// It is first looked up without a VPC, together with all others: this is usually right and saves a second call.
///
/// # Errors
/// As [`Lookup::ident`].
pub fn group_of(
    name: &str,
    vpc: Option<&Result<Value, Unresolved>>,
    lookup: &mut Lookup<'_>,
) -> Result<Ident, Unresolved> {
    let found = whole_name(name, vpc, lookup);
    groups::or_beside_vpc(name, found, lookup)
}

fn whole_name(
    name: &str,
    vpc: Option<&Result<Value, Unresolved>>,
    lookup: &mut Lookup<'_>,
) -> Result<Ident, Unresolved> {
    let found = lookup.value(&group(name), "vpc_id", model::Aspects::NONE);
    let vpc = match vpc {
        None => return lookup.ident(&group(name), "id"),
        Some(Err(Unresolved::AfterApply(_))) => return Ok(Ident::AfterApply(group(name))),
        Some(Err(error)) => return Err(error.clone()),
        Some(Ok(vpc)) => vpc.as_str().unwrap_or_default().to_owned(),
    };
    match found {
        Err(Unresolved::Unread) => Err(Unresolved::Unread),
        Err(Unresolved::AfterApply(_)) => Ok(Ident::AfterApply(group(name))),
        Ok(own) if own.as_str() == Some(&vpc) => lookup.ident(&group(name), "id"),
        Ok(_) | Err(Unresolved::Failed(..)) => lookup.ident(&group(name).within(vpc), "id"),
        Err(error) => Err(error),
    }
}
