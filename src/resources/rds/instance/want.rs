//! From the names of groups and roles to their ids, and whether a last snapshot is there already.

use super::spec::{Goal, Spec};
use crate::model::{Change, Ident, Reference, Value};
use crate::resources::rds::network;
use crate::resources::{Lookup, Unresolved};

/// An instance as it shall be.
#[derive(Clone, Debug, PartialEq)]
pub struct Want {
    /// What the SLS says.
    pub spec: Spec,
    /// What it is tied to by ids.
    pub ties: Ties,
    /// True when a snapshot of the last one's name exists.
    pub is_taken: bool,
}

/// What an instance is tied to by ids; what is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ties {
    /// Its security groups, sorted.
    pub groups: Option<Vec<Ident>>,
    /// The ARN of the role of enhanced metrics.
    pub role: Option<Ident>,
}

impl Ties {
    /// Those that are given here and differ there.
    #[must_use]
    pub fn differing(&self, there: &Self) -> Self {
        Self {
            groups: self.groups.clone().filter(|_| self.groups != there.groups),
            role: self.role.clone().filter(|_| self.role != there.role),
        }
    }

    /// Under the names that authors know.
    pub fn entries(&self) -> [(&'static str, Value); 2] {
        [
            ("vpc_security_group_ids", self.groups.clone().into()),
            ("monitoring_role_arn", self.role.clone().into()),
        ]
    }

    /// The changes from what is there; only for those of [`Ties::differing`].
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
