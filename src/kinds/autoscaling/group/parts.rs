//! The parts of a group, in types that declaration, answer and steps share.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use model::{Ident, Value};

/// The settings of `UpdateAutoScalingGroup`. `None` means not declared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// The minimum number of instances.
    pub min_size: Option<i32>,
    /// The maximum number of instances.
    pub max_size: Option<i32>,
    /// The number of instances.
    pub desired_capacity: Option<i32>,
    /// Seconds between scaling activities.
    pub default_cooldown: Option<i32>,
    /// `EC2`, `ELB`.
    pub health_check_type: Option<String>,
    /// Seconds before a new instance is checked.
    pub health_check_period: Option<i32>,
    /// The placement group's name.
    pub placement_group: Option<String>,
    /// Sorted.
    pub availability_zones: Option<Vec<String>>,
    /// Sorted ids.
    pub subnets: Option<Vec<Ident>>,
    /// In the order in which they are tried.
    pub termination_policies: Option<Vec<String>>,
    /// Seconds after which an instance is replaced; 0 for never.
    pub max_instance_lifetime: Option<i32>,
    /// Whether a Spot instance is replaced before AWS interrupts it.
    pub capacity_rebalance: Option<bool>,
    /// Seconds before a new instance counts in metrics; -1 for none.
    pub default_instance_warmup: Option<i32>,
    /// Whether new instances are protected from scale-in.
    pub protected: Option<bool>,
    /// `units`, `vcpu`, `memory-mib`.
    pub desired_capacity_type: Option<String>,
}

impl Settings {
    /// The declared ones under the names that authors know.
    pub fn entries(&self) -> Vec<(&'static str, Value)> {
        let all: [(&str, Value); 15] = [
            ("availability_zones", self.availability_zones.clone().into()),
            ("vpc_zone_identifier", self.subnets.clone().into()),
            ("min_size", self.min_size.into()),
            ("max_size", self.max_size.into()),
            ("desired_capacity", self.desired_capacity.into()),
            ("default_cooldown", self.default_cooldown.into()),
            ("health_check_type", self.health_check_type.clone().into()),
            ("health_check_period", self.health_check_period.into()),
            ("placement_group", self.placement_group.clone().into()),
            ("termination_policies", self.termination_policies.clone().into()),
            ("max_instance_lifetime", self.max_instance_lifetime.into()),
            ("capacity_rebalance", self.capacity_rebalance.into()),
            ("default_instance_warmup", self.default_instance_warmup.into()),
            ("new_instances_protected_from_scale_in", self.protected.into()),
            ("desired_capacity_type", self.desired_capacity_type.clone().into()),
        ];
        all.into_iter().filter(|(_, value)| !value.is_null()).collect()
    }

    /// The declared settings that differ. Zones are not compared if subnets are declared, because AWS derives them.
    #[must_use]
    pub fn differing(&self, live: &Self) -> Self {
        fn pick<T: Clone + PartialEq>(want: &Option<T>, live: &Option<T>) -> Option<T> {
            want.clone().filter(|_| want != live)
        }
        let zones = if self.subnets.is_some() { &None } else { &self.availability_zones };
        Self {
            min_size: pick(&self.min_size, &live.min_size),
            max_size: pick(&self.max_size, &live.max_size),
            desired_capacity: pick(&self.desired_capacity, &live.desired_capacity),
            default_cooldown: pick(&self.default_cooldown, &live.default_cooldown),
            health_check_type: pick(&self.health_check_type, &live.health_check_type),
            health_check_period: pick(&self.health_check_period, &live.health_check_period),
            placement_group: pick(&self.placement_group, &live.placement_group),
            availability_zones: pick(zones, &live.availability_zones),
            subnets: pick(&self.subnets, &live.subnets),
            termination_policies: pick(&self.termination_policies, &live.termination_policies),
            max_instance_lifetime: pick(&self.max_instance_lifetime, &live.max_instance_lifetime),
            capacity_rebalance: pick(&self.capacity_rebalance, &live.capacity_rebalance),
            default_instance_warmup: pick(&self.default_instance_warmup, &live.default_instance_warmup),
            protected: pick(&self.protected, &live.protected),
            desired_capacity_type: pick(&self.desired_capacity_type, &live.desired_capacity_type),
        }
    }
}

