//! From the name of an instance or network interface to its id.

use super::spec::Spec;
use kind::{Lookup, Unresolved};
use model::Ident;

/// An address as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The id of the instance or network interface; none if that is not managed.
    pub owner: Option<Ident>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let owner = spec.owner.as_ref().map(|owner| owner.which.resolve(owner.kind, lookup)).transpose()?;
    Ok(Want { spec: spec.clone(), owner })
}
