//! Names of managed policies in a declared entity.

use aws::arn::is_arn;
use kind::{Lookup, Unresolved};
use model::{Ident, Reference};

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
    pub(crate) fn policy(&self) -> Option<Ident> {
        if let Self::Policy(arn) = self { Some(arn.clone()) } else { None }
    }
}

fn managed_policy(name: &str) -> Reference {
    Reference::new("iam.policy", name)
}

/// The ARNs of all declared managed policies, and the boundary: both are looked up before the first error is returned.
pub(crate) fn resolve(
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

/// The account's own policy that an ARN names: a run may make it. AWS's policies have `aws` in place of the account.
fn own_policy(arn: &str) -> Option<Reference> {
    let parts: Vec<&str> = arn.splitn(6, ':').collect();
    let ["arn", _, "iam", _, account, resource] = parts[..] else { return None };
    let is_own = account.len() == 12 && account.bytes().all(|byte| byte.is_ascii_digit());
    let name = resource.strip_prefix("policy/")?.rsplit('/').next()?;
    is_own.then(|| managed_policy(name))
}

/// The policies that are given by name, and the account's own that are given by ARN.
pub(crate) fn uses(managed: Option<&[String]>, boundary: Option<&String>) -> Vec<Reference> {
    let named = managed.into_iter().flatten().chain(boundary);
    let of = |name: &String| if is_arn(name) { own_policy(name) } else { Some(managed_policy(name)) };
    named.filter(|name| !name.is_empty()).filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_of_the_account_is_made_before_what_names_its_arn() {
        let managed = [
            "arn:aws:iam::111122223333:policy/team/read".to_owned(),
            "arn:aws:iam::aws:policy/ReadOnlyAccess".to_owned(),
            "write".to_owned(),
        ];
        let boundary = "arn:aws-cn:iam::111122223333:policy/limit".to_owned();
        let names: Vec<String> =
            uses(Some(&managed), Some(&boundary)).into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["read", "write", "limit"]);
    }
}
