//! The tables of arguments of a replication group.

use crate::nodes::{self, ARGUMENTS, WAIT};
use aws::tags;
use model::{Argument, Function, Shape};

const NAME: Argument = Argument::required("name", Shape::Text, "the group's id");
const OWN: Argument =
    Argument::optional("replication_group_id", Shape::Text, "its id, if the state has another name")
        .alias(&["ReplicationGroupId"]);

const SHARD: &[Argument] = &[
    Argument::optional("NodeGroupId", Shape::Text, "its id").alias(&["node_group_id"]),
    Argument::optional("Slots", Shape::Text, "0-8191").alias(&["slots"]),
    Argument::optional("ReplicaCount", Shape::Integer, "how many replicas").alias(&["replica_count"]),
    Argument::optional("PrimaryAvailabilityZone", Shape::Text, "the primary's zone")
        .alias(&["primary_availability_zone"]),
    Argument::optional("ReplicaAvailabilityZones", Shape::Texts, "the replicas' zones")
        .alias(&["replica_availability_zones"]),
];

const OF_GROUPS: &[Argument] = &[
    NAME,
    OWN,
    Argument::optional("replication_group_description", Shape::Text, "what it is for; its name if left out")
        .alias(&["ReplicationGroupDescription"]),
    Argument::optional("primary_cluster_id", Shape::Text, "the cluster that is the primary")
        .alias(&["PrimaryClusterId"]),
    Argument::optional("automatic_failover_enabled", Shape::Boolean, "whether a replica takes over")
        .alias(&["AutomaticFailoverEnabled"]),
    Argument::optional("multi_az_enabled", Shape::Boolean, "whether members are in several zones")
        .alias(&["MultiAZEnabled"]),
    Argument::optional("snapshotting_cluster_id", Shape::Text, "the cluster that snapshots are made from")
        .alias(&["SnapshottingClusterId"]),
    Argument::optional("num_cache_clusters", Shape::Integer, "how many clusters, at creation only")
        .alias(&["NumCacheClusters"]),
    Argument::optional("preferred_cache_cluster_azs", Shape::Texts, "their zones, at creation only")
        .alias(&["PreferredCacheClusterAZs"]),
    Argument::optional("num_node_groups", Shape::Integer, "how many shards, at creation only")
        .alias(&["NumNodeGroups"]),
    Argument::optional(
        "replicas_per_node_group",
        Shape::Integer,
        "how many replicas per shard, at creation only",
    )
    .alias(&["ReplicasPerNodeGroup"]),
    Argument::optional(
        "node_group_configuration",
        Shape::Records(SHARD),
        "the shards one by one, at creation only",
    )
    .alias(&["NodeGroupConfiguration"]),
    Argument::optional("transit_encryption_enabled", Shape::Boolean, "at creation only")
        .alias(&["TransitEncryptionEnabled"]),
    Argument::optional("at_rest_encryption_enabled", Shape::Boolean, "at creation only")
        .alias(&["AtRestEncryptionEnabled"]),
    Argument::optional("kms_key_id", Shape::Text, "the key for encryption at rest").alias(&["KmsKeyId"]),
];

const PRESENT: &[Argument] = &nodes::table::<{ OF_GROUPS.len() + ARGUMENTS.len() }>(OF_GROUPS);

const ABSENT: &[Argument] = &[
    NAME,
    OWN,
    Argument::optional("retain_primary_cluster", Shape::Boolean, "whether its primary cluster is kept")
        .alias(&["RetainPrimaryCluster"]),
    Argument::optional("final_snapshot_identifier", Shape::Text, "a snapshot to make before the deletion")
        .alias(&["FinalSnapshotIdentifier"]),
    Argument::optional("tags", tags::SHAPE, "has no effect, as in Salt").alias(&["Tags"]),
    Argument::optional("wait", WAIT, "has no effect: a run always waits"),
];

const PRESENT_DOC: &str = "Makes sure that a replication group exists and is as declared.";

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_elasticache.replication_group_present", "boto_elasticache.creategroup"],
        PRESENT,
        PRESENT_DOC,
    ),
    Function::present(&["boto3_elasticache.replication_group_present"], PRESENT, PRESENT_DOC),
    Function::absent(
        &["boto_elasticache.replication_group_absent", "boto3_elasticache.replication_group_absent"],
        ABSENT,
        "Makes sure that a replication group does not exist.",
    ),
];
