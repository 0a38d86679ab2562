//! Names of other things in a declared role.

use super::spec::Spec;
use crate::entity::named::{self, Boundary};
use aws::policy;
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

/// A declared role, with the names of managed policies resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
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

/// Managed policies by name, and the roles that the trust document names: IAM refuses unknown ones.
pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    let mut used = named::uses(spec.policies.managed.as_deref(), spec.boundary.as_ref());
    if let Some(trust) = &spec.trust {
        let mut roles = policy::roles(&policy::to_shown(trust));
        roles.retain(|role| *role != spec.name);
        used.extend(roles.into_iter().map(|role| Reference::new("iam.role", role)));
    }
    used
}
