//! Exports a replication group as a declaration.

use super::live::Live;
use super::spec::GroupSettings;
use super::{MEMBERS, TAGS};
use crate::export::with_nodes;
use crate::status::DELETING;
use kind::export::{Declaration, Export, Exportable, Names, call};
use model::Reference;

pub(super) const EXPORT: Export<Live> = Export {
    list: call("elasticache", "DescribeReplicationGroups", "/ReplicationGroups/ReplicationGroup", |group| {
        Some(Reference::new("elasticache.replication_group", group["ReplicationGroupId"].as_str()?))
    }),
    aspects: TAGS.and(MEMBERS),
    declare,
};

fn declare(_group: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    if live.status == DELETING {
        return Exportable::NotDeclared;
    }
    // A new group has no members that could be named yet.
    let group = GroupSettings { primary: None, snapshotting: None, ..live.group.clone() };
    let made = &live.made;
    let declaration =
        Declaration::new("boto_elasticache.replication_group_present", &live.name).with_all(group.entries());
    let declaration = with_nodes(declaration, &live.settings, &live.origin, names)
        .with("num_cache_clusters", made.clusters)
        .with("num_node_groups", made.shards)
        .with("replicas_per_node_group", made.replicas)
        .with("transit_encryption_enabled", made.encrypted_in_transit)
        .with("at_rest_encryption_enabled", made.encrypted_at_rest)
        .with("kms_key_id", made.kms_key.as_deref())
        .remark_if(live.has_password, "'auth_token' is left out: AWS does not show it.")
        .remark_if(
            live.group.snapshotting.is_some(),
            "'snapshotting_cluster_id' is left out: a new group does not have that member.",
        );
    declaration.tagged_as(&live.tags).into()
}
