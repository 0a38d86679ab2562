//! From the names of groups and roles to their ids, and whether the final snapshot already exists.

use super::spec::{Goal, Spec};
use crate::network;
use kind::{Lookup, Unresolved};
use model::{Change, Ident, Reference, Value};

/// An instance as declared, with names resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// The declaration.
    pub spec: Spec,
    /// Its security groups and role, by ids.
    pub ties: Ties,
    /// True if a snapshot with the name of the final one exists.
    pub is_taken: bool,
}

/// Security groups and role of an instance, by ids. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ties {
    /// Its security groups, sorted.
    pub groups: Option<Vec<Ident>>,
    /// The ARN of the role of enhanced metrics.
    pub role: Option<Ident>,
}

impl Ties {
    /// Those that are set here and differ there.
    #[must_use]
    pub fn differing(&self, there: &Self) -> Self {
        Self {
            groups: self.groups.clone().filter(|_| self.groups != there.groups),
            role: self.role.clone().filter(|_| self.role != there.role),
        }
    }

    /// Under the names of arguments.
    pub fn entries(&self) -> [(&'static str, Value); 2] {
        [
            ("vpc_security_group_ids", self.groups.clone().into()),
            ("monitoring_role_arn", self.role.clone().into()),
        ]
    }

    /// The changes from the present values; only for those of [`Ties::differing`].
    pub fn changes(&self, there: &Self) -> Vec<Change> {
        let pairs = self.entries().into_iter().zip(there.entries());
        let given = pairs.filter(|((_, new), _)| !new.is_null());
        given.map(|((name, new), (_, old))| Change::update(name, old, new)).collect()
    }
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let want = |ties, is_taken| Want { spec: spec.clone(), ties, is_taken };
    let declared = match &spec.goal {
        Goal::Present(declared) => declared,
        Goal::Absent(removal) => {
            let snapshot = removal.snapshot.as_deref().map(|name| Reference::new("rds.snapshot", name));
            let found = snapshot.map(|snapshot| lookup.optional(&snapshot, "arn")).transpose()?;
            return Ok(want(Ties::default(), found.flatten().is_some()));
        }
    };
    let unbroken = network::unless_broken(&declared.uses(), lookup);
    let subnet_group = declared.settings.subnet_group.as_ref().map(|group| group.0.as_str());
    let groups = network::groups(declared.groups.as_ref(), subnet_group, lookup);
    let role = match (&declared.role(), &declared.monitoring_role) {
        (Some(role), _) => Some(lookup.ident(role, "arn")),
        (None, arn) => arn.as_deref().map(|arn| Ok(Ident::from(arn))),
    };
    let ties = Ties { groups: groups?, role: role.transpose()? };
    unbroken.map(|()| want(ties, false))
}
