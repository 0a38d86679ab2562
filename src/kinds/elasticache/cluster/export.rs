//! Exports a cache cluster as a declaration.

use super::TAGS;
use super::live::Live;
use crate::export::with_nodes;
use crate::status::DELETING;
use kind::export::{Declaration, Export, Exportable, Names, call};
use model::Reference;

pub(super) const EXPORT: Export<Live> = Export {
    list: call("elasticache", "DescribeCacheClusters", "/CacheClusters/CacheCluster", |cluster| {
        Some(Reference::new("elasticache.cluster", cluster["CacheClusterId"].as_str()?))
    }),
    aspects: TAGS,
    declare,
};

fn declare(_cluster: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    // A replication group declares its members.
    if live.status == DELETING || live.replication_group.is_some() {
        return Exportable::NotDeclared;
    }
    // Only memcached can be in several zones.
    let is_memcached = live.settings.engine.as_deref() == Some("memcached");
    let declaration = Declaration::new("boto_elasticache.cache_cluster_present", &live.name);
    let declaration = with_nodes(declaration, &live.settings, &live.origin, names)
        .with("num_cache_nodes", live.num_cache_nodes)
        .with("az_mode", live.az_mode.clone().filter(|_| is_memcached));
    declaration.tagged_as(&live.tags).into()
}
