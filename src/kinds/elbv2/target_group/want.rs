//! From the name of a VPC to its id.

use super::spec::Spec;
use kind::{Lookup, Unresolved};
use model::Ident;

/// A target group as declared, with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The VPC of its targets; none if that is not declared.
    pub vpc: Option<Ident>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let vpc = spec.vpc.as_ref().map(|vpc| vpc.resolve("ec2.vpc", lookup)).transpose()?;
    Ok(Want { spec: spec.clone(), vpc })
}
