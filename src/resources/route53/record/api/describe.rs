//! Reads a crowd of records in the fewest calls.
//!
//! A record that is alone in its zone is read from its name on. Several share the zone's first page; only what stands
//! on later pages is read from its name on.

use std::collections::HashMap;

use aws_sdk_route53::types::{ResourceRecordSet, ResourceRecordSetFailover, ResourceRecordSetRegion, RrType};
use futures::future::FutureExt;

use crate::aws::crowd::read_each;
use crate::aws::error::absent_if_not_found;
use crate::aws::{ApiError, Aws, Fault, failed};
use crate::model::Ident;
use crate::resources::route53::names::qualified;
use crate::resources::route53::record::live::Live;
use crate::resources::route53::record::set::{Alias, Geo, Routing, Set};
use crate::resources::{Answers, Ask};

const OPERATION: &str = "ListResourceRecordSets";
const AT_ONCE: usize = 3;
/// The largest page.
const PAGE: i32 = 300;
/// Sets of one name and type that a read from a name on expects.
const FEW: i32 = 20;

/// What a record set is known by.
struct Key<'a> {
    name: &'a str,
    kind: &'a str,
    identifier: Option<&'a str>,
}

impl<'a> Key<'a> {
    /// From a reference's name: `www.example.com. A blue`.
    fn of(ask: &'a Ask) -> Self {
        let mut words = ask.reference.name.splitn(3, ' ');
        let mut word = || words.next();
        Self { name: word().unwrap_or_default(), kind: word().unwrap_or_default(), identifier: word() }
    }

    fn is_of(&self, set: &ResourceRecordSet) -> bool {
        set.r#type.as_str() == self.kind && qualified(&set.name) == self.name
    }
}

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

/// A page of a zone's records.
struct Page {
    sets: Vec<ResourceRecordSet>,
    /// Where the next page begins: name and type.
    next: Option<(String, String)>,
}

impl Page {
    /// True when no further page can hold a set of this name and type.
    fn is_whole_of(&self, key: &Key<'_>) -> bool {
        let goes_on = |(name, kind): &(String, String)| name == key.name && kind == key.kind;
        match &self.next {
            None => true,
            Some(next) => self.sets.iter().any(|set| key.is_of(set)) && !goes_on(next),
        }
    }
}

async fn in_zone(aws: &Aws, zone: &str, asks: &[&Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let mut rest: Vec<&Ask> = asks.to_vec();
    if asks.len() > 1 {
        let page = match absent_if_not_found(page(aws, zone, None).await) {
            Ok(page) => page.unwrap_or(Page { sets: vec![], next: None }),
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
            }
            !is_whole
        });
    }
    for (ask, answer) in read_each(&rest, AT_ONCE, |ask| from_name(aws, zone, ask).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

async fn page(aws: &Aws, zone: &str, start: Option<(&str, &str)>) -> Result<Page, ApiError> {
    let call = aws.route53().list_resource_record_sets().hosted_zone_id(zone);
    let call = match start {
        Some((name, kind)) => {
            call.start_record_name(name).start_record_type(RrType::from(kind)).max_items(FEW)
        }
        None => call.max_items(PAGE),
    };
    let answer = call.send().await.map_err(failed(OPERATION, zone))?;
    let kind = answer.next_record_type.as_ref().map(RrType::as_str).unwrap_or_default();
    let next = answer.next_record_name.as_deref().map(|name| (qualified(name), kind.to_owned()));
    Ok(Page { next: next.filter(|_| answer.is_truncated), sets: answer.resource_record_sets })
}

/// Reads from the record's name on, as long as there are sets of this name and type.
async fn from_name(aws: &Aws, zone: &str, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let key = Key::of(ask);
    let first = absent_if_not_found(page(aws, zone, Some((key.name, key.kind))).await)?;
    let Some(first) = first else { return Ok(None) };
    let goes_on = first.next.as_ref().is_some_and(|(name, kind)| name == key.name && kind == key.kind);
    if !goes_on {
        return pick(&key, &first.sets);
    }
    let call = aws.route53().list_resource_record_sets().hosted_zone_id(zone);
    let call = call.start_record_name(key.name).start_record_type(RrType::from(key.kind));
    let call = call.set_start_record_identifier(key.identifier.map(str::to_owned)).max_items(PAGE);
    let answer = call.send().await.map_err(failed(OPERATION, zone))?;
    pick(&key, &answer.resource_record_sets)
}

/// The set that is meant among those of its name and type.
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
    let message = format!("there are several of them, told apart by {}", identifiers.join(", "));
    let subject = format!("{} {}", key.name, key.kind);
    Err(ApiError::found(OPERATION, subject, Fault::Ambiguous, message))
}

fn live(set: &ResourceRecordSet) -> Live {
    let unknown = [
        ("CidrRoutingConfig", set.cidr_routing_config.is_some()),
        ("GeoProximityLocation", set.geo_proximity_location.is_some()),
    ];
    let values = set.resource_records.iter().flatten();
    Live {
        name: set.name.clone(),
        set: Set {
            values: values.map(|record| Ident::Known(record.value.clone())).collect(),
            alias: set.alias_target.as_ref().map(|target| Alias {
                zone: target.hosted_zone_id.as_str().into(),
                dns_name: target.dns_name.as_str().into(),
                evaluate_health: target.evaluate_target_health,
            }),
            ttl: set.ttl,
            identifier: set.set_identifier.clone(),
            routing: routing(set),
            health_check: set.health_check_id.clone(),
            traffic_policy: set.traffic_policy_instance_id.clone(),
        },
        unknown: unknown.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| *name).collect(),
    }
}

fn routing(set: &ResourceRecordSet) -> Option<Routing> {
    let region = set.region.as_ref().map(ResourceRecordSetRegion::as_str);
    let failover = set.failover.as_ref().map(ResourceRecordSetFailover::as_str);
    let geo = set.geo_location.as_ref().map(|place| Geo {
        continent: place.continent_code.clone(),
        country: place.country_code.clone(),
        subdivision: place.subdivision_code.clone(),
    });
    let multi = set.multi_value_answer.filter(|multi| *multi);
    set.weight
        .map(Routing::Weighted)
        .or_else(|| region.map(|region| Routing::Latency(region.to_owned())))
        .or_else(|| geo.map(Routing::Geo))
        .or_else(|| failover.map(|role| Routing::Failover(role.to_owned())))
        .or_else(|| multi.map(|_| Routing::MultiValue))
}
