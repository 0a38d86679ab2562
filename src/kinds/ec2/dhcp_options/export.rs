//! DHCP options as a declaration.

use super::VPCS;
use super::live::Live;
use crate::export::ids;
use kind::export::{Declaration, Export, Exportable, Names, nameless};
use kind::settings::Settings;
use model::Reference;

pub(super) const EXPORT: Export<Live> = Export {
    list: ids!("ec2.dhcp_options", "DescribeDhcpOptions", "/dhcpOptionsSet", "dhcpOptionsId"),
    aspects: VPCS,
    declare,
};

fn declare(_options: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let Some(name) = &live.name else { return nameless(&live.id) };
    let vpcs = live.vpcs.answer().map_or(&[][..], Vec::as_slice);
    let declaration = Declaration::new("boto_vpc.dhcp_options_present", name);
    let declaration = match vpcs.first() {
        Some(vpc) => declaration.within(names, "ec2.vpc", vpc, ("vpc_id", "vpc_name")),
        None => declaration,
    };
    declaration
        .with_all(live.options.entries())
        .tagged_beside_name(&live.tags)
        .remark_if(vpcs.len() > 1, format!("Other VPCs also have them: {}.", vpcs.join(", ")))
        .into()
}
