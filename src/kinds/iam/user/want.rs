//! From the names of managed policies to their ARNs.

use super::spec::Spec;
use crate::entity::named::{self, Boundary};
use kind::{Lookup, Unresolved};
use model::Ident;

/// A user as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The ARNs of all attached managed policies.
    pub managed: Option<Vec<Ident>>,
    /// The permissions boundary.
    pub boundary: Option<Boundary>,
    /// What other states of this run remove from it first.
    pub leaving: Leaving,
}

/// Groups and keys that other states of this run delete, and have not deleted yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leaving {
    /// Groups by name.
    pub groups: Vec<String>,
    /// Ids of access keys; `*` for all.
    pub keys: Vec<String>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let (managed, boundary) =
        named::resolve(spec.policies.managed.as_deref(), spec.boundary.as_deref(), lookup)?;
    let mut leaving = Leaving::default();
    if !spec.present {
        let keys = lookup.leaving("iam.access_keys");
        let of_user = |key: &String| key.strip_prefix(&spec.name)?.strip_prefix('/').map(str::to_owned);
        leaving =
            Leaving { groups: lookup.leaving("iam.group"), keys: keys.iter().filter_map(of_user).collect() };
    }
    Ok(Want { spec: spec.clone(), managed, boundary, leaving })
}
