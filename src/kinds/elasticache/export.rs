//! What declarations of clusters and replication groups have in common.

use super::nodes::{Origin, Settings};
use kind::export::{Declaration, Names, named};
use model::Ident;

/// Adds settings and location of the nodes, with names of groups if they have some.
pub(super) fn with_nodes(
    declaration: Declaration,
    settings: &Settings,
    origin: &Origin,
    names: &dyn Names,
) -> Declaration {
    let groups = settings.security_groups.iter().flatten().map(Ident::as_str);
    let groups = named(names, "ec2.security_group", groups);
    let is_memcached = settings.engine.as_deref() == Some("memcached");
    // memcached has no snapshots, and AWS leaves out a missing topic.
    let settings = Settings {
        security_groups: None,
        topic_status: settings.topic_status.clone().filter(|_| settings.topic.is_some()),
        snapshot_retention: settings.snapshot_retention.filter(|_| !is_memcached),
        snapshot_window: settings.snapshot_window.clone().filter(|_| !is_memcached),
        ..settings.clone()
    };
    declaration
        .with_all(settings.entries())
        .with("security_groups", groups)
        .with("cache_subnet_group_name", origin.subnet_group.as_deref())
        .with("port", origin.port)
}
