//! From the names of VPC and subnets to their ids.

use super::spec::Spec;
use crate::names;
use kind::{Lookup, Unresolved};
use model::Ident;

/// A network ACL as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The VPC it is in; none if that is not declared.
    pub vpc: Option<Ident>,
    /// All subnets that have it, sorted; none if they are not managed.
    pub subnets: Option<Vec<Ident>>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let vpc =
        spec.vpc.as_ref().filter(|_| spec.present).map(|vpc| vpc.resolve("ec2.vpc", lookup)).transpose();
    let subnets = spec.subnets.as_ref().map(|all| {
        let found: Vec<_> = all.iter().map(|subnet| names::subnet(subnet, lookup)).collect();
        let mut found: Vec<Ident> = found.into_iter().collect::<Result<_, _>>()?;
        found.sort();
        found.dedup();
        Ok(found)
    });
    Ok(Want { spec: spec.clone(), vpc: vpc?, subnets: subnets.transpose()? })
}
