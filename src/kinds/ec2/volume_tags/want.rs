//! From the names of instances to filters.

use super::spec::{Map, Spec};
use super::{INSTANCE, VOLUME};
use kind::{Lookup, Unresolved};
use model::{Aspects, Ident, Reference};

/// Tags as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// Instances that do not exist.
    pub missing: Vec<String>,
    /// True if this run will make one of the instances.
    pub is_early: bool,
}

/// EC2's filters of one map; none for a map that names an instance without volumes.
pub(super) type Filters = Option<Vec<(String, Vec<String>)>>;

pub(super) fn locate(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    let all: Vec<_> = spec.maps.iter().map(|map| filters(map, lookup)).collect();
    let all: Vec<Filters> = all.into_iter().collect::<Result<_, _>>()?;
    let scope = serde_json::to_string(&all).unwrap_or_default();
    Ok(Reference::new("ec2.volume_tags", &spec.name).within(scope))
}

fn filters(map: &Map, lookup: &mut Lookup<'_>) -> Result<Filters, Unresolved> {
    let mut all = map.filters.clone();
    let Some(name) = &map.instance else { return Ok(Some(all)) };
    match lookup.optional(&Reference::new(INSTANCE, name), "id")? {
        Some(Ident::Known(id)) => all.push(("attachment.instance-id".to_owned(), vec![id])),
        Some(Ident::AfterApply(_)) | None => return Ok(None),
    }
    Ok(Some(all))
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let mut want = Want { spec: spec.clone(), ..Want::default() };
    let names = spec.maps.iter().filter_map(|map| map.instance.as_ref());
    let found: Vec<_> =
        names.map(|name| (name, lookup.optional(&Reference::new(INSTANCE, name), "id"))).collect();
    let volumes = spec.maps.iter().flat_map(|map| &map.volumes);
    let volumes: Vec<_> =
        volumes.map(|name| lookup.value(&Reference::new(VOLUME, name), "id", Aspects::NONE)).collect();
    for volume in volumes {
        match volume {
            Err(Unresolved::Unread) => return Err(Unresolved::Unread),
            // A pattern, or several with that name: the filter matches all of them.
            found => want.is_early |= matches!(found, Err(Unresolved::AfterApply(_))),
        }
    }
    for (name, instance) in found {
        match instance? {
            None => want.missing.push(name.clone()),
            Some(instance) => want.is_early |= instance.known().is_none(),
        }
    }
    Ok(want)
}
