//! Exports an Elastic IP address as a declaration.

use super::live::Live;
use crate::export::ids;
use aws::tags::Tags;
use kind::export::{Declaration, Export, Exportable, Names, nameless};
use model::Aspects;
use model::Reference;

pub(super) const EXPORT: Export<Live> = Export {
    list: ids!("ec2.address", "DescribeAddresses", "/addressesSet", "allocationId"),
    aspects: Aspects::NONE,
    declare,
};

/// The address of a NAT gateway belongs to the gateway.
fn is_of_gateway(tags: &Tags) -> bool {
    tags.keys().any(|key| key.starts_with("orchestrate:"))
}

fn declare(_address: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    if is_of_gateway(&live.tags) {
        return Exportable::NotDeclared;
    }
    let Some(name) = &live.name else { return nameless(&live.id) };
    let declaration = Declaration::new("boto_ec2.eip_present", name);
    let owner = |prefix: &str| live.owners.iter().find(|owner| owner.starts_with(prefix));
    let declaration = match (owner("i-"), owner("eni-")) {
        (Some(id), _) => declaration.within(names, "ec2.instance", id, ("instance_id", "instance_name")),
        (None, Some(id)) => {
            let arguments = ("network_interface_id", "network_interface_name");
            declaration.within(names, "ec2.network_interface", id, arguments)
        }
        (None, None) => declaration,
    };
    declaration.tagged_beside_name(&live.tags).into()
}