/// A tag's value, and whether instances get it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Tag {
    /// Its value.
    pub value: String,
    /// True if instances also get it.
    pub propagate: bool,
}

/// Tags by key.
pub type Tags = BTreeMap<String, Tag>;

/// Tags in Salt's shape.
pub fn tags_value(tags: &Tags) -> Value {
    let shown = tags.iter().map(|(key, tag)| -> Value {
        [
            ("key", Value::from(key.as_str())),
            ("value", tag.value.as_str().into()),
            ("propagate_at_launch", tag.propagate.into()),
        ]
        .into_iter()
        .collect()
    });
    Value::List(shown.collect())
}

fn declared<const N: usize>(all: [(&str, Value); N]) -> Value {
    all.into_iter().filter(|(_, value)| !value.is_null()).collect()
}

/// A scheduled change of size.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ScheduledAction {
    /// The new minimum number of instances.
    pub min_size: Option<i32>,
    /// The new maximum number of instances.
    pub max_size: Option<i32>,
    /// The new number of instances.
    pub desired_capacity: Option<i32>,
    /// Seconds since 1970.
    pub start_time: Option<i64>,
    /// Seconds since 1970.
    pub end_time: Option<i64>,
    /// In the format of cron.
    pub recurrence: Option<String>,
    /// The zone of the recurrence.
    pub time_zone: Option<String>,
}

impl ScheduledAction {
    /// True if AWS has what this declares. AWS moves the start of a recurring action to its next time.
    pub fn is_met_by(&self, live: &Self) -> bool {
        let moved_on = self.recurrence.is_some() && self.start_time < live.start_time;
        let unless_left_out = |want: Option<i32>, live: Option<i32>| want.is_none() || want == live;
        unless_left_out(self.min_size, live.min_size)
            && unless_left_out(self.max_size, live.max_size)
            && unless_left_out(self.desired_capacity, live.desired_capacity)
            && (self.start_time.is_none() || self.start_time == live.start_time || moved_on)
            && self.end_time == live.end_time
            && self.recurrence == live.recurrence
            && (self.time_zone.is_none() || self.time_zone == live.time_zone)
    }
}

/// Actions by name.
pub type Actions = IndexMap<String, ScheduledAction>;

/// Actions in Salt's shape, sorted by name.
pub fn actions_value(actions: &Actions) -> Value {
    let time = |seconds: Option<i64>| {
        let moment = seconds.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
        Value::from(moment.map(|moment| moment.to_string()))
    };
    let sorted: BTreeMap<&String, &ScheduledAction> = actions.iter().collect();
    let shown = sorted.into_iter().map(|(name, action)| {
        let all: [(&str, Value); 7] = [
            ("min_size", action.min_size.into()),
            ("max_size", action.max_size.into()),
            ("desired_capacity", action.desired_capacity.into()),
            ("start_time", time(action.start_time)),
            ("end_time", time(action.end_time)),
            ("recurrence", action.recurrence.clone().into()),
            ("time_zone", action.time_zone.clone().into()),
        ];
        (name.as_str(), declared(all))
    });
    shown.collect()
}

/// Topics by ARN, each with the events that it receives.
pub type Notifications = BTreeMap<String, BTreeSet<String>>;

/// Notifications as a mapping of topic to events.
pub fn notifications_value(notifications: &Notifications) -> Value {
    let list = |types: &BTreeSet<String>| types.iter().cloned().collect::<Vec<_>>();
    notifications.iter().map(|(arn, types)| (arn.as_str(), Value::from(list(types)))).collect()
}

/// A launch template and its version.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Template {
    /// `lt-…`
    pub id: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// A number, `$Latest` or `$Default`.
    pub version: Option<String>,
}

impl Template {
    /// True if AWS has what this declares.
    pub fn is_met_by(&self, live: &Self) -> bool {
        let unless_left_out = |want: &Option<String>, live: &Option<String>| want.is_none() || want == live;
        unless_left_out(&self.id, &live.id)
            && unless_left_out(&self.name, &live.name)
            && unless_left_out(&self.version, &live.version)
    }

    /// In an author's notation.
    pub fn to_value(&self) -> Value {
        declared([
            ("id", self.id.clone().into()),
            ("name", self.name.clone().into()),
            ("version", self.version.clone().into()),
        ])
    }
}
