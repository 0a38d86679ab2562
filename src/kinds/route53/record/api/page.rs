//! Pages of a zone's records, and what a page proves.
//!
//! AWS lists records by name with reversed labels. AWS compares with the final dot, other servers without it; a page proves
//! the absence of a name only if both orders agree.

use aws_sdk_route53::types::{ResourceRecordSet, RrType};

use super::describe::OPERATION;
use crate::Route53;
use crate::names::qualified;
use aws::{ApiError, Aws, failed};
use kind::Ask;
use model::Reference;

/// The largest page.
pub(super) const PAGE: i32 = 300;

/// The key of a record set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key<'a> {
    pub name: &'a str,
    pub kind: &'a str,
    pub identifier: Option<&'a str>,
}

impl<'a> Key<'a> {
    /// From a reference's name: `www.example.com. A blue`.
    pub fn of(ask: &'a Ask) -> Self {
        let mut words = ask.reference.name.splitn(3, ' ');
        let mut word = || words.next();
        Self { name: word().unwrap_or_default(), kind: word().unwrap_or_default(), identifier: word() }
    }

    pub fn is_of(&self, set: &ResourceRecordSet) -> bool {
        set.r#type.as_str() == self.kind && qualified(&set.name) == self.name
    }

    /// True for a name of letters, digits, hyphens and underscores, whose place in the order is certain.
    pub fn is_plain(&self) -> bool {
        self.name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    }
}

/// A name as it is ordered: with reversed labels, and a dot after each.
pub(super) fn reversed(name: &str) -> String {
    let mut reversed = String::with_capacity(name.len() + 1);
    for label in name.trim_end_matches('.').rsplit('.') {
        reversed.push_str(label);
        reversed.push('.');
    }
    reversed
}

/// True if one name comes before another in both orders.
fn is_before(name: &str, other: &str) -> bool {
    let (name, other) = (reversed(name), reversed(other));
    name < other && name.trim_end_matches('.') < other.trim_end_matches('.')
}

/// A page of a zone's records.
pub(super) struct Page {
    pub sets: Vec<ResourceRecordSet>,
    /// Where it begins: name and type.
    start: (String, String),
    /// Where the next page begins: name and type.
    pub next: Option<(String, String)>,
}

impl Page {
    /// Reads a page that begins at this record, or at its place in the order. A zone that does not exist has none.
    pub async fn read(aws: &Aws, zone: &str, key: &Key<'_>, size: i32) -> Result<Self, ApiError> {
        let call = aws.client::<Route53>().list_resource_record_sets().hosted_zone_id(zone);
        let call = call.start_record_name(key.name).start_record_type(RrType::from(key.kind)).max_items(size);
        let start = (key.name.to_owned(), key.kind.to_owned());
        let answer = match call.send().await.map_err(failed(OPERATION, zone)) {
            Ok(answer) => answer,
            Err(error) if error.is_not_found() => return Ok(Self { sets: vec![], start, next: None }),
            Err(error) => return Err(error),
        };
        let kind = answer.next_record_type.as_ref().map(RrType::as_str).unwrap_or_default();
        let next = answer.next_record_name.as_deref().map(|name| (qualified(name), kind.to_owned()));
        Ok(Self { sets: answer.resource_record_sets, start, next: next.filter(|_| answer.is_truncated) })
    }

    /// True if sets with this name and type may continue on the next page.
    pub fn is_cut_within(&self, key: &Key<'_>) -> bool {
        self.next.as_ref().is_some_and(|(name, kind)| name == key.name && kind == key.kind)
    }

    /// True if no other page can contain a set with this name and type.
    pub fn is_whole_of(&self, key: &Key<'_>) -> bool {
        if self.is_cut_within(key) {
            return false;
        }
        let is_start = self.start.0 == key.name && self.start.1 == key.kind;
        let is_behind_start = is_start || is_before(&self.start.0, key.name);
        let is_before_end = self.next.as_ref().is_none_or(|(next, _)| is_before(key.name, next));
        is_start || self.sets.iter().any(|set| key.is_of(set)) || (is_behind_start && is_before_end)
    }
}

/// All records of all zones of the account, except NS and SOA of the zone itself.
pub(in super::super) async fn all_records(aws: &Aws) -> Result<Vec<Reference>, ApiError> {
    let mut zones = aws.client::<Route53>().list_hosted_zones().into_paginator().items().send();
    let mut all = vec![];
    while let Some(zone) = zones.next().await {
        let zone = zone.map_err(failed("ListHostedZones", "the account"))?;
        let id = zone.id.trim_start_matches("/hostedzone/");
        let sets = all_of_zone(aws, id).await?;
        let is_of_zone =
            |set: &ResourceRecordSet| matches!(set.r#type, RrType::Ns | RrType::Soa) && set.name == zone.name;
        all.extend(sets.iter().filter(|set| !is_of_zone(set)).map(|set| reference(set).within(id)));
    }
    Ok(all)
}

/// Name, type and identifier, as a declaration refers to a record.
fn reference(set: &ResourceRecordSet) -> Reference {
    let identifier = set.set_identifier.as_ref().map(|identifier| format!(" {identifier}"));
    let identifier = identifier.unwrap_or_default();
    let name = format!("{} {}{identifier}", qualified(&set.name), set.r#type.as_str());
    Reference::new("route53.record", name)
}

async fn all_of_zone(aws: &Aws, zone: &str) -> Result<Vec<ResourceRecordSet>, ApiError> {
    let (mut all, mut start) = (vec![], (None, None, None));
    loop {
        let (name, kind, identifier) = start;
        let call = aws
            .client::<Route53>()
            .list_resource_record_sets()
            .hosted_zone_id(zone)
            .set_start_record_name(name);
        let call = call.set_start_record_type(kind).set_start_record_identifier(identifier);
        let answer = call.send().await.map_err(failed(OPERATION, zone))?;
        all.extend(answer.resource_record_sets);
        start = (answer.next_record_name, answer.next_record_type, answer.next_record_identifier);
        if !answer.is_truncated || start.0.is_none() {
            return Ok(all);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_compared_from_the_last_and_a_hyphen_is_in_doubt() {
        assert_eq!(reversed("www.example.com."), "com.example.www.");
        assert!(is_before("b.a.com.", "a.b.com.") && is_before("a.com.", "x.a.com."));
        assert!(
            !is_before("a.com.", "a-b.com.") && !is_before("a-b.com.", "a.com."),
            "AWS and others differ"
        );
    }
}
