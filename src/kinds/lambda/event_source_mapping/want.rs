//! From the name of a table to the ARN of its stream.

use super::spec::Spec;
use aws::arn::reference;
use kind::which::Which;
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

const TABLE: &str = "dynamodb.table";

/// A mapping as declared, with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The ARN of its source.
    pub source: Option<Ident>,
}

fn source(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Option<Ident>, Unresolved> {
    let found = match &spec.source {
        Which::Id(arn) => Ok(Ident::from(arn.as_str())),
        Which::Name(table) => lookup.ident(&Reference::new(TABLE, table), "stream_arn"),
    };
    match found {
        Ok(found) => Ok(Some(found)),
        // Without the table there is no stream to read.
        Err(Unresolved::Missing(_) | Unresolved::Refused(_)) if !spec.present => Ok(None),
        Err(error) => Err(error),
    }
}

pub(super) fn locate(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Reference, Unresolved> {
    let named = Reference::new("lambda.event_source_mapping", &spec.name);
    match source(spec, lookup)? {
        Some(Ident::Known(arn)) => Ok(named.within(arn)),
        Some(Ident::AfterApply(table)) => Err(Unresolved::AfterApply(table)),
        None => Ok(named),
    }
}

pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    let function = spec.function.rsplit_once("function:").map_or(spec.function.as_str(), |(_, name)| name);
    let function = function.split(':').next().unwrap_or_default();
    let source = match &spec.source {
        Which::Id(arn) => reference(arn),
        Which::Name(table) => Some(Reference::new(TABLE, table)),
    };
    [Reference::new("lambda.function", function)].into_iter().chain(source).collect()
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    Ok(Want { spec: spec.clone(), source: source(spec, lookup)? })
}
