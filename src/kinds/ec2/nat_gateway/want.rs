//! From the name of a subnet to its id.

use super::spec::Spec;
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

/// A NAT gateway as declared, with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The subnet it is in; none if it does not exist and the gateway is declared absent.
    pub subnet: Option<Ident>,
}

pub(super) fn locate(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    let named = Reference::new("ec2.nat_gateway", &spec.name);
    match spec.subnet.resolve("ec2.subnet", lookup) {
        Ok(Ident::Known(id)) => Ok(named.within(id)),
        Ok(Ident::AfterApply(subnet)) => Err(Unresolved::AfterApply(subnet)),
        // Without the subnet there is no gateway.
        Err(Unresolved::Missing(_)) if !spec.present => Ok(named),
        Err(other) => Err(other),
    }
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let subnet = match spec.subnet.resolve("ec2.subnet", lookup) {
        Ok(subnet) => Some(subnet),
        Err(Unresolved::Missing(_)) if !spec.present => None,
        Err(other) => return Err(other),
    };
    Ok(Want { spec: spec.clone(), subnet })
}
