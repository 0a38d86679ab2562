//! The groups that a database names: its subnet group, and security groups in the VPC of that.

use crate::model::{Argument, Aspects, Fields, Ident, Reference, Shape, Value};
use crate::resources::which::is_id;
use crate::resources::{Lookup, Unresolved};

const GROUP: &str = "ec2.security_group";

/// How security groups are named.
pub(super) const ARGUMENTS: &[Argument] = &[
    Argument::optional("vpc_security_group_ids", Shape::Texts, "ids of security groups")
        .alias(&["VpcSecurityGroupIds"]),
    Argument::optional("vpc_security_groups", Shape::Texts, "names or ids of security groups"),
];

/// Names and ids of security groups; none where they are not managed.
pub(super) fn read(fields: &Fields) -> Option<Vec<String>> {
    let lists = ["vpc_security_group_ids", "vpc_security_groups"];
    let given: Vec<Vec<String>> = lists.iter().filter_map(|name| fields.texts(name)).collect();
    (!given.is_empty()).then(|| given.concat())
}

/// The security groups that are named, for the order of a run.
pub(super) fn uses(groups: Option<&Vec<String>>) -> impl Iterator<Item = Reference> {
    let named = groups.into_iter().flatten().filter(|name| !is_id("sg-", name));
    named.map(|name| Reference::new(GROUP, name))
}

/// Things that AWS knows by name: when one of them was to be made by this run and is not there, nothing is done.
pub(super) fn unless_broken(used: &[Reference], lookup: &mut Lookup<'_>) -> Result<(), Unresolved> {
    let answers: Vec<_> = used
        .iter()
        .filter(|reference| reference.kind.starts_with("rds."))
        .map(|reference| lookup.unless_broken(reference))
        .collect();
    answers.into_iter().collect()
}

/// The ids of security groups, sorted: names are looked for in the VPC of the subnet group, else in the default VPC.
pub(super) fn groups(
    names: Option<&Vec<String>>,
    subnet_group: Option<&str>,
    lookup: &mut Lookup<'_>,
) -> Result<Option<Vec<Ident>>, Unresolved> {
    let Some(names) = names else { return Ok(None) };
    let is_named = names.iter().any(|name| !is_id("sg-", name));
    let vpc = subnet_group.filter(|_| is_named).map(|name| vpc(name, lookup)).transpose()?;
    let group = |name: &String| Reference::new(GROUP, name);
    let found: Vec<_> = names
        .iter()
        .map(|name| match &vpc {
            _ if is_id("sg-", name) => Ok(Ident::from(name.as_str())),
            // A subnet group that this run makes does not tell its VPC yet.
            Some(None) => Ok(Ident::AfterApply(group(name))),
            Some(Some(vpc)) => lookup.ident(&group(name).within(vpc), "id"),
            None => lookup.ident(&group(name), "id"),
        })
        .collect();
    let mut ids: Vec<Ident> = found.into_iter().collect::<Result<_, _>>()?;
    ids.sort();
    ids.dedup();
    Ok(Some(ids))
}

/// The VPC of a subnet group; none before this run has made it.
fn vpc(name: &str, lookup: &mut Lookup<'_>) -> Result<Option<String>, Unresolved> {
    let group = Reference::new("rds.subnet_group", name.to_lowercase());
    match lookup.value(&group, "vpc_id", Aspects::NONE) {
        Ok(Value::Str(vpc)) => Ok(Some(vpc)),
        Ok(_) => Err(Unresolved::Refused(format!("{group} has no VPC"))),
        Err(Unresolved::AfterApply(_)) => Ok(None),
        Err(other) => Err(other),
    }
}
