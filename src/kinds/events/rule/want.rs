//! From the names of roles, functions and topics to their ARNs.

use serde_json::Value as Json;

use super::spec::Spec;
use aws::arn::{is_arn, reference};
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

/// A rule as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The role that calls the targets.
    pub role: Option<Ident>,
    /// The targets by id, each with its ARN in its settings.
    pub targets: Option<Vec<(String, Json)>>,
}

pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    let arn = |settings: &Json, key: &str| settings.get(key).and_then(Json::as_str).and_then(reference);
    let targets = spec.targets.iter().flatten();
    let called = targets.clone().filter_map(|it| it.named.clone().or_else(|| arn(&it.settings, "Arn")));
    let roles = targets.filter_map(|it| arn(&it.settings, "RoleArn"));
    called.chain(roles).chain(spec.role.as_deref().map(role)).collect()
}

fn role(written: &str) -> Reference {
    Reference::new("iam.role", written.rsplit('/').next().unwrap_or(written))
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let arn_of_role = spec.role.as_ref().map(|written| {
        if is_arn(written) || written.is_empty() {
            return Ok(Ident::from(written.as_str()));
        }
        lookup.ident(&role(written), "arn")
    });
    let mut targets = vec![];
    for target in spec.targets.iter().flatten() {
        let mut settings = target.settings.clone();
        let arn = target.named.as_ref().map(|named| lookup.ident(named, "arn")).transpose();
        targets.push(arn.map(|arn| {
            if let (Json::Object(settings), Some(arn)) = (&mut settings, arn) {
                settings.insert("Arn".to_owned(), arn.as_str().into());
            }
            (target.id.clone(), settings)
        }));
    }
    let targets = targets.into_iter().collect::<Result<Vec<_>, _>>();
    Ok(Want {
        spec: spec.clone(),
        role: arn_of_role.transpose()?,
        targets: spec.targets.is_some().then_some(targets?),
    })
}
