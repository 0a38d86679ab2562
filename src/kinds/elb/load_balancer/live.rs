//! A balancer as AWS describes it.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_elasticloadbalancing::types::{
    ConnectionDraining, ConnectionSettings, CrossZoneLoadBalancing, HealthCheck, ListenerDescription,
    LoadBalancerAttributes, LoadBalancerDescription,
};

use aws::tags::Tags;
use model::{Asked, Map, Value};

/// A balancer in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its name.
    pub name: String,
    /// The time of its creation, in seconds since 1970.
    pub created: Option<i64>,
    /// The name at which it can be reached.
    pub dns_name: String,
    /// The zone with that name, for alias records.
    pub hosted_zone_id: String,
    /// The name that aliases of it show, if there is one.
    pub hosted_zone_name: Option<String>,
    /// The VPC it is in.
    pub vpc_id: Option<String>,
    /// `internet-facing` or `internal`.
    pub scheme: String,
    /// The zones it is in.
    pub zones: BTreeSet<String>,
    /// The subnets it is in.
    pub subnets: BTreeSet<String>,
    /// The ids of its security groups.
    pub security_groups: BTreeSet<String>,
    /// Its listeners, by port.
    pub listeners: BTreeMap<i32, LiveListener>,
    /// The policies of the instances' ports.
    pub backends: BTreeMap<i32, BTreeSet<String>>,
    /// All its policies.
    pub policies: BTreeSet<String>,
    /// The ids of its instances.
    pub instances: BTreeSet<String>,
    /// The health check.
    pub health_check: Health,
    /// Its attributes, if they were read.
    pub attributes: Asked<LiveAttributes>,
    /// Its tags, if they were read.
    pub tags: Asked<Tags>,
}

/// A listener in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveListener {
    /// The protocol, in capitals.
    pub protocol: String,
    /// The port of the instances.
    pub instance_port: i32,
    /// Their protocol, in capitals.
    pub instance_protocol: String,
    /// The ARN of the certificate.
    pub certificate: Option<String>,
    /// Its policies.
    pub policies: BTreeSet<String>,
}

/// A health check, complete.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Health {
    /// The target of the checks.
    pub target: String,
    /// Seconds between two checks.
    pub interval: i32,
    /// Seconds to wait for an answer.
    pub timeout: i32,
    /// Good checks until an instance is in service.
    pub healthy: i32,
    /// Bad checks until it is out of service.
    pub unhealthy: i32,
}

/// Attributes, complete.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveAttributes {
    /// Access logs.
    pub access_log: Log,
    /// Whether requests are spread evenly over all zones.
    pub cross_zone: bool,
    /// Whether requests to a leaving instance may finish.
    pub draining: bool,
    /// For how many seconds.
    pub draining_timeout: i32,
    /// Seconds until a silent connection is closed.
    pub idle_timeout: i32,
}

/// Access logs, complete.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// Whether they are written.
    pub enabled: bool,
    /// The bucket.
    pub bucket: Option<String>,
    /// The prefix of names in it.
    pub prefix: Option<String>,
    /// Minutes between two logs.
    pub interval: Option<i32>,
}

impl Default for LiveAttributes {
    /// The attributes of a new balancer.
    fn default() -> Self {
        let (draining_timeout, idle_timeout) = (300, 60);
        Self {
            access_log: Log::default(),
            cross_zone: false,
            draining: false,
            draining_timeout,
            idle_timeout,
        }
    }
}

impl Health {
    /// As Salt shows it.
    pub fn to_value(&self) -> Value {
        [
            ("target", Value::from(self.target.as_str())),
            ("interval", self.interval.into()),
            ("timeout", self.timeout.into()),
            ("healthy_threshold", self.healthy.into()),
            ("unhealthy_threshold", self.unhealthy.into()),
        ]
        .into_iter()
        .collect()
    }

    fn of(check: &HealthCheck) -> Self {
        Self {
            target: check.target().to_owned(),
            interval: check.interval(),
            timeout: check.timeout(),
            healthy: check.healthy_threshold(),
            unhealthy: check.unhealthy_threshold(),
        }
    }
}

