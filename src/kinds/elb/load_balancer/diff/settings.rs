//! Health check and attributes of a balancer.

use super::{ElbCall, NewAttributes};
use crate::load_balancer::live::{Health, Live, LiveAttributes, Log};
use crate::load_balancer::spec::{AccessLog, Attributes, HealthCheck, Spec};
use model::{Change, Map, Plan, Value};

pub(super) fn diff(spec: &Spec, live: &Live) -> Plan<ElbCall> {
    let mut plan = Plan::nothing();
    if let Some(attributes) = &spec.attributes {
        plan.extend(live.attributes.compared("attributes", |live| set(attributes, live)));
    }
    if let Some(wanted) = &spec.health_check {
        let whole = complete(wanted, &live.health_check);
        if whole != live.health_check {
            let change = Change::update("health_check", live.health_check.to_value(), whole.to_value());
            plan.then(change, ElbCall::CheckHealth(whole));
        }
    }
    plan
}

/// Settings that are not declared keep their values, because AWS accepts a health check only as a whole.
fn complete(wanted: &HealthCheck, live: &Health) -> Health {
    Health {
        target: wanted.target.clone().unwrap_or_else(|| live.target.clone()),
        interval: wanted.interval.unwrap_or(live.interval),
        timeout: wanted.timeout.unwrap_or(live.timeout),
        healthy: wanted.healthy.unwrap_or(live.healthy),
        unhealthy: wanted.unhealthy.unwrap_or(live.unhealthy),
    }
}

fn set(wanted: &Attributes, live: &LiveAttributes) -> Plan<ElbCall> {
    let log = wanted.access_log.as_ref().map(|log| complete_log(log, &live.access_log));
    let draining =
        wanted.draining.map(|(enabled, timeout)| (enabled, timeout.unwrap_or(live.draining_timeout)));
    let declared = NewAttributes {
        access_log: log,
        cross_zone: wanted.cross_zone,
        draining,
        idle_timeout: wanted.idle_timeout,
    };
    let is_new = |log: &Log| *log != live.access_log && (log.enabled || live.access_log.enabled);
    let differing = NewAttributes {
        access_log: declared.access_log.clone().filter(is_new),
        cross_zone: declared.cross_zone.filter(|enabled| *enabled != live.cross_zone),
        draining: declared.draining.filter(|(enabled, timeout)| {
            *enabled != live.draining || (*enabled && *timeout != live.draining_timeout)
        }),
        idle_timeout: declared.idle_timeout.filter(|seconds| *seconds != live.idle_timeout),
    };
    let mut plan = Plan::nothing();
    if differing != NewAttributes::default() {
        let current = NewAttributes {
            access_log: declared.access_log.is_some().then(|| live.access_log.clone()),
            cross_zone: declared.cross_zone.map(|_| live.cross_zone),
            draining: declared.draining.map(|_| (live.draining, live.draining_timeout)),
            idle_timeout: declared.idle_timeout.map(|_| live.idle_timeout),
        };
        let change = Change::update("attributes", to_value(&current), to_value(&declared));
        plan.then(change, ElbCall::SetAttributes(differing));
    }
    plan
}

/// Logs that are off have no bucket: AWS refuses one.
fn complete_log(wanted: &AccessLog, live: &Log) -> Log {
    if !wanted.enabled.unwrap_or(live.enabled) {
        return Log::default();
    }
    Log {
        enabled: true,
        bucket: wanted.bucket.clone().or_else(|| live.bucket.clone()),
        prefix: match &wanted.prefix {
            Some(prefix) => Some(prefix.clone()).filter(|prefix| !prefix.is_empty()),
            None => live.prefix.clone(),
        },
        interval: wanted.interval.or(live.interval),
    }
}

fn to_value(attributes: &NewAttributes) -> Value {
    let mut shown = Map::new();
    let mut put = |key: &str, value: Value| drop(shown.insert(key.into(), value));
    if let Some(log) = &attributes.access_log {
        let log = [
            ("enabled", Some(log.enabled.into())),
            ("s3_bucket_name", log.bucket.as_deref().map(Value::from)),
            ("s3_bucket_prefix", log.prefix.as_deref().map(Value::from)),
            ("emit_interval", log.interval.map(Value::from)),
        ];
        put("access_log", log.into_iter().filter_map(|(key, value)| Some((key, value?))).collect());
    }
    if let Some(enabled) = attributes.cross_zone {
        put("cross_zone_load_balancing", [("enabled", Value::from(enabled))].into_iter().collect());
    }
    if let Some((enabled, timeout)) = attributes.draining {
        let draining = [("enabled", Value::from(enabled)), ("timeout", timeout.into())];
        put("connection_draining", draining.into_iter().collect());
    }
    if let Some(seconds) = attributes.idle_timeout {
        put("connecting_settings", [("idle_timeout", Value::from(seconds))].into_iter().collect());
    }
    Value::Map(shown)
}
