//! The common parts of things that are identified by their Name tag: VPCs, subnets, gateways, route tables.
//!
//! EC2 allows several things with one name. A kind never guesses: the read fails with their ids, and so does the state. A
//! thing gets its Name tag in the call that makes it, so the run after an interrupted one finds it.

use aws::tags::{self, Tags};
use kind::which::Which;
use kind::{Lookup, Unresolved};
use model::{Argument, Change, Fields, Ident, Plan, Problem, Problems, Reference, Shape};

/// The name of the thing.
pub(super) const NAME: Argument = Argument::required("name", Shape::Text, "its Name tag");
/// All its tags.
pub(super) const TAGS: Argument = Argument::optional(
    "tags",
    tags::SHAPE,
    "all its tags except Name; other tags are removed; not managed if left out",
);
/// The VPC it is in.
pub(super) const VPC: &[Argument] = &[
    Argument::optional("vpc_id", Shape::Text, "its VPC, by id"),
    Argument::optional("vpc_name", Shape::Text, "its VPC, by Name tag"),
];

/// The declared tags, including Name; none if tags are not managed.
pub(super) fn read(fields: &Fields, name: &str, problems: &mut Problems) -> Option<Tags> {
    let mut tags = tags::read(fields, "tags")?;
    if tags.get("Name").is_some_and(|other| other != name) {
        let message =
            format!("the tag Name is '{name}', and this state is about the resource with that Name tag");
        let problem = Problem::at(fields.place_of("tags"), message);
        problems.push(problem.hint("write the Name tag as the state's name, or leave it out of 'tags'"));
    }
    tags.insert("Name".to_owned(), name.to_owned());
    Some(tags)
}

/// The tags of a new thing.
pub(super) fn new(name: &str, tags: Option<&Tags>) -> Tags {
    tags.cloned().unwrap_or_else(|| [("Name".to_owned(), name.to_owned())].into_iter().collect())
}

/// The changes of a new thing: its name under its noun, and its tags.
pub(super) fn created(noun: &str, name: &str, tags: Option<&Tags>) -> Vec<Change> {
    let tags = tags.map(|tags| Change::create("tags", tags::to_value(tags)));
    [Change::create(noun, name)].into_iter().chain(tags).collect()
}

/// What differs in the tags, if they are managed.
pub(super) fn difference<S>(
    want: Option<&Tags>,
    live: &Tags,
    tag: impl FnOnce(Tags) -> S,
    untag: impl FnOnce(Tags) -> S,
) -> Plan<S> {
    want.map_or_else(Plan::nothing, |want| tags::difference(want, live).plan(tag, untag))
}

/// Where a thing with that name is looked up: in its VPC, if one is declared. A thing that is declared absent may have a VPC
/// that is gone: then the lookup is in a VPC without an id, and finds nothing.
///
/// # Errors
/// When the VPC must be looked up first, or is yet to be made.
pub(super) fn locate(
    kind: &'static str,
    name: &str,
    (vpc, present): (Option<&Which>, bool),
    lookup: &mut Lookup<'_>,
) -> Result<Reference, Unresolved> {
    let named = Reference::new(kind, name);
    match vpc.map(|vpc| vpc.resolve("ec2.vpc", lookup)).transpose() {
        Ok(None) => Ok(named),
        Ok(Some(Ident::Known(id))) => Ok(named.within(id)),
        Ok(Some(Ident::AfterApply(vpc))) => Err(Unresolved::AfterApply(vpc)),
        Err(Unresolved::Missing(_)) if !present => Ok(named.within("")),
        Err(other) => Err(other),
    }
}
