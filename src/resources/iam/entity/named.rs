//! Names of managed policies in a declared entity.

use crate::aws::arn::is_arn;
use crate::model::{Ident, Reference};
use crate::resources::{Lookup, Unresolved};

/// A declared permissions boundary.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Boundary {
    /// None is declared.
    Nothing,
    /// The policy with this ARN.
    Policy(Ident),
}

impl Boundary {
    /// The ARN to create an entity with.
    pub(in crate::resources::iam) fn policy(&self) -> Option<Ident> {
        if let Self::Policy(arn) = self { Some(arn.clone()) } else { None }
    }
}

fn managed_policy(name: &str) -> Reference {
    Reference::new("iam.policy", name)
}

/// The ARNs of all declared managed policies, and the boundary: both are looked up before the first error is returned.
pub(in crate::resources::iam) fn resolve(
    managed: Option<&[String]>,
    boundary: Option<&str>,
    lookup: &mut Lookup<'_>,
) -> Result<(Option<Vec<Ident>>, Option<Boundary>), Unresolved> {
    let mut arn =
        |name: &str| if is_arn(name) { Ok(name.into()) } else { lookup.ident(&managed_policy(name), "arn") };
    let managed: Option<Vec<_>> = managed.map(|names| names.iter().map(|name| arn(name)).collect());
    let boundary = boundary.map(|name| match name {
        "" => Ok(Boundary::Nothing),
        _ => arn(name).map(Boundary::Policy),
    });
    let managed = managed.map(|all| all.into_iter().collect::<Result<Vec<_>, _>>()).transpose()?;
    Ok((managed, boundary.transpose()?))
}

/// The policies that are given by name.
pub(in crate::resources::iam) fn uses(
    managed: Option<&[String]>,
    boundary: Option<&String>,
) -> Vec<Reference> {
    let named = managed.into_iter().flatten().chain(boundary);
    named.filter(|name| !name.is_empty() && !is_arn(name)).map(|name| managed_policy(name)).collect()
}
