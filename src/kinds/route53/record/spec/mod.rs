//! The declaration of a record in an SLS.

mod boto;
mod camel;
mod value;

use super::set::{Geo, Routing};
use crate::names::{is_in, qualified};
use model::{Fields, Function, Leaves, Node, NodeKind, Problem, Problems, Reference, Value};
pub use value::Written;

/// A declared record set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name in canonical form.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// Its type, in upper case.
    pub kind: String,
    /// The zone it is in.
    pub zone: Zone,
    /// Its values.
    pub values: Option<Vec<Written>>,
    /// Its target, instead of values.
    pub alias: Option<AliasTarget>,
    /// Seconds.
    pub ttl: Option<i64>,
    /// The id that distinguishes it from others with its name and type.
    pub identifier: Option<String>,
    /// The routing policy among these.
    pub routing: Option<Routing>,
    /// `HealthCheckId`; empty for none.
    pub health_check: Option<String>,
    /// `TrafficPolicyInstanceId`.
    pub traffic_policy: Option<String>,
    /// How many seconds to wait for all servers; none for no wait.
    pub wait: Option<u64>,
}

/// A hosted zone by id or by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Zone {
    /// Not declared; a problem was noted.
    #[default]
    Unsaid,
    /// By its id.
    Id(String),
    /// By its name, perhaps public or private only.
    Named(Reference),
}

/// A declared alias target.
#[derive(Clone, Debug, PartialEq)]
pub struct AliasTarget {
    /// `HostedZoneId`; a load balancer's own if left out.
    pub zone: Option<String>,
    /// `DNSName`.
    pub dns_name: Written,
    /// `EvaluateTargetHealth`.
    pub evaluate_health: bool,
}

/// Salt waits ten minutes.
const WAIT: u64 = 600;

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_route53.present", "boto_route53.rr_present"],
        boto::PRESENT,
        "Makes sure that a DNS record exists with the declared values.",
    ),
    Function::absent(
        &["boto_route53.absent", "boto_route53.rr_absent"],
        boto::ABSENT,
        "Makes sure that a DNS record does not exist.",
    ),
    Function::present(
        &["boto3_route53.rr_present"],
        camel::PRESENT,
        "Makes sure that a DNS record exists. Arguments are named as in the API.",
    ),
    Function::absent(
        &["boto3_route53.rr_absent"],
        camel::ABSENT,
        "Makes sure that a DNS record does not exist. Arguments are named as in the API.",
    ),
];

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let present = function.leaves == Leaves::Present;
    if function.name().starts_with("boto3_") {
        camel::read(present, fields, problems)
    } else {
        boto::read(present, fields, problems)
    }
}

impl Spec {
    /// Name, type and identifier, which identify a record set in its zone.
    pub(super) fn reference(&self) -> Reference {
        let identifier = self.identifier.as_ref().map(|identifier| format!(" {identifier}"));
        let name = format!("{} {}{}", self.name, self.kind, identifier.unwrap_or_default());
        Reference::new("route53.record", name)
    }
}

/// A zone's reference: the scope is `public` or `private` if the author chose one.
fn zone(name: &str, privacy: Option<bool>) -> Zone {
    let reference = Reference::new("route53.hosted_zone", qualified(name));
    Zone::Named(match privacy {
        Some(true) => reference.within("private"),
        Some(false) => reference.within("public"),
        None => reference,
    })
}

fn check_in_zone(spec: &Spec, fields: &Fields, argument: &str, problems: &mut Problems) {
    let Zone::Named(zone) = &spec.zone else { return };
    if !is_in(&spec.name, &zone.name) {
        let message = format!("'{}' is not in the zone '{}'", spec.name, zone.name);
        let whole = format!("{}{}", spec.name, zone.name);
        let problem = Problem::at(fields.place_of(argument), message);
        problems.push(problem.hint(format!("write the record's name in full: '{whole}'")));
    }
}

/// `True` for ten minutes, `False`, or seconds.
fn wait(fields: &Fields) -> Option<u64> {
    let is_number = |node: &Node| !matches!(node.kind, NodeKind::Scalar(Value::Bool(_)));
    match fields.node("wait_for_sync") {
        Some(node) if is_number(node) && fields.integer("wait_for_sync").is_some() => {
            fields.integer("wait_for_sync").and_then(|seconds| seconds.try_into().ok()).filter(|it| *it > 0)
        }
        _ => fields.boolean("wait_for_sync").unwrap_or(true).then_some(WAIT),
    }
}

/// At most one routing policy.
fn only_one(
    routings: Vec<Routing>,
    fields: &Fields,
    argument: &str,
    problems: &mut Problems,
) -> Option<Routing> {
    if routings.len() > 1 {
        let message =
            "a record has one routing policy: Weight, Region, GeoLocation, Failover or MultiValueAnswer";
        problems.push(Problem::at(fields.place_of(argument), message).hint("keep one of them"));
    }
    routings.into_iter().next()
}

fn geo(fields: &Fields) -> Geo {
    Geo {
        continent: fields.text("ContinentCode"),
        country: fields.text("CountryCode"),
        subdivision: fields.text("SubdivisionCode"),
    }
}
