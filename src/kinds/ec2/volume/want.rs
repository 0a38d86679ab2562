//! From the name of an instance to its id and zone.

use super::INSTANCE;
use super::spec::Spec;
use kind::{Lookup, Unresolved};
use model::{Aspects, Ident, Reference};

/// A volume as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The instance that it is declared for.
    pub instance: Option<Ident>,
    /// The zone that it is in.
    pub zone: Option<Ident>,
}

/// A device is looked up at its instance; without the instance there is no volume.
pub(super) fn locate(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    let named = Reference::new("ec2.volume", &spec.name);
    let Some(instance) = spec.instance.as_ref().filter(|_| !spec.present) else { return Ok(named) };
    match lookup.ident(&instance.reference(INSTANCE), "id") {
        Ok(Ident::Known(id)) => Ok(named.within(id)),
        Ok(Ident::AfterApply(instance)) => Err(Unresolved::AfterApply(instance)),
        Err(Unresolved::Missing(_)) => Ok(named.within("")),
        Err(other) => Err(other),
    }
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let Some(instance) = &spec.instance else { return Ok(Want { spec: spec.clone(), ..Want::default() }) };
    let reference = instance.reference(INSTANCE);
    let id = match lookup.ident(&reference, "id") {
        Err(Unresolved::Missing(_)) if !spec.present => None,
        id => Some(id?),
    };
    if !spec.present {
        return Ok(Want { spec: spec.clone(), instance: id, zone: None });
    }
    let zone = match lookup.value(&reference, "availability_zone", Aspects::NONE) {
        Ok(zone) => zone.as_str().map(Ident::from),
        Err(Unresolved::AfterApply(reference)) => Some(Ident::AfterApply(reference)),
        Err(other) => return Err(other),
    };
    Ok(Want { spec: spec.clone(), instance: id, zone })
}
