//! What AWS says about the instances of a balancer.

use std::collections::BTreeMap;

use crate::model::Asked;

/// The instances of a balancer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// The balancer's name.
    pub balancer: String,
    /// Its instances.
    pub instances: Asked<Instances>,
    /// The seconds that leaving instances have for their last requests.
    pub draining: Asked<u64>,
}

/// How instances stand with a balancer, by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Instances(pub BTreeMap<String, Health>);

/// How an instance stands with a balancer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Health {
    /// It gets requests.
    InService,
    /// It gets none, or nobody knows.
    OutOfService,
    /// It gets none, and waiting changes nothing: it is stopped, terminated, or in a zone that the balancer does not serve.
    Unable,
    /// It is deregistered and only finishes its last requests.
    Leaving,
}

impl Instances {
    /// Those that are registered: not the leaving ones.
    pub fn registered(&self) -> impl Iterator<Item = &str> {
        let staying = self.0.iter().filter(|(_, health)| **health != Health::Leaving);
        staying.map(|(id, _)| id.as_str())
    }

    /// The health of an instance; none for one that is not there.
    pub fn health(&self, id: &str) -> Option<Health> {
        self.0.get(id).copied()
    }
}

/// Words of AWS for what does not pass by itself.
const UNABLE: &[&str] = &[
    "in stopped state",
    "in terminated state",
    "Availability Zone for which LoadBalancer is not configured",
];

/// From AWS's state and description of an instance.
///
/// Connection draining shows in the description alone; see
/// <https://docs.aws.amazon.com/elasticloadbalancing/2012-06-01/APIReference/API_InstanceState.html>.
pub(super) fn health(state: &str, description: &str) -> Health {
    if description.starts_with("Instance deregistration currently in progress") {
        Health::Leaving
    } else if state == "InService" {
        Health::InService
    } else if UNABLE.iter().any(|words| description.contains(words)) {
        Health::Unable
    } else {
        Health::OutOfService
    }
}
