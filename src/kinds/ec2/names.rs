//! From the names of subnets, groups and addresses to their ids, for kinds that are in a VPC.

use kind::which::Which;
use kind::{Lookup, Unresolved, groups, subnets};
use model::{Aspects, Ident, Reference, Value};

/// A subnet and its VPC; the VPC is none if the subnet is given by id.
pub(super) struct Home {
    /// The subnet's id.
    pub subnet: Ident,
    /// The VPC's id.
    pub vpc: Result<Option<Ident>, Unresolved>,
}

/// The subnet for a name, an id, or `<VPC's name>:<subnet's name>` if no subnet has that whole text as its name.
///
/// # Errors
/// As [`Lookup::ident`].
pub(super) fn subnet(which: &Which, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
    match which {
        Which::Id(id) => Ok(id.as_str().into()),
        Which::Name(_) => {
            let reference = subnets::reference_of(which, lookup)?;
            lookup.ident(&reference, "id")
        }
    }
}

/// The same with the VPC in which names of groups are looked up.
///
/// # Errors
/// As [`Lookup::ident`].
pub(super) fn home(which: &Which, lookup: &mut Lookup<'_>) -> Result<Home, Unresolved> {
    let reference = subnets::reference_of(which, lookup)?;
    let vpc = match lookup.value(&reference, "vpc_id", Aspects::NONE) {
        Ok(Value::Str(id)) => Ok(Some(Ident::Known(id))),
        Ok(_) => Ok(None),
        Err(Unresolved::AfterApply(subnet)) => Ok(Some(Ident::AfterApply(subnet))),
        Err(other) => Err(other),
    };
    let subnet = match which {
        Which::Id(id) => id.as_str().into(),
        Which::Name(_) => lookup.ident(&reference, "id")?,
    };
    Ok(Home { subnet, vpc })
}

/// The ids of groups, sorted: names are looked up in the VPC, or in the default VPC without one.
///
/// # Errors
/// As [`Lookup::ident`]; all are looked up before the first error is returned.
pub(super) fn groups(
    names: &[String],
    vpc: Result<Option<Ident>, Unresolved>,
    lookup: &mut Lookup<'_>,
) -> Result<Vec<Ident>, Unresolved> {
    let vpc = if names.iter().all(|name| name.starts_with("sg-")) { None } else { vpc? };
    groups::idents(names, vpc.as_ref(), lookup)
}

/// The groups of the run that these names need.
pub(super) fn group_uses(names: &[String]) -> impl Iterator<Item = Reference> {
    names.iter().flat_map(|name| groups::uses(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kind::groups::GROUP;
    use kind::{Known, Sight};

    const VPC: &str = "ec2.vpc";

    /// Things by reference with their ids, and what this run makes.
    struct World {
        there: Vec<(Reference, &'static str)>,
        promised: Vec<Reference>,
    }

    impl Known for World {
        fn sight(&self, reference: &Reference, attribute: &str, _: Aspects) -> Sight {
            let found = self.there.iter().find(|(known, _)| known == reference);
            let value = if attribute == "vpc_id" { Some("vpc-1") } else { found.map(|(_, id)| *id) };
            found.map_or(Sight::Absent, |_| Sight::Found(value.map(Value::from)))
        }

        fn is_promised(&self, reference: &Reference) -> bool {
            self.promised.iter().any(|promised| reference.is_provided_by(promised))
        }
    }

    fn named(name: &str) -> Which {
        Which::Name(name.to_owned())
    }

    #[test]
    fn a_subnet_is_given_by_name_with_or_without_its_vpc() {
        let world = World {
            there: vec![
                (Reference::new(subnets::SUBNET, "prod:a"), "subnet-1"),
                (Reference::new(VPC, "main"), "vpc-1"),
                (Reference::new(subnets::SUBNET, "a").within("vpc-1"), "subnet-2"),
            ],
            promised: vec![],
        };
        let id = |name: &str| subnet(&named(name), &mut Lookup::new(&world));
        assert_eq!(id("prod:a").unwrap(), "subnet-1".into(), "the whole text is a name");
        assert_eq!(id("main:a").unwrap(), "subnet-2".into());
        assert!(matches!(id("main:b"), Err(Unresolved::Missing(missing)) if missing.name == "b"));
        assert!(matches!(id("none:a"), Err(Unresolved::Missing(missing)) if missing.kind == VPC));
    }

    #[test]
    fn things_that_this_run_creates_are_known_after_apply() {
        let promised =
            [Reference::new(VPC, "new"), Reference::new(subnets::SUBNET, "a"), Reference::new(GROUP, "web")];
        let world = World { there: vec![], promised: promised.to_vec() };
        let home = home(&named("new:a"), &mut Lookup::new(&world)).unwrap();
        assert_eq!(home.subnet, Ident::AfterApply(Reference::new(subnets::SUBNET, "a")));
        let names = ["web".to_owned(), "sg-00000001".to_owned()];
        let found = groups(&names, home.vpc, &mut Lookup::new(&world)).unwrap();
        let expected =
            [Ident::Known("sg-00000001".to_owned()), Ident::AfterApply(Reference::new(GROUP, "web"))];
        assert_eq!(found, expected);
        let uses: Vec<Reference> = subnets::uses_of(&named("new:a"));
        assert!(uses.contains(&promised[0]) && uses.contains(&promised[1]), "{uses:?}");
    }

    #[test]
    fn groups_are_looked_up_in_the_subnets_vpc() {
        let world = World {
            there: vec![
                (Reference::new(subnets::SUBNET, "a"), "subnet-1"),
                (Reference::new(GROUP, "web").within("vpc-1"), "sg-1"),
            ],
            promised: vec![],
        };
        let home = home(&named("a"), &mut Lookup::new(&world)).unwrap();
        let found = groups(&["web".to_owned()], home.vpc, &mut Lookup::new(&world)).unwrap();
        assert_eq!(found, ["sg-1".into()]);
    }
}
