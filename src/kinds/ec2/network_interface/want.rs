//! From the names of subnet and groups to their ids.

use super::spec::Spec;
use crate::names;
use kind::{Lookup, Unresolved};
use model::Ident;

/// A network interface as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// The subnet it is in.
    pub subnet: Option<Ident>,
    /// Its groups, sorted; none if they are not managed.
    pub groups: Option<Vec<Ident>>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let Some(subnet) = spec.subnet.as_ref() else {
        return Ok(Want { spec: spec.clone(), ..Want::default() });
    };
    let Some(groups) = &spec.groups else {
        let subnet = Some(names::subnet(subnet, lookup)?);
        return Ok(Want { spec: spec.clone(), subnet, groups: None });
    };
    let home = names::home(subnet, lookup)?;
    let groups = names::groups(groups, home.vpc, lookup)?;
    Ok(Want { spec: spec.clone(), subnet: Some(home.subnet), groups: Some(groups) })
}
