//! Reads many records in the fewest calls.
//!
//! If only one record of a zone is wanted, it is read from its name on. Several are read in pages. Each page begins with the
//! first wanted record that is not read yet. So other records of a large zone are skipped, and there are never more pages
//! than wanted records.

use std::collections::HashMap;

use aws_sdk_route53::types::{ResourceRecordSet, RrType};
use futures::future::FutureExt;

use super::page::{Key, PAGE, Page, reversed};
use super::sets::live;
use crate::Route53;
use crate::record::live::Live;
use aws::crowd::read_each;
use aws::{ApiError, Aws, Fault, failed};
use kind::{Answers, Ask};

pub(super) const OPERATION: &str = "ListResourceRecordSets";
const AT_ONCE: usize = 3;
/// The expected number of sets with one name and type.
const FEW: i32 = 20;

pub(in super::super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let mut zones: HashMap<&str, Vec<&Ask>> = HashMap::new();
    for ask in asks {
        match &ask.reference.scope {
            Some(zone) => zones.entry(zone).or_default().push(ask),
            // No zone, no record.
            None => answers.absent(&ask.reference),
        }
    }
    let zones: Vec<(&str, Vec<&Ask>)> = zones.into_iter().collect();
    for (_, found) in read_each(&zones, AT_ONCE, |(zone, asks)| in_zone(aws, zone, asks).boxed()).await {
        answers.0.extend(found.0);
    }
    answers
}

async fn in_zone(aws: &Aws, zone: &str, asks: &[&Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let (mut rest, mut alone): (Vec<&Ask>, Vec<&Ask>) = asks.iter().partition(|ask| Key::of(ask).is_plain());
    rest.sort_by_cached_key(|ask| reversed(Key::of(ask).name));
    while let [first, _, ..] = rest.as_slice() {
        let first = *first;
        let page = match Page::read(aws, zone, &Key::of(first), PAGE).await {
            Ok(page) => page,
            Err(error) => {
                answers.all_failed(asks.iter().copied(), &error);
                return answers;
            }
        };
        rest.retain(|ask| {
            let key = Key::of(ask);
            let is_whole = page.is_whole_of(&key);
            if is_whole {
                answers.answer(&ask.reference, pick(&key, &page.sets));
            } else if ask.reference == first.reference {
                // The page is full of sets with its name and type.
                alone.push(ask);
            }
            !is_whole && ask.reference != first.reference
        });
    }
    alone.extend(rest);
    for (ask, answer) in read_each(&alone, AT_ONCE, |ask| from_name(aws, zone, ask).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

/// Reads from the record's name on, while there are sets with this name and type.
async fn from_name(aws: &Aws, zone: &str, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let key = Key::of(ask);
    let first = Page::read(aws, zone, &key, FEW).await?;
    if !first.is_cut_within(&key) {
        return pick(&key, &first.sets);
    }
    let call = aws.client::<Route53>().list_resource_record_sets().hosted_zone_id(zone);
    let call = call.start_record_name(key.name).start_record_type(RrType::from(key.kind));
    let call = call.set_start_record_identifier(key.identifier.map(str::to_owned)).max_items(PAGE);
    let answer = call.send().await.map_err(failed(OPERATION, zone))?;
    pick(&key, &answer.resource_record_sets)
}

/// The matching set among those with its name and type.
fn pick(key: &Key<'_>, sets: &[ResourceRecordSet]) -> Result<Option<Live>, ApiError> {
    let mut alike = sets.iter().filter(|set| key.is_of(set));
    if let Some(set) = alike.clone().find(|set| set.set_identifier.as_deref() == key.identifier) {
        return Ok(Some(live(set)));
    }
    if key.identifier.is_some() || alike.next().is_none() {
        return Ok(None);
    }
    let sets = sets.iter().filter(|set| key.is_of(set));
    let identifiers: Vec<&str> = sets.filter_map(|set| set.set_identifier.as_deref()).collect();
    let message = format!("there are several of them, with the identifiers {}", identifiers.join(", "));
    let subject = format!("{} {}", key.name, key.kind);
    Err(ApiError::found(OPERATION, subject, Fault::Ambiguous, message))
}
