//! From the names of groups to their ids, and what prevents a deletion.

use super::spec::{Goal, Spec};
use crate::network;
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

/// A cluster as declared, with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// Its security groups, sorted; none if they are not managed.
    pub groups: Option<Vec<Ident>>,
    /// True if a snapshot with the name of the final one exists.
    pub is_taken: bool,
    /// Instances that the same run deletes.
    pub leaving: Vec<String>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let spec = spec.clone();
    match &spec.goal {
        Goal::Present(declared) => {
            let unbroken = network::unless_broken(&declared.uses(), lookup);
            let subnet_group = declared.fixed.subnet_group.as_ref().map(|group| group.0.as_str());
            let groups = network::groups(declared.groups.as_ref(), subnet_group, lookup)?;
            unbroken.map(|()| Want { spec, groups, is_taken: false, leaving: vec![] })
        }
        Goal::Absent(removal) => {
            let snapshot =
                removal.snapshot.as_deref().map(|name| Reference::new("rds.cluster_snapshot", name));
            let found = snapshot.map(|snapshot| lookup.optional(&snapshot, "arn")).transpose()?;
            let leaving = lookup.leaving("rds.instance");
            Ok(Want { spec, groups: None, is_taken: found.flatten().is_some(), leaving })
        }
    }
}
