//! Salt's shapes of a classic load balancer.

use std::collections::BTreeSet;

use crate::load_balancer::LoadBalancer;
use kind::Source;
use model::{Fields, Map, Value};

/// A balancer as the kind reads it.
pub(super) type Balancer = <LoadBalancer as Source>::Live;

fn list(texts: &BTreeSet<String>) -> Value {
    texts.iter().cloned().collect::<Vec<_>>().into()
}

fn nonempty(text: &str) -> Value {
    Some(text).filter(|text| !text.is_empty()).into()
}

/// The result of `boto_elb.get_elb_config`.
pub(super) fn config(balancer: &Balancer) -> Value {
    let listeners = balancer.listeners.iter().map(|(port, listener)| {
        let mut shown = listener.to_value(*port);
        shown.merge([("policies", list(&listener.policies))].into_iter().collect());
        shown
    });
    let backends = balancer.backends.iter().map(|(port, policies)| -> Value {
        [("instance_port", Value::from(*port)), ("policies", list(policies))].into_iter().collect()
    });
    let tags = balancer
        .tags
        .answer()
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.as_str(), Value::from(value.as_str())));
    [
        ("availability_zones", list(&balancer.zones)),
        ("listeners", Value::List(listeners.collect())),
        ("backends", Value::List(backends.collect())),
        ("subnets", list(&balancer.subnets)),
        ("security_groups", list(&balancer.security_groups)),
        ("scheme", nonempty(&balancer.scheme)),
        ("canonical_hosted_zone_name", balancer.hosted_zone_name.clone().into()),
        ("canonical_hosted_zone_name_id", nonempty(&balancer.hosted_zone_id)),
        ("dns_name", nonempty(&balancer.dns_name)),
        ("tags", tags.collect()),
        ("policies", list(&balancer.policies)),
        ("vpc_id", balancer.vpc_id.clone().into()),
    ]
    .into_iter()
    .collect()
}

/// The result of `boto_elb.get_attributes`.
pub(super) fn attributes(balancer: &Balancer) -> Value {
    let Some(attributes) = balancer.attributes.answer() else { return nothing() };
    let log = &attributes.access_log;
    let group = |pairs: Vec<(&str, Value)>| -> Value { pairs.into_iter().collect() };
    group(vec![
        (
            "access_log",
            group(vec![
                ("enabled", log.enabled.into()),
                ("s3_bucket_name", log.bucket.clone().into()),
                ("s3_bucket_prefix", log.prefix.clone().into()),
                ("emit_interval", log.interval.into()),
            ]),
        ),
        ("cross_zone_load_balancing", group(vec![("enabled", attributes.cross_zone.into())])),
        (
            "connection_draining",
            group(vec![
                ("enabled", attributes.draining.into()),
                ("timeout", attributes.draining_timeout.into()),
            ]),
        ),
        ("connecting_settings", group(vec![("idle_timeout", attributes.idle_timeout.into())])),
    ])
}

/// Nothing, as Salt's functions about balancers answer it.
pub(super) fn nothing() -> Value {
    Value::Map(Map::new())
}

/// The result of `boto_elb.listener_dict_to_tuple`.
pub(super) fn tuple(fields: &Fields) -> Value {
    let Some(listener) = fields.record("listener") else { return Value::Null };
    let protocol = listener.required_text("elb_protocol");
    let of_instances = listener.text("instance_protocol").unwrap_or_else(|| protocol.clone());
    let mut all: Vec<Value> = vec![
        listener.integer("elb_port").into(),
        listener.integer("instance_port").into(),
        protocol.into(),
        of_instances.to_uppercase().into(),
    ];
    all.extend(listener.text("certificate").map(Value::from));
    Value::List(all)
}
