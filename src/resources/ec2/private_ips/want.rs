//! Whether the interface that shall have the addresses is there.

use super::INTERFACE;
use super::spec::Spec;
use crate::resources::{Lookup, Unresolved};

/// Addresses as they shall be.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// What the SLS says.
    pub spec: Spec,
}

/// An interface that shall have addresses must be there; one that is gone has none.
pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    if spec.present {
        lookup.ident(&spec.interface.reference(INTERFACE), "id")?;
    }
    Ok(Want { spec: spec.clone() })
}
