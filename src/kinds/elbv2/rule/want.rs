//! From the names that an author writes to the ids of AWS.

use super::spec::Spec;
use crate::actions::{self, RuleAction};
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

/// A rule as declared, with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The listener's ARN; none if the rule is declared absent.
    pub listener: Option<Ident>,
    /// The actions with ARNs of target groups; none if not managed.
    pub actions: Option<Vec<RuleAction>>,
}

fn listener(spec: &Spec) -> Reference {
    Reference::new("elbv2.listener", &spec.listener)
}

pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    let groups = actions::uses(spec.actions.as_deref().unwrap_or_default());
    [listener(spec)].into_iter().chain(groups).collect()
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    if !spec.present {
        return Ok(Want { spec: spec.clone(), listener: None, actions: None });
    }
    let listener = lookup.ident(&listener(spec), "arn");
    let actions = spec.actions.as_ref().map(|all| actions::resolve(all, lookup)).transpose();
    Ok(Want { spec: spec.clone(), listener: Some(listener?), actions: actions? })
}
