//! The groups that a database names: its subnet group, and security groups in the VPC of the subnet group.

use kind::{Lookup, Unresolved, groups};
use model::{Argument, Aspects, Fields, Ident, Reference, Shape, Value};

/// The arguments for security groups.
pub(super) const ARGUMENTS: &[Argument] = &[
    Argument::optional("vpc_security_group_ids", Shape::Texts, "ids of security groups")
        .alias(&["VpcSecurityGroupIds"]),
    Argument::optional(
        "vpc_security_groups",
        Shape::Texts,
        "security groups: ids, names, or <VPC's name>:<group's name>",
    ),
];

/// Names and ids of security groups; none if they are not managed.
pub(super) fn read(fields: &Fields) -> Option<Vec<String>> {
    let lists = ["vpc_security_group_ids", "vpc_security_groups"];
    let given: Vec<Vec<String>> = lists.iter().filter_map(|name| fields.texts(name)).collect();
    (!given.is_empty()).then(|| given.concat())
}

/// The security groups that are given by name, for the order of a run.
pub(super) fn uses(groups: Option<&Vec<String>>) -> impl Iterator<Item = Reference> {
    groups.into_iter().flatten().flat_map(|name| groups::uses(name))
}

/// Things that AWS accepts by name: if this run failed to make one of them and it does not exist, nothing is changed.
pub(super) fn unless_broken(used: &[Reference], lookup: &mut Lookup<'_>) -> Result<(), Unresolved> {
    let answers: Vec<_> = used
        .iter()
        .filter(|reference| reference.kind.starts_with("rds."))
        .map(|reference| lookup.unless_broken(reference))
        .collect();
    answers.into_iter().collect()
}

/// The ids of security groups, sorted: names are looked up in the VPC of the subnet group, else in the default VPC.
pub(super) fn groups(
    names: Option<&Vec<String>>,
    subnet_group: Option<&str>,
    lookup: &mut Lookup<'_>,
) -> Result<Option<Vec<Ident>>, Unresolved> {
    let Some(names) = names else { return Ok(None) };
    let is_named = names.iter().any(|name| !groups::uses(name).is_empty());
    let vpc = subnet_group.filter(|_| is_named).map(|name| vpc(name, lookup)).transpose()?;
    groups::idents(names, vpc.as_ref(), lookup).map(Some)
}

/// The VPC of a subnet group.
fn vpc(name: &str, lookup: &mut Lookup<'_>) -> Result<Ident, Unresolved> {
    let group = Reference::new("rds.subnet_group", name.to_lowercase());
    match lookup.value(&group, "vpc_id", Aspects::NONE) {
        Ok(Value::Str(vpc)) => Ok(Ident::Known(vpc)),
        Ok(_) => Err(Unresolved::Refused(format!("{group} has no VPC"))),
        // The VPC of a subnet group that this run makes is not known yet.
        Err(Unresolved::AfterApply(group)) => Ok(Ident::AfterApply(group)),
        Err(other) => Err(other),
    }
}
