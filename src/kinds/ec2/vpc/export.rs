//! Exports a VPC as a declaration.

use super::DNS;
use super::live::Live;
use crate::export::ids;
use kind::export::{Declaration, Export, Exportable, Names, nameless};
use kind::settings::Settings;
use model::Reference;

pub(super) const EXPORT: Export<Live> =
    Export { list: ids!("ec2.vpc", "DescribeVpcs", "/vpcSet", "vpcId"), aspects: DNS, declare };

fn declare(_vpc: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let Some(name) = &live.name else { return nameless(&live.id) };
    let ranges: Vec<String> = live.ranges.iter().map(|range| range.cidr.written().to_owned()).collect();
    let declaration = Declaration::new("boto_vpc.present", name)
        .with_all(live.fixed.entries())
        .with_all(live.dns.answer().map(Settings::entries).unwrap_or_default())
        .with("secondary_cidr_blocks", ranges);
    let has_ipv6 = (!live.ipv6.is_empty()).then_some(true);
    declaration.with("amazon_provided_ipv6_cidr_block", has_ipv6).tagged_beside_name(&live.tags).into()
}
