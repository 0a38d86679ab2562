//! Record sets as Route 53 writes them.

use aws_sdk_route53::types::{ResourceRecordSet, ResourceRecordSetFailover, ResourceRecordSetRegion};

use crate::record::live::Live;
use crate::record::set::{Alias, Geo, Routing, Set};
use model::Ident;

pub(super) fn live(set: &ResourceRecordSet) -> Live {
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
