//! From the name of a VPC to its id.

use super::spec::{Spec, Vpc};
use crate::model::{Ident, Reference};
use crate::resources::{Lookup, Unresolved};

/// A target group as it shall be.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// What the SLS says.
    pub spec: Spec,
    /// Where its targets are; none where that is not said.
    pub vpc: Option<Ident>,
}

fn named(name: &str) -> Reference {
    Reference::new("ec2.vpc", name)
}

pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    if let Vpc::Name(name) = &spec.vpc { vec![named(name)] } else { vec![] }
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let vpc = match &spec.vpc {
        Vpc::Unsaid => None,
        Vpc::Id(id) => Some(id.as_str().into()),
        Vpc::Name(name) => Some(lookup.ident(&named(name), "id")?),
    };
    Ok(Want { spec: spec.clone(), vpc })
}
