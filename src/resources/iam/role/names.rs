//! Names in a declared role that stand for identifiers of other things.

use super::spec::Spec;
use crate::aws::arn::is_arn;
use crate::aws::policy;
use crate::model::{Ident, Reference};
use crate::resources::{Lookup, Unresolved};

/// A declared role, the names of managed policies resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// What the SLS says.
    pub spec: Spec,
    /// The ARNs of all attached managed policies.
    pub managed: Option<Vec<Ident>>,
    /// The permissions boundary.
    pub boundary: Option<Boundary>,
}

/// A declared permissions boundary.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Boundary {
    /// There shall be none.
    Nothing,
    /// The policy with this ARN.
    Policy(Ident),
}

fn managed_policy(name: &str) -> Reference {
    Reference::new("iam.policy", name)
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let mut arn = |name: &String| {
        if is_arn(name) { Ok(name.as_str().into()) } else { lookup.ident(&managed_policy(name), "arn") }
    };
    let managed: Option<Vec<_>> = spec.managed.as_ref().map(|names| names.iter().map(&mut arn).collect());
    let boundary = spec.boundary.as_ref().map(|name| match name.as_str() {
        "" => Ok(Boundary::Nothing),
        _ => arn(name).map(Boundary::Policy),
    });
    let managed = managed.map(|all| all.into_iter().collect::<Result<Vec<_>, _>>()).transpose()?;
    Ok(Want { spec: spec.clone(), managed, boundary: boundary.transpose()? })
}

/// Managed policies by name, and the roles that the trust document names: IAM refuses unknown ones.
pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    let named = spec.managed.iter().flatten().chain(&spec.boundary);
    let mut used: Vec<Reference> =
        named.filter(|name| !name.is_empty() && !is_arn(name)).map(|name| managed_policy(name)).collect();
    if let Some(trust) = &spec.trust {
        let mut roles = policy::roles(&policy::to_shown(trust));
        roles.retain(|role| *role != spec.name);
        used.extend(roles.into_iter().map(|role| Reference::new("iam.role", role)));
    }
    used
}
