//! What the account holds.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use super::Settings;
use super::form::Form;

/// The account's number.
pub const NUMBER: &str = "123456789012";
/// Its default VPC.
pub const VPC: &str = "vpc-00000001";
/// The id of the zone example.com.
pub const ZONE: &str = "Z0000000EXAMPLE";

/// Something that was created, and is shown some time later.
pub struct Thing<T> {
    shown_from: Instant,
    /// What it is.
    pub it: T,
}

/// Things of one kind by name.
pub struct Shelf<T> {
    lag: Duration,
    things: BTreeMap<String, Thing<T>>,
}

impl<T> Shelf<T> {
    fn new(lag: Duration) -> Self {
        Self { lag, things: BTreeMap::new() }
    }

    /// Adds a thing; false when there is one of that name.
    pub fn create(&mut self, name: &str, it: T) -> bool {
        if self.things.contains_key(name) {
            return false;
        }
        self.things.insert(name.to_owned(), Thing { shown_from: Instant::now() + self.lag, it });
        true
    }

    /// What writes see: all of it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        self.things.get_mut(name).map(|thing| &mut thing.it)
    }

    /// The name of the first thing of which this is true, shown or not.
    pub fn name_of(&self, is_it: impl Fn(&T) -> bool) -> Option<String> {
        self.things.iter().find(|(_, thing)| is_it(&thing.it)).map(|(name, _)| name.clone())
    }

    /// What reads see: things that have been there for a while.
    pub fn seen(&self, name: &str) -> Option<&T> {
        self.things.get(name).filter(|thing| thing.shown_from <= Instant::now()).map(|thing| &thing.it)
    }

    /// All that reads see.
    pub fn all(&self) -> impl Iterator<Item = (&String, &T)> {
        let now = Instant::now();
        self.things
            .iter()
            .filter(move |(_, thing)| thing.shown_from <= now)
            .map(|(name, thing)| (name, &thing.it))
    }
}

/// A security group.
pub struct SecurityGroup {
    pub id: String,
    pub description: String,
    pub vpc: String,
    /// Permissions as EC2 shows them.
    pub ingress: Vec<String>,
}

/// A role.
#[derive(Default)]
pub struct Role {
    pub path: String,
    pub trust: String,
    pub description: String,
    pub policies: BTreeMap<String, String>,
}

/// A load balancer: what it was created with, and its health check.
pub struct Balancer {
    pub made_of: Form,
    pub health: Form,
}

/// A group of instances.
pub struct Group {
    pub made_of: Form,
    pub policies: BTreeMap<String, Form>,
    pub suspended: Vec<String>,
}

/// Everything.
pub struct Account {
    pub groups: Shelf<SecurityGroup>,
    pub roles: Shelf<Role>,
    /// Instance profiles with their role.
    pub profiles: Shelf<Option<String>>,
    pub balancers: Shelf<Balancer>,
    pub launch_configurations: Shelf<Form>,
    pub scaling_groups: Shelf<Group>,
    pub alarms: Shelf<serde_json::Value>,
    /// By name and type, as AWS sorts them.
    pub records: Shelf<String>,
    pub queues: Shelf<BTreeMap<String, String>>,
    /// Rates that were granted, by the code of their quota.
    pub quotas: BTreeMap<&'static str, f64>,
}

impl Account {
    /// An account whose new things are shown after the lag.
    pub fn new(settings: Settings) -> Self {
        let lag = settings.lag.div_f64(settings.speed);
        Self {
            groups: Shelf::new(lag),
            roles: Shelf::new(lag),
            profiles: Shelf::new(lag),
            balancers: Shelf::new(lag),
            launch_configurations: Shelf::new(lag),
            scaling_groups: Shelf::new(lag),
            alarms: Shelf::new(lag),
            records: Shelf::new(lag),
            queues: Shelf::new(lag),
            quotas: BTreeMap::new(),
        }
    }
}
