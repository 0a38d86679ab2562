//! From the names of managed policies to their ARNs.

use super::spec::Spec;
use crate::entity::named;
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

/// A group as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The ARNs of all attached managed policies.
    pub managed: Option<Vec<Ident>>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let users = spec.users.iter().flatten().map(|user| Reference::new("iam.user", user));
    let users: Vec<_> = users.map(|user| lookup.unless_broken(&user)).collect();
    let (managed, _) = named::resolve(spec.policies.managed.as_deref(), None, lookup)?;
    users.into_iter().collect::<Result<(), _>>()?;
    Ok(Want { spec: spec.clone(), managed })
}
