//! The declaration of a cache cluster in an SLS.

use crate::nodes::{self, ARGUMENTS, Origin, Settings, WAIT};
use aws::tags::{self, Tags};
use model::{Argument, Fields, Function, Leaves, Problem, Problems, Reference, Shape};

/// A declared cache cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its id, in lower case.
    pub name: String,
    /// The declared state.
    pub goal: Goal,
}

/// The declared state of the cluster.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// It exists as declared.
    Present(Box<Declared>),
    /// It does not exist.
    Absent {
        /// The snapshot to make before the deletion.
        final_snapshot: Option<String>,
    },
}

/// The declared settings. What is `None` is not managed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Declared {
    /// Changeable settings of nodes.
    pub settings: Settings,
    /// The number of nodes.
    pub num_cache_nodes: Option<i32>,
    /// Nodes to remove if there are too many; the last ones if left out.
    pub nodes_to_remove: Option<Vec<String>>,
    /// Zones of new nodes.
    pub new_zones: Option<Vec<String>>,
    /// `single-az` or `cross-az`.
    pub az_mode: Option<String>,
    /// Settings that are set at creation only.
    pub origin: Origin,
    /// The zone of a single node.
    pub zone: Option<String>,
    /// The zones of several nodes.
    pub zones: Option<Vec<String>>,
    /// The replication group to join as a replica.
    pub replication_group: Option<String>,
    /// Names or ids, not resolved.
    pub security_groups: Option<Vec<String>>,
    /// All tags.
    pub tags: Option<Tags>,
    /// Whether changes are made at once.
    pub at_once: bool,
    /// Whether to wait until it is available.
    pub wait: bool,
}

const NAME: Argument = Argument::required("name", Shape::Text, "the cluster's id");
const OWN: Argument =
    Argument::optional("cache_cluster_id", Shape::Text, "its id, if the state has another name")
        .alias(&["CacheClusterId"]);

const OF_CLUSTERS: &[Argument] = &[
    NAME,
    OWN,
    Argument::optional("num_cache_nodes", Shape::Integer, "the number of nodes").alias(&["NumCacheNodes"]),
    Argument::optional("cache_node_ids_to_remove", Shape::Texts, "nodes to remove when there are too many")
        .alias(&["CacheNodeIdsToRemove"]),
    Argument::optional("new_availability_zones", Shape::Texts, "zones of new nodes")
        .alias(&["NewAvailabilityZones"]),
    Argument::optional("az_mode", Shape::Word(&["single-az", "cross-az"]), "one zone or several")
        .alias(&["AZMode"]),
    Argument::optional("preferred_availability_zone", Shape::Text, "the zone, at creation only")
        .alias(&["PreferredAvailabilityZone"]),
    Argument::optional("preferred_availability_zones", Shape::Texts, "the zones, at creation only")
        .alias(&["PreferredAvailabilityZones"]),
    Argument::optional("replication_group_id", Shape::Text, "the replication group to join as a replica")
        .alias(&["ReplicationGroupId"]),
];

const PRESENT: &[Argument] = &nodes::table::<{ OF_CLUSTERS.len() + ARGUMENTS.len() }>(OF_CLUSTERS);

const ABSENT: &[Argument] = &[
    NAME,
    OWN,
    Argument::optional("final_snapshot_identifier", Shape::Text, "a snapshot to make before the deletion")
        .alias(&["FinalSnapshotIdentifier"]),
    Argument::optional("wait", WAIT, "has no effect: a run always waits"),
];

const PRESENT_DOC: &str = "Makes sure that a cache cluster exists and is as declared.";
const ABSENT_DOC: &str = "Makes sure that a cache cluster does not exist.";

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_elasticache.present", "boto_elasticache.cache_cluster_present"],
        PRESENT,
        PRESENT_DOC,
    ),
    Function::present(
        &["boto3_elasticache.cache_cluster_present", "boto3_elasticache.present"],
        PRESENT,
        PRESENT_DOC,
    ),
    Function::absent(
        &[
            "boto_elasticache.absent",
            "boto_elasticache.cache_cluster_absent",
            "boto3_elasticache.cache_cluster_absent",
            "boto3_elasticache.absent",
        ],
        ABSENT,
        ABSENT_DOC,
    ),
];

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let name = nodes::identifier(fields, "cache_cluster_id");
    if function.leaves == Leaves::Absent {
        let final_snapshot = fields.text("final_snapshot_identifier");
        return Spec { name, goal: Goal::Absent { final_snapshot } };
    }
    let declared = Declared {
        settings: nodes::settings(fields),
        num_cache_nodes: fields.integer32("num_cache_nodes"),
        nodes_to_remove: fields.texts("cache_node_ids_to_remove"),
        new_zones: fields.texts("new_availability_zones"),
        az_mode: fields.text("az_mode"),
        origin: nodes::origin(fields),
        zone: fields.text("preferred_availability_zone"),
        zones: fields.texts("preferred_availability_zones"),
        replication_group: fields.text("replication_group_id").map(|id| id.to_lowercase()),
        security_groups: nodes::security_groups(fields),
        tags: tags::read(fields, "tags"),
        at_once: fields.boolean("apply_immediately").unwrap_or(true),
        wait: nodes::waits(function, fields),
    };
    if declared.num_cache_nodes.is_some_and(|count| count < 1) {
        let message = "a cluster has at least one node";
        problems.push(Problem::at(fields.place_of("num_cache_nodes"), message));
    }
    Spec { name, goal: Goal::Present(Box::new(declared)) }
}

impl Spec {
    /// The declaration, unless the cluster is declared absent.
    pub(super) fn declared(&self) -> Option<&Declared> {
        if let Goal::Present(declared) = &self.goal { Some(declared) } else { None }
    }
}

impl Declared {
    /// The things that must exist before.
    pub(super) fn uses(&self) -> Vec<Reference> {
        let mut uses = nodes::uses(self.security_groups.as_ref(), &self.origin);
        let replication_group = self.replication_group.as_deref();
        uses.extend(replication_group.map(|id| Reference::new("elasticache.replication_group", id)));
        uses
    }
}
