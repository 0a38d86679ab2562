//! From the names of VPC and route table to their ids.

use super::spec::Spec;
use crate::model::Ident;
use crate::resources::{Lookup, Unresolved};

/// A subnet as it shall be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// What the SLS says.
    pub spec: Spec,
    /// The VPC it is in; none where that is not said.
    pub vpc: Option<Ident>,
    /// The route table that it is associated with; none where that is not managed.
    pub table: Option<Ident>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let vpc =
        spec.vpc.as_ref().filter(|_| spec.present).map(|vpc| vpc.resolve("ec2.vpc", lookup)).transpose();
    let table = spec.table.as_ref().map(|table| table.resolve("ec2.route_table", lookup)).transpose();
    Ok(Want { spec: spec.clone(), vpc: vpc?, table: table? })
}
