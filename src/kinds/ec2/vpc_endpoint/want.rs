//! From the names of VPC, route tables, subnets and groups to their ids.

use super::TABLE;
use super::spec::Spec;
use crate::names;
use kind::which::Which;
use kind::{Lookup, Unresolved};
use model::Ident;

/// A VPC endpoint as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The VPC it is in.
    pub vpc: Option<Ident>,
    /// The route tables with a route to it, sorted.
    pub tables: Option<Vec<Ident>>,
    /// The subnets it is in, sorted.
    pub subnets: Option<Vec<Ident>>,
    /// Its groups, sorted.
    pub groups: Option<Vec<Ident>>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let vpc = spec.vpc.as_ref().map(|vpc| vpc.resolve("ec2.vpc", lookup)).transpose();
    let tables = sorted(spec.tables.as_deref(), |table| table.resolve(TABLE, lookup));
    let subnets = sorted(spec.subnets.as_deref(), |subnet| names::subnet(subnet, lookup));
    let groups = spec.groups.as_ref().map(|groups| names::groups(groups, vpc.clone(), lookup)).transpose();
    Ok(Want { spec: spec.clone(), vpc: vpc?, tables: tables?, subnets: subnets?, groups: groups? })
}

fn sorted(
    all: Option<&[Which]>,
    resolve: impl FnMut(&Which) -> Result<Ident, Unresolved>,
) -> Result<Option<Vec<Ident>>, Unresolved> {
    let Some(all) = all else { return Ok(None) };
    let found: Vec<_> = all.iter().map(resolve).collect();
    let mut found: Vec<Ident> = found.into_iter().collect::<Result<_, _>>()?;
    found.sort();
    found.dedup();
    Ok(Some(found))
}
