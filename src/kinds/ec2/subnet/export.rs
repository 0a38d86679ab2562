//! A subnet as a declaration. The declaration of its route table contains the association.

use super::live::Live;
use super::spec::Addresses;
use crate::export::ids;
use kind::export::{Declaration, Export, Exportable, Names, nameless};
use kind::settings::Settings;
use model::Aspects;
use model::Reference;

pub(super) const EXPORT: Export<Live> = Export {
    list: ids!("ec2.subnet", "DescribeSubnets", "/subnetSet", "subnetId"),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_subnet: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let Some(name) = &live.name else { return nameless(&live.id) };
    Declaration::new("boto_vpc.subnet_present", name)
        .within(names, "ec2.vpc", &live.vpc_id, ("vpc_id", "vpc_name"))
        .with_all(live.fixed.entries())
        .with_all(
            Addresses {
                auto_ipv6: live.addresses.auto_ipv6.filter(|is_so| *is_so),
                ..live.addresses.clone()
            }
            .entries(),
        )
        .tagged_beside_name(&live.tags)
        .into()
}
