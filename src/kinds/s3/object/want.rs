//! Resolves the path of a file to its digest.

use super::spec::Spec;
use kind::{Lookup, Unresolved};
use model::{Aspects, Reference, Value};

/// An object as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The file's digest; none for `object_absent`.
    pub digest: Option<String>,
    /// The file's length.
    pub size: i64,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    if !spec.present {
        return Ok(Want { spec: spec.clone(), ..Want::default() });
    }
    let file = Reference::new("local.file", &spec.source).within(&spec.digest);
    let digest = lookup.value(&file, "digest", Aspects::NONE)?;
    let size = lookup.value(&file, "size", Aspects::NONE)?;
    Ok(Want {
        spec: spec.clone(),
        digest: digest.as_str().map(str::to_owned),
        size: Value::as_int(&size).unwrap_or_default(),
    })
}
