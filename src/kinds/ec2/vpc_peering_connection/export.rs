//! Exports a peering connection as a declaration.

use super::live::Live;
use crate::export::ids;
use kind::export::{Declaration, Export, Exportable, Names, nameless};
use model::Aspects;
use model::Reference;

pub(super) const EXPORT: Export<Live> = Export {
    list: ids!(
        "ec2.vpc_peering_connection",
        "DescribeVpcPeeringConnections",
        "/vpcPeeringConnectionSet",
        "vpcPeeringConnectionId"
    ),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_connection: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let Some(name) = &live.name else { return nameless(&live.id) };
    let is_pending = live.status == "pending-acceptance";
    Declaration::new("boto_vpc.vpc_peering_connection_present", name)
        .within(names, "ec2.vpc", &live.requester, ("requester_vpc_id", "requester_vpc_name"))
        .within(names, "ec2.vpc", &live.peer, ("peer_vpc_id", "peer_vpc_name"))
        .tagged_beside_name(&live.tags)
        .remark_if(is_pending, "It waits to be accepted: boto_vpc.accept_vpc_peering_connection does that.")
        .into()
}
