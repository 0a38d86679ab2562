//! From the path of a file to what is in it.

use super::spec::Spec;
use kind::{Lookup, Unresolved};

/// A SAML provider as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// Its metadata.
    pub document: String,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let document = if spec.present { spec.document.resolve(lookup)? } else { String::new() };
    Ok(Want { spec: spec.clone(), document })
}