impl LiveListener {
    /// As Salt shows it.
    pub fn to_value(&self, port: i32) -> Value {
        let mut shown = Map::new();
        shown.insert("elb_port".into(), port.into());
        shown.insert("instance_port".into(), self.instance_port.into());
        shown.insert("elb_protocol".into(), self.protocol.as_str().into());
        shown.insert("instance_protocol".into(), self.instance_protocol.as_str().into());
        if let Some(certificate) = &self.certificate {
            shown.insert("certificate".into(), certificate.as_str().into());
        }
        Value::Map(shown)
    }

    fn of(described: &ListenerDescription) -> Option<(i32, Self)> {
        let listener = described.listener()?;
        let protocol = listener.protocol().to_ascii_uppercase();
        let instance_protocol = listener.instance_protocol().map(str::to_ascii_uppercase);
        let certificate = listener.ssl_certificate_id().filter(|id| !id.is_empty());
        let live = Self {
            instance_port: listener.instance_port(),
            instance_protocol: instance_protocol.unwrap_or_else(|| protocol.clone()),
            protocol,
            certificate: certificate.map(str::to_owned),
            policies: described.policy_names().iter().cloned().collect(),
        };
        Some((listener.load_balancer_port(), live))
    }
}

impl LiveAttributes {
    pub(super) fn of(attributes: &LoadBalancerAttributes) -> Self {
        let log = attributes.access_log();
        let text = |value: Option<&str>| value.filter(|text| !text.is_empty()).map(str::to_owned);
        let draining = attributes.connection_draining();
        Self {
            access_log: log.map_or_else(Log::default, |log| Log {
                enabled: log.enabled(),
                bucket: text(log.s3_bucket_name()),
                prefix: text(log.s3_bucket_prefix()),
                interval: log.emit_interval(),
            }),
            cross_zone: attributes.cross_zone_load_balancing().is_some_and(CrossZoneLoadBalancing::enabled),
            draining: draining.is_some_and(ConnectionDraining::enabled),
            draining_timeout: draining.and_then(ConnectionDraining::timeout).unwrap_or(300),
            idle_timeout: attributes.connection_settings().map_or(60, ConnectionSettings::idle_timeout),
        }
    }
}

impl Live {
    pub(super) fn of(described: &LoadBalancerDescription) -> Self {
        let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
        let backends = described.backend_server_descriptions().iter();
        Self {
            name: text(described.load_balancer_name()),
            created: described.created_time().map(aws_sdk_elasticloadbalancing::primitives::DateTime::secs),
            dns_name: text(described.dns_name()),
            hosted_zone_id: text(described.canonical_hosted_zone_name_id()),
            hosted_zone_name: described.canonical_hosted_zone_name().map(str::to_owned),
            vpc_id: described.vpc_id().filter(|id| !id.is_empty()).map(str::to_owned),
            scheme: text(described.scheme()),
            zones: described.availability_zones().iter().cloned().collect(),
            subnets: described.subnets().iter().cloned().collect(),
            security_groups: described.security_groups().iter().cloned().collect(),
            listeners: described.listener_descriptions().iter().filter_map(LiveListener::of).collect(),
            backends: backends
                .filter_map(|it| Some((it.instance_port()?, it.policy_names().iter().cloned().collect())))
                .collect(),
            policies: policies(described),
            instances: described.instances().iter().filter_map(|it| it.instance_id.clone()).collect(),
            health_check: described.health_check().map(Health::of).unwrap_or_default(),
            ..Self::default()
        }
    }

    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "name" => Some(self.name.as_str().into()),
            "identity" => self.created.map(|created| format!("made at {created}").into()),
            "dns_name" => Some(self.dns_name.as_str().into()),
            "hosted_zone_id" => Some(self.hosted_zone_id.as_str().into()),
            "vpc_id" => self.vpc_id.as_deref().map(Into::into),
            "scheme" => Some(self.scheme.as_str().into()),
            _ => None,
        }
    }
}

fn policies(described: &LoadBalancerDescription) -> BTreeSet<String> {
    let Some(policies) = described.policies() else { return BTreeSet::new() };
    let app = policies.app_cookie_stickiness_policies().iter().filter_map(|it| it.policy_name.clone());
    let lb = policies.lb_cookie_stickiness_policies().iter().filter_map(|it| it.policy_name.clone());
    app.chain(lb).chain(policies.other_policies().iter().cloned()).collect()
}
