//! From the names of security groups to their ids.

use super::spec::{Goal, Spec};
use crate::nodes;
use kind::{Lookup, Unresolved};

/// The declaration, with the ids of its security groups in the settings.
pub type Want = Spec;

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let mut want = spec.clone();
    if let Goal::Present(declared) = &mut want.goal {
        let names = declared.security_groups.as_ref();
        declared.settings.security_groups = nodes::resolve(names, &declared.origin, lookup)?;
    }
    Ok(want)
}
