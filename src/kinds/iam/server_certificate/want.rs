//! From the paths of files to what is in them.

use super::spec::Spec;
use kind::{Lookup, Unresolved};

/// A server certificate as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The certificate.
    pub body: String,
    /// The certificates above it.
    pub chain: Option<String>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    if !spec.present {
        return Ok(Want { spec: spec.clone(), ..Want::default() });
    }
    let body = spec.body.resolve(lookup);
    let chain = spec.chain.as_ref().map(|chain| chain.resolve(lookup)).transpose();
    Ok(Want { spec: spec.clone(), body: body?, chain: chain? })
}
