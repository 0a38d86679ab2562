//! What differs between the declared tags of volumes and those they have.

use indexmap::IndexMap;

use super::live::{Live, Tagged};
use super::want::Want;
use aws::tags::{self, Difference, Tags, keys};
use kind::steps::steps;
use model::{Change, Ident, Plan, Value};

steps! {
    "EC2";
    /// Adds or overwrites tags.
    Tag { volume: String, tags: Tags } => "CreateTags", "tag {} with {}", volume, keys(tags);
    /// Removes tags.
    Untag { volume: String, tags: Tags } => "DeleteTags", "remove the tags {} of {}", keys(tags), volume;
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let none = |name: &String| format!("there is no instance '{name}', so it has no volumes to tag");
    plan.warnings.extend(want.missing.iter().map(none));
    if want.is_early {
        plan.changes.push(Change::create("volumes", Ident::AFTER_APPLY));
        return plan;
    }
    let (mut old, mut new) = (vec![], vec![]);
    for (volume, tags) in wanted(want, live) {
        let mut difference = tags::difference(&tags, &volume.tags);
        if !want.spec.is_whole {
            difference.remove = Tags::new();
        }
        if difference.is_empty() {
            continue;
        }
        let Difference { set, remove, overwritten } = difference;
        let gone: Tags = overwritten.into_iter().chain(remove.clone()).collect();
        if !gone.is_empty() {
            old.push(shown(&volume.id, &gone));
        }
        new.push(shown(&volume.id, &set));
        let id = || volume.id.clone();
        plan.steps.extend((!set.is_empty()).then(|| Step::Tag { volume: id(), tags: set }));
        plan.steps.extend((!remove.is_empty()).then(|| Step::Untag { volume: id(), tags: remove }));
    }
    if !new.is_empty() {
        let old = if old.is_empty() { Value::Null } else { old.join("; ").into() };
        plan.changes.push(Change::update("volumes", old, new.join("; ")));
    }
    plan
}

/// A volume with tags, as changes show it.
fn shown(volume: &str, tags: &Tags) -> String {
    let mut pairs: Vec<String> = tags.iter().map(|(key, value)| format!("{key}={value}")).collect();
    pairs.sort();
    format!("{volume}: {}", pairs.join(", "))
}

/// The tags of all maps that match a volume; a later map overrides an earlier one.
fn wanted<'a>(want: &Want, live: Option<&'a Live>) -> Vec<(&'a Tagged, Tags)> {
    let mut all: IndexMap<&str, (&Tagged, Tags)> = IndexMap::new();
    let fitting = live.map(|live| live.0.as_slice()).unwrap_or_default();
    for (map, volumes) in want.spec.maps.iter().zip(fitting) {
        for volume in volumes {
            let (_, tags) = all.entry(&volume.id).or_insert_with(|| (volume, Tags::new()));
            tags.extend(map.tags.iter().map(|(key, value)| (key.clone(), value.clone())));
        }
    }
    all.into_values().collect()
}
