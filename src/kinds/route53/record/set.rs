//! A record set: the same shape for AWS's sets and for requests.

use super::values;
use crate::names::qualified;
use model::{Ident, Map, Value};

/// A record set without name and type.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Set {
    /// `ResourceRecords`; empty for an alias.
    pub values: Vec<Ident>,
    /// `AliasTarget`.
    pub alias: Option<Alias>,
    /// `TTL`, in seconds.
    pub ttl: Option<i64>,
    /// `SetIdentifier`.
    pub identifier: Option<String>,
    /// The routing policy among sets with one name and type.
    pub routing: Option<Routing>,
    /// `HealthCheckId`.
    pub health_check: Option<String>,
    /// `TrafficPolicyInstanceId`.
    pub traffic_policy: Option<String>,
}

/// An alias's target.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Alias {
    /// `HostedZoneId` of the target.
    pub zone: Ident,
    /// `DNSName`.
    pub dns_name: Ident,
    /// `EvaluateTargetHealth`.
    pub evaluate_health: bool,
}

/// One of AWS's routing policies.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Routing {
    /// `Weight`.
    Weighted(i64),
    /// `Region`.
    Latency(String),
    /// `GeoLocation`.
    Geo(Geo),
    /// `Failover`: PRIMARY or SECONDARY.
    Failover(String),
    /// `MultiValueAnswer`.
    MultiValue,
}

/// A place on earth.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Geo {
    /// `ContinentCode`.
    pub continent: Option<String>,
    /// `CountryCode`; `*` for the default.
    pub country: Option<String>,
    /// `SubdivisionCode`.
    pub subdivision: Option<String>,
}

impl Routing {
    /// True if one can become the other in place: AWS can change the value of a policy, but never the policy.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    fn to_value(&self) -> (&'static str, Value) {
        match self {
            Self::Weighted(weight) => ("weight", (*weight).into()),
            Self::Latency(region) => ("region", region.as_str().into()),
            Self::Geo(geo) => ("geo_location", geo.to_value()),
            Self::Failover(role) => ("failover", role.as_str().into()),
            Self::MultiValue => ("multi_value_answer", true.into()),
        }
    }
}

impl Geo {
    fn to_value(&self) -> Value {
        let codes = [
            ("ContinentCode", &self.continent),
            ("CountryCode", &self.country),
            ("SubdivisionCode", &self.subdivision),
        ];
        codes.into_iter().filter_map(|(name, code)| Some((name, code.as_deref()?))).collect()
    }
}

impl Alias {
    /// True if both have the same target.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let name = |alias: &Self| alias.dns_name.known().map(qualified);
        self.evaluate_health == other.evaluate_health
            && self.zone == other.zone
            && name(self).is_some()
            && name(self) == name(other)
    }

    fn to_value(&self) -> Value {
        let pairs: [(&str, Value); 3] = [
            ("HostedZoneId", (&self.zone).into()),
            ("DNSName", (&self.dns_name).into()),
            ("EvaluateTargetHealth", self.evaluate_health.into()),
        ];
        pairs.into_iter().collect()
    }
}

impl Set {
    /// True if both have the same values, in any order and spelling.
    pub(super) fn has_same_values(&self, kind: &str, other: &Self) -> bool {
        let canonical = |set: &Self| {
            let mut all: Vec<String> =
                set.values.iter().map(|value| values::canonical(kind, value.as_str())).collect();
            all.sort();
            all.dedup();
            all
        };
        canonical(self) == canonical(other)
    }

    /// The record as Salt shows it.
    pub(super) fn to_value(&self, name: &str, kind: &str) -> Value {
        let mut shown = Map::new();
        let mut put = |key: &str, value: Value| {
            if !value.is_null() {
                shown.insert(key.into(), value);
            }
        };
        put("name", name.into());
        put("value", self.shown_values());
        put("alias_target", self.alias.as_ref().map_or(Value::Null, Alias::to_value));
        put("record_type", kind.into());
        put("ttl", self.ttl.into());
        put("identifier", self.identifier.as_deref().into());
        if let Some((key, value)) = self.routing.as_ref().map(Routing::to_value) {
            put(key, value);
        }
        put("health_check_id", self.health_check.as_deref().into());
        put("traffic_policy_instance_id", self.traffic_policy.as_deref().into());
        Value::Map(shown)
    }

    fn shown_values(&self) -> Value {
        match self.values.as_slice() {
            [] => Value::Null,
            [one] => one.into(),
            several => Value::List(several.iter().map(Value::from).collect()),
        }
    }
}
