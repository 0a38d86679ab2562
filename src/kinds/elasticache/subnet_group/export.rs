//! Exports a subnet group as a declaration.

use super::TAGS;
use super::live::Live;
use kind::export::{Declaration, Export, Exportable, Names, call};
use model::{Ident, Reference};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("elasticache", "DescribeCacheSubnetGroups", "/CacheSubnetGroups/CacheSubnetGroup", |group| {
        let name = group["CacheSubnetGroupName"].as_str()?;
        (name != "default").then(|| Reference::new("elasticache.subnet_group", name))
    }),
    aspects: TAGS,
    declare,
};

fn declare(_group: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let ids: Vec<&str> = live.subnets.iter().map(Ident::as_str).collect();
    let named: Option<Vec<String>> = ids.iter().map(|id| names.name("ec2.subnet", "id", id)).collect();
    let declaration = Declaration::new("boto_elasticache.subnet_group_present", &live.name)
        .with("description", live.description.as_str());
    let declaration = match named {
        Some(named) => declaration.with("subnet_names", named),
        None => declaration.with("subnet_ids", ids),
    };
    declaration.tagged_as(&live.tags).into()
}
