//! Security groups for kinds of any service: by id, by name, or as `<VPC's name>:<group's name>`.

use super::{Lookup, Unresolved};
use model::{Ident, Reference};

/// The kind of security groups.
pub const GROUP: &str = "ec2.security_group";
const VPC: &str = "ec2.vpc";

/// The ids of groups, sorted: names are looked up in a VPC, or in the default VPC if none is given.
///
/// # Errors
/// As [`Lookup::ident`]; all are looked up before the first error is returned.
pub fn idents(
    names: &[String],
    vpc: Option<&Ident>,
    lookup: &mut Lookup<'_>,
) -> Result<Vec<Ident>, Unresolved> {
    let all: Vec<_> = names.iter().map(|name| ident(name, vpc, lookup)).collect();
    let mut ids: Vec<Ident> = all.into_iter().collect::<Result<_, _>>()?;
    ids.sort();
    ids.dedup();
    Ok(ids)
}

fn ident(name: &str, vpc: Option<&Ident>, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
    if is_id(name) {
        return Ok(name.into());
    }
    let group = Reference::new(GROUP, name);
    let found = match vpc {
        // A VPC that this run makes is still empty, so this run also makes its groups.
        Some(Ident::AfterApply(_)) => return Ok(Ident::AfterApply(group)),
        Some(Ident::Known(vpc)) => lookup.ident(&group.within(vpc), "id"),
        None => lookup.ident(&group, "id"),
    };
    or_beside_vpc(name, found, lookup)
}

/// The meaning of a name if no group has it as a whole: `<VPC's name>:<group's name>` is the group in that VPC.
///
/// # Errors
/// As [`Lookup::ident`].
pub fn or_beside_vpc(
    name: &str,
    found: Result<Ident, Unresolved>,
    lookup: &mut Lookup<'_>,
) -> Result<Ident, Unresolved> {
    let (Err(Unresolved::Missing(_)), Some((vpc, group))) = (&found, name.split_once(':')) else {
        return found;
    };
    let group = Reference::new(GROUP, group);
    match lookup.ident(&Reference::new(VPC, vpc), "id")? {
        Ident::Known(id) => lookup.ident(&group.within(id), "id"),
        Ident::AfterApply(_) => Ok(Ident::AfterApply(group)),
    }
}

/// What a run must make before a security group with this name; nothing for an id.
pub fn uses(name: &str) -> Vec<Reference> {
    if is_id(name) {
        return vec![];
    }
    let parts = name.split_once(':').map(|(vpc, group)| [(VPC, vpc), (GROUP, group)]);
    let parts = parts.into_iter().flatten().map(|(kind, name)| Reference::new(kind, name));
    parts.chain([Reference::new(GROUP, name)]).collect()
}

/// True for an id: no name begins like this.
///
/// See <https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateSecurityGroup.html>.
fn is_id(name: &str) -> bool {
    name.starts_with("sg-")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::lookup::{Known, Sight};
    use model::Aspects;

    /// The existing things, by kind, name and scope.
    struct Account(BTreeMap<(&'static str, &'static str, Option<&'static str>), &'static str>);

    impl Known for Account {
        fn sight(&self, reference: &Reference, _attribute: &str, _aspects: Aspects) -> Sight {
            let key = |(kind, name, scope): &(&str, &str, Option<&str>)| {
                *kind == reference.kind && *name == reference.name && *scope == reference.scope.as_deref()
            };
            let found = self.0.iter().find(|(there, _)| key(there));
            found.map_or(Sight::Absent, |(_, id)| Sight::Found(Some((*id).into())))
        }

        fn is_promised(&self, reference: &Reference) -> bool {
            reference.name == "new"
        }
    }

    #[test]
    fn a_group_is_given_by_id_by_name_or_with_its_vpc() {
        let account = Account(
            [
                ((GROUP, "web", None), "sg-1"),
                ((GROUP, "odd:name", None), "sg-2"),
                ((GROUP, "web", Some("vpc-2")), "sg-3"),
                ((VPC, "main", None), "vpc-2"),
            ]
            .into(),
        );
        let mut lookup = Lookup::new(&account);
        let mut ident = |name: &str, vpc: Option<&Ident>| ident(name, vpc, &mut lookup);
        for (name, id) in [
            ("sg-0a1b2c3d", "sg-0a1b2c3d"),
            ("web", "sg-1"),
            ("odd:name", "sg-2"),
            ("main:web", "sg-3"),
            ("new:web", Ident::AFTER_APPLY),
        ] {
            assert_eq!(ident(name, None).unwrap().as_str(), id, "{name}");
        }
        let home = Ident::from("vpc-2");
        assert_eq!(ident("web", Some(&home)).unwrap().as_str(), "sg-3");
        assert_eq!(ident("main:web", Some(&home)).unwrap().as_str(), "sg-3", "also where a VPC is said");
        let missing = ident("main:mail", None).unwrap_err();
        assert!(matches!(missing, Unresolved::Missing(it) if it.to_string().contains("'mail' in vpc-2")));
        assert!(matches!(ident("other:web", None), Err(Unresolved::Missing(it)) if it.kind == VPC));
        let named: Vec<String> = uses("main:web").into_iter().map(|it| it.name).collect();
        assert_eq!(named, ["main", "web", "main:web"]);
        assert!(uses("sg-0a1b2c3d").is_empty());
    }
}
