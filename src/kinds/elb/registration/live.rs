//! The instances of a balancer as AWS describes them.

use std::collections::BTreeMap;

use model::Asked;

/// The instances of a balancer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// The balancer's name.
    pub balancer: String,
    /// Its instances.
    pub instances: Asked<Instances>,
    /// The seconds in which leaving instances finish their last requests.
    pub draining: Asked<u64>,
}

/// The health of a balancer's instances, by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Instances(pub BTreeMap<String, Health>);

/// The health of an instance at a balancer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Health {
    /// It gets requests.
    InService,
    /// It gets none, or AWS does not know.
    OutOfService,
    /// It gets none, and a wait cannot help: it is stopped, terminated, or in a zone that the balancer does not serve.
    Unable,
    /// It is deregistered, and only finishes its last requests.
    Leaving,
}

impl Instances {
    /// The registered instances, without the leaving ones.
    pub fn registered(&self) -> impl Iterator<Item = &str> {
        let staying = self.0.iter().filter(|(_, health)| **health != Health::Leaving);
        staying.map(|(id, _)| id.as_str())
    }

    /// The health of an instance; none for one that is not registered.
    pub fn health(&self, id: &str) -> Option<Health> {
        self.0.get(id).copied()
    }
}

/// AWS's words for states that do not end by themselves.
const UNABLE: &[&str] = &[
    "in stopped state",
    "in terminated state",
    "Availability Zone for which LoadBalancer is not configured",
];

/// From AWS's state and description of an instance.
///
/// Connection draining is visible only in the description; see
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
