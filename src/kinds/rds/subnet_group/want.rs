//! From the names of subnets to their ids.

use super::spec::Spec;
use kind::{Lookup, Unresolved, subnets};
use model::Ident;

/// A subnet group as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// Its subnets, sorted.
    pub subnets: Vec<Ident>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let found: Vec<_> = spec.subnets.iter().map(|subnet| subnets::ident(subnet, lookup)).collect();
    let mut all: Vec<Ident> = found.into_iter().collect::<Result<_, _>>()?;
    all.sort();
    all.dedup();
    Ok(Want { spec: spec.clone(), subnets: all })
}
