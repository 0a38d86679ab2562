//! From the names of managed policies to their ARNs.

use super::spec::Spec;
use crate::model::Ident;
use crate::resources::iam::entity::named::{self, Boundary};
use crate::resources::{Lookup, Unresolved};

/// A user as it shall be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// What the SLS says.
    pub spec: Spec,
    /// The ARNs of all attached managed policies.
    pub managed: Option<Vec<Ident>>,
    /// The permissions boundary.
    pub boundary: Option<Boundary>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let (managed, boundary) =
        named::resolve(spec.policies.managed.as_deref(), spec.boundary.as_deref(), lookup)?;
    Ok(Want { spec: spec.clone(), managed, boundary })
}
