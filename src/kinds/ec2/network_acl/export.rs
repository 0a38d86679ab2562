//! Exports a network ACL as a declaration.

use super::entry::Entry;
use super::live::Live;
use crate::export::ids;
use kind::export::{Declaration, Export, Exportable, Names, named, nameless};
use model::Reference;
use model::{Aspects, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: ids!("ec2.network_acl", "DescribeNetworkAcls", "/networkAclSet", "networkAclId"),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_acl: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let Some(name) = &live.name else { return nameless(&live.id) };
    let ids: Vec<&str> = live.subnets.iter().map(String::as_str).collect();
    let subnets = named(names, "ec2.subnet", ids.iter().copied());
    let entries: Vec<Value> = live.entries.iter().map(Entry::to_value).collect();
    let declaration = Declaration::new("boto_vpc.network_acl_present", name)
        .within(names, "ec2.vpc", &live.vpc_id, ("vpc_id", "vpc_name"))
        .saying("entries", entries);
    // One of the two arguments is used for all subnets.
    let are_named = subnets.iter().all(|name| !name.starts_with("subnet-"));
    let declaration = if are_named {
        declaration.with("subnet_names", subnets)
    } else {
        declaration.with("subnet_ids", ids)
    };
    declaration.tagged_beside_name(&live.tags).into()
}
