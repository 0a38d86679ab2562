//! Finds subnets for kinds of all services: by id, by Name tag, or as `<VPC's name>:<subnet's name>`.

use super::which::Which;
use super::{Lookup, Unresolved};
use model::{Ident, Reference};

/// The kind of subnets.
pub const SUBNET: &str = "ec2.subnet";
const VPC: &str = "ec2.vpc";

/// The reference to a subnet by name or id. `<VPC's name>:<subnet's name>` means the subnet in that VPC, if no subnet has
/// that whole name.
///
/// # Errors
/// As [`Lookup::ident`].
pub fn reference(name: &str, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    let whole = Reference::new(SUBNET, name);
    let Some((vpc, subnet)) = name.split_once(':') else { return Ok(whole) };
    match lookup.ident(&whole, "id") {
        Err(Unresolved::Missing(_)) => {}
        Err(Unresolved::Unread) => return Err(Unresolved::Unread),
        Ok(_) | Err(_) => return Ok(whole),
    }
    let reference = Reference::new(SUBNET, subnet);
    match lookup.ident(&Reference::new(VPC, vpc), "id")? {
        Ident::Known(id) => Ok(reference.within(id)),
        // A VPC that does not exist yet has no subnets: this run also creates the subnet.
        Ident::AfterApply(_) => Ok(reference),
    }
}

/// The references to several subnets; all are looked up before the first error is returned.
///
/// # Errors
/// As [`Lookup::ident`].
pub fn references(names: &[String], lookup: &mut Lookup<'_>) -> Result<Vec<Reference>, Unresolved> {
    let all: Vec<_> = names.iter().map(|name| reference(name, lookup)).collect();
    all.into_iter().collect()
}

/// The things that must exist before a subnet with this name can be found.
pub fn uses(name: &str) -> Vec<Reference> {
    let parts = name.split_once(':').map(|(vpc, subnet)| [(VPC, vpc), (SUBNET, subnet)]);
    let parts = parts.into_iter().flatten().map(|(kind, name)| Reference::new(kind, name));
    parts.chain([Reference::new(SUBNET, name)]).collect()
}

/// The reference to a subnet that may be named by id or as above.
///
/// # Errors
/// As [`Lookup::ident`].
pub fn reference_of(which: &Which, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    match which {
        Which::Id(_) => Ok(which.reference(SUBNET)),
        Which::Name(name) => reference(name, lookup),
    }
}

/// The id of a subnet that may be named by id or as above.
///
/// # Errors
/// As [`Lookup::ident`].
pub fn ident(which: &Which, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
    match which {
        Which::Id(id) => Ok(id.as_str().into()),
        Which::Name(_) => reference_of(which, lookup).and_then(|subnet| lookup.ident(&subnet, "id")),
    }
}

/// The same as [`uses`]; nothing for an id.
pub fn uses_of(which: &Which) -> Vec<Reference> {
    match which {
        Which::Id(_) => vec![],
        Which::Name(name) => uses(name),
    }
}
