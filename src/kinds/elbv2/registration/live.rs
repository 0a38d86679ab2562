//! The targets of a group as AWS describes them.

use std::collections::BTreeMap;
use std::fmt;

use aws_sdk_elasticloadbalancingv2::types::TargetHealthDescription;

use model::Asked;

/// The targets of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// The group's ARN.
    pub arn: String,
    /// Its targets.
    pub targets: Asked<Targets>,
    /// The seconds in which leaving targets finish their last requests.
    pub draining: Asked<u64>,
}

/// The health of a group's targets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Targets(pub BTreeMap<Target, Health>);

/// One target.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Target {
    /// An instance's id, or an address.
    pub id: String,
    /// The port it listens on; none means the group's port.
    pub port: Option<i32>,
}

/// The health of a target in its group.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Health {
    /// AWS's word: `initial`, `healthy`, `unhealthy`, `unused`, `draining`, `unavailable`.
    pub state: String,
    /// The reason, if AWS gives one: `Target.FailedHealthChecks`.
    pub reason: String,
}

impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.port {
            Some(port) => write!(out, "{}:{port}", self.id),
            None => out.write_str(&self.id),
        }
    }
}

impl Health {
    /// True if the group sends it requests.
    pub fn is_healthy(&self) -> bool {
        self.state == "healthy"
    }

    /// True if it is registered. A draining target no longer is.
    ///
    /// See <https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_TargetHealth.html>.
    pub fn is_registered(&self) -> bool {
        self.state != "draining" && !self.is_gone()
    }

    /// True if it is registered and AWS does not check its health: no balancer uses the group, its zone is not served, or
    /// it is stopped.
    pub fn is_unused(&self) -> bool {
        self.state == "unused" && !self.is_gone()
    }

    /// True if AWS only shows that it is not registered.
    pub fn is_gone(&self) -> bool {
        self.state == "unused" && self.reason == "Target.NotRegistered"
    }
}

impl Targets {
    /// The registered targets.
    pub fn registered(&self) -> impl Iterator<Item = &Target> {
        self.0.iter().filter(|(_, health)| health.is_registered()).map(|(target, _)| target)
    }

    /// The targets with this id, on this port if one is given.
    pub fn of(&self, id: &str, port: Option<i32>) -> impl Iterator<Item = (&Target, &Health)> {
        let is_meant = move |target: &Target| target.id == id && (port.is_none() || target.port == port);
        self.0.iter().filter(move |(target, _)| is_meant(target))
    }
}

/// A target as the API describes it.
pub(super) fn described(description: &TargetHealthDescription) -> Option<(Target, Health)> {
    let target = description.target()?;
    let health = description.target_health();
    let state = health.and_then(|health| health.state()).map(|state| state.as_str().to_owned());
    let reason = health.and_then(|health| health.reason()).map(|reason| reason.as_str().to_owned());
    let health = Health { state: state.unwrap_or_default(), reason: reason.unwrap_or_default() };
    Some((Target { id: target.id()?.to_owned(), port: target.port() }, health))
}
