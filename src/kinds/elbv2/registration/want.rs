//! Whether the group exists, or will exist.

use super::KIND;
use super::spec::Spec;
use kind::{Lookup, Unresolved};
use model::Reference;

/// Targets as declared, with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// True if an earlier state of this run makes the group.
    pub is_promised: bool,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let is_promised = match lookup.ident(&Reference::new(KIND, &spec.group), "arn") {
        Ok(ident) => ident.known().is_none(),
        Err(Unresolved::Missing(_)) => false,
        Err(other) => return Err(other),
    };
    Ok(Want { spec: spec.clone(), is_promised })
}
