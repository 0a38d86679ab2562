//! Versions of a domain's engine, and the changes by the functions that change one property of a domain.

use std::cmp::Ordering;

use serde_json::{Map, Value as Json, json};

use crate::declaration::{Live, Want};
use model::Ident;

/// The property.
pub(super) const VERSION: &str = "EngineVersion";

/// The largest number of successive upgrades.
const MOST: usize = 10;

/// The name of a version in AWS: `7.10` is `Elasticsearch_7.10`.
pub(super) fn in_full(version: &str) -> String {
    if version.starts_with(|first: char| first.is_ascii_digit()) {
        format!("Elasticsearch_{version}")
    } else {
        version.to_owned()
    }
}

/// OpenSearch comes after Elasticsearch; numbers count as numbers.
fn parts(version: &str) -> (bool, Vec<u32>) {
    let (engine, numbers) = version.split_once('_').unwrap_or(("", version));
    (engine == "OpenSearch", numbers.split('.').map(|part| part.parse().unwrap_or_default()).collect())
}

fn is_older(one: &str, other: &str) -> bool {
    parts(one).cmp(&parts(other)) == Ordering::Less
}

fn runs(live: &Live) -> Option<&str> {
    live.properties.get(VERSION).and_then(Json::as_str)
}

fn stage(version: &str) -> Map<String, Json> {
    Map::from_iter([(VERSION.to_owned(), version.into())])
}

/// The declared version, unless the domain runs a newer one.
pub(super) fn upgraded(want: &Want, live: &Live) -> Result<Vec<Map<String, Json>>, String> {
    let version = want.spec.properties.get(VERSION).and_then(Json::as_str).unwrap_or_default();
    match runs(live) {
        Some(now) if is_older(version, now) => {
            Err(format!("the domain '{}' runs {now} and cannot be downgraded to {version}", want.spec.name))
        }
        _ => Ok(vec![stage(version)]),
    }
}

/// The newest version of the present major version.
pub(super) fn newest_minor(want: &Want, live: &Live) -> Result<Vec<Map<String, Json>>, String> {
    let is_same_major = |now: &str, next: &str| {
        let ((engine, now), (next_engine, next)) = (parts(now), parts(next));
        engine == next_engine && now.first() == next.first()
    };
    Ok(path(want, live, is_same_major))
}

/// The newest version that the domain can be upgraded to, with all upgrades on the way.
pub(super) fn newest(want: &Want, live: &Live) -> Result<Vec<Map<String, Json>>, String> {
    Ok(path(want, live, |_, _| true))
}

/// The upgrades one after the other.
fn path(want: &Want, live: &Live, may: impl Fn(&str, &str) -> bool) -> Vec<Map<String, Json>> {
    let Some(mut now) = runs(live) else {
        return if want.is_promised { vec![stage(Ident::AFTER_APPLY)] } else { vec![] };
    };
    let rows = want.spec.properties.get(VERSION).and_then(Json::as_array).map(Vec::as_slice);
    let mut path = vec![];
    while path.len() < MOST {
        let row = rows.unwrap_or_default().iter().find(|row| row.get("SourceVersion") == Some(&json!(now)));
        let next =
            row.and_then(|row| row.get("TargetVersions")).and_then(Json::as_array).into_iter().flatten();
        let next = next.filter_map(Json::as_str).filter(|next| is_older(now, next) && may(now, next));
        let Some(next) = next.max_by_key(|next| parts(next)) else { break };
        path.push(stage(next));
        now = next;
    }
    path
}

/// The present tags and the declared ones.
pub(super) fn tagged(want: &Want, live: &Live) -> Result<Vec<Map<String, Json>>, String> {
    let property = want.facts.tags.as_str();
    let list = |tags: Option<&Json>| tags.and_then(Json::as_array).cloned().unwrap_or_default();
    let declared = list(want.spec.properties.get(property));
    let key = |tag: &Json| tag.get("Key").and_then(Json::as_str).unwrap_or_default().to_owned();
    let mut tags = list(live.properties.get(property));
    tags.retain(|tag| !key(tag).starts_with("aws:") && !declared.iter().any(|it| key(it) == key(tag)));
    tags.extend(declared);
    Ok(vec![Map::from_iter([(property.to_owned(), tags.into())])])
}

/// Only the declared tags.
pub(super) fn retagged(want: &Want, _live: &Live) -> Result<Vec<Map<String, Json>>, String> {
    let property = want.facts.tags.as_str();
    let declared = want.spec.properties.get(property).cloned().unwrap_or_else(|| json!([]));
    Ok(vec![Map::from_iter([(property.to_owned(), declared)])])
}
