//! The differences between two runs.

use serde::Serialize;
use serde_json::Value as Json;

use super::entry::Entry;
use super::read::Loaded;
use crate::planned::PlannedAction;
use crate::run_plan::{Attribute, Thing};

/// One thing that two runs treated differently.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The thing: `queue 'jobs' in us-east-1`.
    pub thing: String,
    /// The first run's action on it; nothing if it did not change it.
    pub first: Option<PlannedAction>,
    /// The second run's action on it.
    pub second: Option<PlannedAction>,
    /// The attributes that the two runs set to different values.
    pub attributes: Vec<Otherwise>,
}

/// An attribute that two runs set to different values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Otherwise {
    /// The attribute.
    pub path: String,
    /// The value of the first run; null if it did not change it.
    pub first: Json,
    /// The value of the second run.
    pub second: Json,
}

/// All differences of two runs, in the order of the first run.
pub fn difference(first: &Loaded, second: &Loaded) -> Vec<Difference> {
    let (first, second) = (things(first), things(second));
    let same = |one: &Thing, other: &Thing| key(one) == key(other);
    let mut all = vec![];
    for thing in &first {
        all.push(between(thing, Some(thing), second.iter().find(|it| same(it, thing)).copied()));
    }
    for thing in second.iter().filter(|thing| !first.iter().any(|it| same(it, thing))) {
        all.push(between(thing, None, Some(thing)));
    }
    all.retain(|it| it.first != it.second || !it.attributes.is_empty());
    all
}

fn key(thing: &Thing) -> (&str, &str, Option<&str>) {
    (&thing.kind, &thing.name, thing.region.as_deref())
}

fn things(run: &Loaded) -> Vec<&Thing> {
    let planned = run.lines.iter().filter_map(|line| match &line.entry {
        Entry::Planned { thing, .. } => Some(thing.as_ref()),
        _ => None,
    });
    planned.collect()
}

fn between(thing: &Thing, first: Option<&Thing>, second: Option<&Thing>) -> Difference {
    let attributes = |of: Option<&Thing>| of.map(|of| of.attributes.clone()).unwrap_or_default();
    let (ours, theirs) = (attributes(first), attributes(second));
    let new = |all: &[Attribute], path: &str| all.iter().find(|it| it.path == path).map(|it| it.new.clone());
    let mut paths: Vec<&str> = ours.iter().chain(&theirs).map(|it| it.path.as_str()).collect();
    paths.sort_unstable();
    paths.dedup();
    let otherwise = paths.into_iter().filter(|path| new(&ours, path) != new(&theirs, path));
    let otherwise = otherwise.map(|path| Otherwise {
        path: path.to_owned(),
        first: new(&ours, path).unwrap_or_default(),
        second: new(&theirs, path).unwrap_or_default(),
    });
    let region = thing.region.as_ref().map(|region| format!(" in {region}")).unwrap_or_default();
    Difference {
        thing: format!("{} '{}'{region}", thing.noun, thing.name),
        first: first.map(|it| it.action),
        second: second.map(|it| it.action),
        attributes: otherwise.collect(),
    }
}
