//! Health check and attributes of a balancer. What is left out keeps its current value.

use model::{Argument, Fields, Minion, Node, Problem, Problems, Shape, Value};

pub(super) const HEALTH_CHECK: &[Argument] = &[
    Argument::optional("target", Shape::Text, "such as HTTP:80/health or TCP:80").alias(&["Target"]),
    Argument::optional("interval", Shape::Integer, "seconds between two checks").alias(&["Interval"]),
    Argument::optional("timeout", Shape::Integer, "seconds to wait for a response").alias(&["Timeout"]),
    Argument::optional("healthy_threshold", Shape::Integer, "good checks until an instance is in service")
        .alias(&["HealthyThreshold"]),
    Argument::optional("unhealthy_threshold", Shape::Integer, "bad checks until it is out of service")
        .alias(&["UnhealthyThreshold"]),
];

const ACCESS_LOG: &[Argument] = &[
    Argument::optional("enabled", Shape::Boolean, "write access logs").alias(&["Enabled"]),
    Argument::optional("s3_bucket_name", Shape::Text, "the bucket to write to").alias(&["S3BucketName"]),
    Argument::optional(
        "s3_bucket_prefix",
        Shape::Text,
        "the prefix of names in the bucket, without '/' at its ends",
    )
    .alias(&["S3BucketPrefix"]),
    Argument::optional("emit_interval", Shape::Integer, "minutes between two logs: 5 or 60")
        .alias(&["EmitInterval"]),
];

const ENABLED: &[Argument] =
    &[Argument::required("enabled", Shape::Boolean, "switch it on or off").alias(&["Enabled"])];

const DRAINING: &[Argument] = &[
    Argument::required("enabled", Shape::Boolean, "let requests finish").alias(&["Enabled"]),
    Argument::optional("timeout", Shape::Integer, "seconds for that").alias(&["Timeout"]),
];

const IDLE: &[Argument] =
    &[Argument::required("idle_timeout", Shape::Integer, "seconds until a silent connection is closed")
        .alias(&["IdleTimeout"])];

pub(super) const ATTRIBUTES: &[Argument] = &[
    Argument::optional("access_log", Shape::Record(ACCESS_LOG), "access logs").alias(&["AccessLog"]),
    Argument::optional(
        "cross_zone_load_balancing",
        Shape::Record(ENABLED),
        "spread requests evenly over all zones",
    )
    .alias(&["CrossZoneLoadBalancing"]),
    Argument::optional(
        "connection_draining",
        Shape::Record(DRAINING),
        "let requests to a leaving instance finish",
    )
    .alias(&["ConnectionDraining"]),
    Argument::optional("connecting_settings", Shape::Record(IDLE), "idle connections")
        .alias(&["connection_settings", "ConnectionSettings"]),
];

/// A declared health check.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HealthCheck {
    /// The target of the checks.
    pub target: Option<String>,
    /// Seconds between two checks.
    pub interval: Option<i32>,
    /// Seconds to wait for an answer.
    pub timeout: Option<i32>,
    /// Good checks until an instance is in service.
    pub healthy: Option<i32>,
    /// Bad checks until it is out of service.
    pub unhealthy: Option<i32>,
}

/// Declared attributes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attributes {
    /// Access logs.
    pub access_log: Option<AccessLog>,
    /// Whether requests are spread evenly over all zones.
    pub cross_zone: Option<bool>,
    /// Whether requests to a leaving instance may finish, and for how many seconds.
    pub draining: Option<(bool, Option<i32>)>,
    /// Seconds until a silent connection is closed.
    pub idle_timeout: Option<i32>,
}

/// Declared access logs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AccessLog {
    /// Whether they are written.
    pub enabled: Option<bool>,
    /// The bucket.
    pub bucket: Option<String>,
    /// The prefix of names in it.
    pub prefix: Option<String>,
    /// Minutes between two logs.
    pub interval: Option<i32>,
}

impl Attributes {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

pub(super) fn health_check(fields: &Fields) -> Option<HealthCheck> {
    let record = fields.record("health_check")?;
    Some(HealthCheck {
        target: record.text("target"),
        interval: record.integer32("interval"),
        timeout: record.integer32("timeout"),
        healthy: record.integer32("healthy_threshold"),
        unhealthy: record.integer32("unhealthy_threshold"),
    })
}

/// The attributes of the pillar, with those of the state merged over them. The pillar itself does not change.
pub(super) fn attributes(fields: &Fields, minion: &Minion, problems: &mut Problems) -> Option<Attributes> {
    let key = fields.text("attributes_from_pillar").unwrap_or_else(|| "boto_elb_attributes".to_owned());
    let below = minion.option(&key).filter(|value| !value.is_null());
    let below = below.map(|value| of_pillar(value, &key, fields, problems)).unwrap_or_default();
    let own = fields.record("attributes").map(|record| of(&record, problems)).unwrap_or_default();
    let log = match (own.access_log, below.access_log) {
        (Some(own), Some(below)) => Some(AccessLog {
            enabled: own.enabled.or(below.enabled),
            bucket: own.bucket.or(below.bucket),
            prefix: own.prefix.or(below.prefix),
            interval: own.interval.or(below.interval),
        }),
        (own, below) => own.or(below),
    };
    let draining = match (own.draining, below.draining) {
        (Some((enabled, timeout)), Some((_, below))) => Some((enabled, timeout.or(below))),
        (own, below) => own.or(below),
    };
    let merged = Attributes {
        access_log: log,
        cross_zone: own.cross_zone.or(below.cross_zone),
        draining,
        idle_timeout: own.idle_timeout.or(below.idle_timeout),
    };
    (!merged.is_empty()).then_some(merged)
}

fn of_pillar(value: &Value, key: &str, fields: &Fields, problems: &mut Problems) -> Attributes {
    let place = fields.place_of("attributes_from_pillar");
    let subject = format!("'{key}' of pillar or configuration");
    let node = Node::from_value(value.clone(), place);
    let Some(entries) = node.as_map() else {
        problems.push(Problem::at(place, format!("{subject} must be a mapping, not {}", node.type_name())));
        return Attributes::default();
    };
    let entries = entries.iter().map(|(name, entry)| (name.to_string(), entry.clone()));
    of(&Fields::check(ATTRIBUTES, entries, place, &subject, problems), problems)
}

pub(super) fn of(record: &Fields, problems: &mut Problems) -> Attributes {
    let draining = record.record("connection_draining");
    Attributes {
        access_log: record.record("access_log").map(|log| access_log(&log, problems)),
        cross_zone: record.record("cross_zone_load_balancing").and_then(|it| it.boolean("enabled")),
        draining: draining.and_then(|it| Some((it.boolean("enabled")?, it.integer32("timeout")))),
        idle_timeout: record.record("connecting_settings").and_then(|it| it.integer32("idle_timeout")),
    }
}

fn access_log(record: &Fields, problems: &mut Problems) -> AccessLog {
    let prefix = record.text("s3_bucket_prefix");
    if prefix.as_ref().is_some_and(|prefix| prefix.starts_with('/') || prefix.ends_with('/')) {
        let place = record.place_of("s3_bucket_prefix");
        problems.push(Problem::at(place, "'s3_bucket_prefix' must not begin or end with '/'"));
    }
    AccessLog {
        enabled: record.boolean("enabled"),
        bucket: record.text("s3_bucket_name"),
        prefix,
        interval: record.integer32("emit_interval"),
    }
}
