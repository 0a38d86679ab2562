//! The declaration of a replication group in an SLS.

pub(super) use super::arguments::FUNCTIONS;
use crate::nodes::{self, Origin, Settings};
use aws::tags::{self, Tags};
use model::{Fields, Function, Leaves, Problems, Reference, Value};

/// A declared replication group.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its id, in lower case.
    pub name: String,
    /// The declared state.
    pub goal: Goal,
}

/// The declared state of the group.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// It exists as declared.
    Present(Box<Declared>),
    /// It does not exist.
    Absent(Removal),
}

/// How a group is deleted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Removal {
    /// Whether its primary cluster is kept.
    pub retain_primary: Option<bool>,
    /// The snapshot to make before the deletion.
    pub final_snapshot: Option<String>,
}

/// Changeable settings of the group as a whole. What is `None` is not declared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupSettings {
    /// Its description.
    pub description: Option<String>,
    /// The primary cluster.
    pub primary: Option<String>,
    /// Whether a replica takes over.
    pub failover: Option<bool>,
    /// Whether members are in several zones.
    pub multi_az: Option<bool>,
    /// The cluster that snapshots are made from.
    pub snapshotting: Option<String>,
}

/// The declared settings. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declared {
    /// Changeable settings of the group.
    pub group: GroupSettings,
    /// Changeable settings of its nodes.
    pub settings: Settings,
    /// Settings that are set at creation only.
    pub origin: Origin,
    /// The settings of members that are set at creation only.
    pub members: Members,
    /// Names or ids, not resolved.
    pub security_groups: Option<Vec<String>>,
    /// All tags.
    pub tags: Option<Tags>,
    /// Whether changes are made at once.
    pub at_once: bool,
    /// Whether to wait until it is available.
    pub wait: bool,
}

/// The settings of members that are set at creation only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Members {
    /// How many clusters.
    pub clusters: Option<i32>,
    /// Their zones.
    pub zones: Option<Vec<String>>,
    /// How many shards.
    pub shards: Option<i32>,
    /// The number of replicas per shard.
    pub replicas: Option<i32>,
    /// The shards one by one.
    pub layout: Option<Vec<Shard>>,
    /// Whether data is encrypted in transit.
    pub encrypted_in_transit: Option<bool>,
    /// Whether data is encrypted at rest.
    pub encrypted_at_rest: Option<bool>,
    /// The key for that.
    pub kms_key: Option<String>,
}

/// One shard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shard {
    /// Its id.
    pub id: Option<String>,
    /// `0-8191`
    pub slots: Option<String>,
    /// How many replicas.
    pub replicas: Option<i32>,
    /// The primary's zone.
    pub primary_zone: Option<String>,
    /// The replicas' zones.
    pub replica_zones: Option<Vec<String>>,
}

pub(super) fn read(function: &Function, fields: &Fields, _problems: &mut Problems) -> Spec {
    let name = nodes::identifier(fields, "replication_group_id");
    if function.leaves == Leaves::Absent {
        let removal = Removal {
            retain_primary: fields.boolean("retain_primary_cluster"),
            final_snapshot: fields.text("final_snapshot_identifier"),
        };
        return Spec { name, goal: Goal::Absent(removal) };
    }
    let lower = |name: &str| fields.text(name).map(|id| id.to_lowercase());
    let declared = Declared {
        group: GroupSettings {
            description: fields.text("replication_group_description"),
            primary: lower("primary_cluster_id"),
            failover: fields.boolean("automatic_failover_enabled"),
            multi_az: fields.boolean("multi_az_enabled"),
            snapshotting: lower("snapshotting_cluster_id"),
        },
        settings: nodes::settings(fields),
        origin: nodes::origin(fields),
        members: members(fields),
        security_groups: nodes::security_groups(fields),
        tags: tags::read(fields, "tags"),
        at_once: fields.boolean("apply_immediately").unwrap_or(true),
        wait: nodes::waits(function, fields),
    };
    Spec { name, goal: Goal::Present(Box::new(declared)) }
}

fn members(fields: &Fields) -> Members {
    let layout = fields.records("node_group_configuration");
    Members {
        clusters: fields.integer32("num_cache_clusters"),
        zones: fields.texts("preferred_cache_cluster_azs"),
        shards: fields.integer32("num_node_groups"),
        replicas: fields.integer32("replicas_per_node_group"),
        layout: layout.map(|shards| shards.iter().map(shard).collect()),
        encrypted_in_transit: fields.boolean("transit_encryption_enabled"),
        encrypted_at_rest: fields.boolean("at_rest_encryption_enabled"),
        kms_key: fields.text("kms_key_id"),
    }
}

fn shard(fields: &Fields) -> Shard {
    Shard {
        id: fields.text("NodeGroupId"),
        slots: fields.text("Slots"),
        replicas: fields.integer32("ReplicaCount"),
        primary_zone: fields.text("PrimaryAvailabilityZone"),
        replica_zones: fields.texts("ReplicaAvailabilityZones"),
    }
}

impl Spec {
    /// The declaration, unless the group is declared absent.
    pub(super) fn declared(&self) -> Option<&Declared> {
        if let Goal::Present(declared) = &self.goal { Some(declared) } else { None }
    }
}

impl Declared {
    /// The things that must exist before.
    pub(super) fn uses(&self) -> Vec<Reference> {
        let mut uses = nodes::uses(self.security_groups.as_ref(), &self.origin);
        let clusters = self.group.primary.iter().chain(&self.group.snapshotting);
        uses.extend(clusters.map(|id| Reference::new("elasticache.cluster", id)));
        uses
    }

    /// True if something is declared that AWS shows only of members.
    pub(super) fn needs_members(&self) -> bool {
        let settings = &self.settings;
        settings.engine_version.is_some()
            || settings.parameter_group.is_some()
            || self.security_groups.is_some()
            || settings.maintenance_window.is_some()
            || settings.topic.is_some()
            || settings.topic_status.is_some()
            || settings.engine.is_some()
            || settings.node_type.is_some()
            || settings.minor_upgrades.is_some()
    }
}

impl GroupSettings {
    /// The declared settings under the names of arguments.
    pub fn entries(&self) -> Vec<(&'static str, Value)> {
        let all: [(&str, Value); 5] = [
            ("replication_group_description", self.description.clone().into()),
            ("primary_cluster_id", self.primary.clone().into()),
            ("automatic_failover_enabled", self.failover.into()),
            ("multi_az_enabled", self.multi_az.into()),
            ("snapshotting_cluster_id", self.snapshotting.clone().into()),
        ];
        all.into_iter().filter(|(_, value)| !value.is_null()).collect()
    }

    /// The declared settings that differ.
    #[must_use]
    pub fn differing(&self, live: &Self) -> Self {
        fn pick<T: Clone + PartialEq>(want: &Option<T>, live: &Option<T>) -> Option<T> {
            want.clone().filter(|_| want != live)
        }
        Self {
            description: pick(&self.description, &live.description),
            primary: pick(&self.primary, &live.primary),
            failover: pick(&self.failover, &live.failover),
            multi_az: pick(&self.multi_az, &live.multi_az),
            snapshotting: pick(&self.snapshotting, &live.snapshotting),
        }
    }
}
