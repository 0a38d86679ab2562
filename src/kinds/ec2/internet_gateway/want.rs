//! From the name of a VPC to its id.

use super::spec::Spec;
use kind::{Lookup, Unresolved};
use model::Ident;

/// An internet gateway as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The VPC that it is attached to; none if that is not managed.
    pub vpc: Option<Ident>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let vpc = spec.vpc.as_ref().map(|vpc| vpc.resolve("ec2.vpc", lookup)).transpose()?;
    Ok(Want { spec: spec.clone(), vpc })
}
