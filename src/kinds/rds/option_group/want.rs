//! From the names of security groups and roles to ids and ARNs.

use super::option::{self, Declared};
use super::spec::Spec;
use kind::{Lookup, Unresolved, groups};

/// An option group as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// All its options; none if they are not managed.
    pub options: Option<Vec<option::Want>>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let Some(declared) = &spec.options else { return Ok(Want { spec: spec.clone(), options: None }) };
    let options: Vec<_> = declared.iter().map(|declared| option(declared, lookup)).collect();
    Ok(Want { spec: spec.clone(), options: Some(options.into_iter().collect::<Result<_, _>>()?) })
}

fn option(declared: &Declared, lookup: &mut Lookup<'_>) -> Result<option::Want, Unresolved> {
    let groups = declared.groups.as_ref().map(|names| groups::idents(names, None, lookup));
    let role = declared.role().map(|role| lookup.ident(&role, "arn")).transpose()?;
    Ok(option::Want { declared: declared.clone().with_role(role.as_ref()), groups: groups.transpose()? })
}
