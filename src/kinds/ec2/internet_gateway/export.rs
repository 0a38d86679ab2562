//! Exports an internet gateway as a declaration.

use super::live::Live;
use crate::export::ids;
use kind::export::{Declaration, Export, Exportable, Names, nameless};
use model::Aspects;
use model::Reference;

pub(super) const EXPORT: Export<Live> = Export {
    list: ids!(
        "ec2.internet_gateway",
        "DescribeInternetGateways",
        "/internetGatewaySet",
        "internetGatewayId"
    ),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_gateway: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let Some(name) = &live.name else { return nameless(&live.id) };
    let declaration = Declaration::new("boto_vpc.internet_gateway_present", name);
    let declaration = match &live.vpc {
        Some(vpc) => declaration.within(names, "ec2.vpc", vpc, ("vpc_id", "vpc_name")),
        None => declaration,
    };
    declaration.tagged_beside_name(&live.tags).into()
}
