//! From the names of subnets to their ids.

use super::spec::Spec;
use kind::{Lookup, Unresolved, subnets};
use model::Ident;

/// The same with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// Sorted.
    pub subnets: Vec<Ident>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let found: Vec<_> = spec
        .subnets
        .iter()
        .map(|name| match name.starts_with("subnet-") {
            true => Ok(Ident::from(name.as_str())),
            false => subnets::reference(name, lookup).and_then(|subnet| lookup.ident(&subnet, "id")),
        })
        .collect();
    let mut subnets: Vec<Ident> = found.into_iter().collect::<Result<_, _>>()?;
    subnets.sort();
    subnets.dedup();
    Ok(Want { spec: spec.clone(), subnets })
}
