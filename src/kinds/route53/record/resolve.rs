//! A declared record with the ids of its zone and values.

use super::set::Alias;
use super::spec::{AliasTarget, Spec, Written, Zone};
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

/// A declared record, with references resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The zone's id; none if the zone does not exist and is not needed.
    pub zone: Option<Ident>,
    /// The values.
    pub values: Option<Vec<Ident>>,
    /// The alias target.
    pub alias: Option<Alias>,
}

fn zone(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Option<Ident>, Unresolved> {
    match &spec.zone {
        Zone::Unsaid => Err(Unresolved::Refused("the state does not name a zone".to_owned())),
        Zone::Id(id) => Ok(Some(id.as_str().into())),
        Zone::Named(zone) if spec.present => lookup.ident(zone, "id").map(Some),
        Zone::Named(zone) => lookup.optional(zone, "id"),
    }
}

/// A zone that does not exist has no records: then the reference has no scope.
pub(super) fn locate(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    match zone(spec, lookup)? {
        Some(Ident::Known(id)) => Ok(spec.reference().within(id)),
        Some(Ident::AfterApply(zone)) => Err(Unresolved::AfterApply(zone)),
        None => Ok(spec.reference()),
    }
}

pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    let mut used = vec![];
    if let Zone::Named(zone) = &spec.zone {
        used.push(zone.clone());
    }
    let values = spec.values.iter().flatten();
    for written in values.chain(spec.alias.as_ref().map(|alias| &alias.dns_name)) {
        if let Written::Of(references, _) = written {
            used.extend_from_slice(references);
        }
    }
    used
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let zone = zone(spec, lookup);
    let values: Option<Vec<_>> =
        spec.values.as_ref().map(|values| values.iter().map(|value| ident(value, lookup)).collect());
    let alias = spec.alias.as_ref().map(|target| alias(target, lookup)).transpose();
    let values = values.map(|all| all.into_iter().collect::<Result<Vec<_>, _>>()).transpose()?;
    Ok(Want { spec: spec.clone(), zone: zone?, values, alias: alias? })
}

fn ident(written: &Written, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
    match written {
        Written::Text(text) => Ok(text.as_str().into()),
        Written::Of(references, attribute) => lookup.first(references, attribute),
    }
}

fn alias(target: &AliasTarget, lookup: &mut Lookup<'_>) -> Result<Alias, Unresolved> {
    let dns_name = ident(&target.dns_name, lookup);
    let zone = match (&target.zone, &target.dns_name) {
        (Some(id), _) => Ok(id.as_str().into()),
        (None, Written::Of(balancers, _)) => lookup.first(balancers, "hosted_zone_id"),
        (None, Written::Text(name)) => {
            Err(Unresolved::Refused(format!("the alias to {name} needs a HostedZoneId")))
        }
    };
    Ok(Alias { zone: zone?, dns_name: dns_name?, evaluate_health: target.evaluate_health })
}
