//! A declared hosted zone with the ids of its VPCs.

use super::spec::Spec;
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

/// A declared zone, with references resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// Its VPCs, with their regions if declared.
    pub vpcs: Vec<(Ident, Option<String>)>,
}

/// A private zone is looked up by its first VPC only if there are several with its name: the scope stays `private`.
pub(super) fn locate(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    let zone = Reference::new("route53.hosted_zone", &spec.name);
    if !spec.is_privacy_said {
        return Ok(zone);
    }
    if !spec.is_private {
        return Ok(zone.within("public"));
    }
    match spec.vpcs.first().map(|vpc| lookup.ident(&vpc.reference, "id")).transpose()? {
        Some(Ident::Known(id)) => Ok(zone.within(format!("private {id}"))),
        _ => Ok(zone.within("private")),
    }
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let references: Vec<Reference> = spec.vpcs.iter().map(|vpc| vpc.reference.clone()).collect();
    let ids = lookup.idents(&references, "id")?;
    let regions = spec.vpcs.iter().map(|vpc| vpc.region.clone());
    Ok(Want { spec: spec.clone(), vpcs: ids.into_iter().zip(regions).collect() })
}
