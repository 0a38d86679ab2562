//! Whether the interface of the addresses exists.

use super::INTERFACE;
use super::spec::Spec;
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

/// Addresses as declared, with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
}

/// The interface's addresses, by the interface's id once it exists: a read from before this run made the interface does not
/// contain it.
pub(super) fn locate(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    let interface = lookup.optional(&spec.interface.reference(INTERFACE), "id")?;
    let id = interface.as_ref().and_then(Ident::known);
    Ok(Reference::new("ec2.private_ips", id.unwrap_or(&spec.name)))
}

/// The interface must exist to have addresses; an interface that is gone has none.
pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    if spec.present {
        lookup.ident(&spec.interface.reference(INTERFACE), "id")?;
    }
    Ok(Want { spec: spec.clone() })
}
