//! Exports a VPC endpoint as a declaration.

use super::live::Live;
use crate::export::ids;
use kind::export::{Declaration, Export, Exportable, Names, document, named, nameless};
use kind::settings::Settings;
use model::Aspects;
use model::Reference;

pub(super) const EXPORT: Export<Live> = Export {
    list: ids!("ec2.vpc_endpoint", "DescribeVpcEndpoints", "/vpcEndpointSet", "vpcEndpointId"),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_endpoint: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let Some(name) = &live.name else { return nameless(&live.id) };
    let split = |kind: &'static str, prefix: &str, ids: &[String]| -> (Vec<String>, Vec<String>) {
        named(names, kind, ids.iter().map(String::as_str)).into_iter().partition(|it| !it.starts_with(prefix))
    };
    let (tables, table_ids) = split("ec2.route_table", "rtb-", &live.tables);
    let (subnets, subnet_ids) = split("ec2.subnet", "subnet-", &live.subnets);
    let groups = named(names, "ec2.security_group", live.groups.iter().map(String::as_str));
    // Only endpoints of the type Interface have DNS names.
    let is_interface = live.fixed.endpoint_type.as_deref() == Some("Interface");
    Declaration::new("boto_vpc.endpoint_present", name)
        .within(names, "ec2.vpc", &live.vpc, ("vpc_id", "vpc_name"))
        .with_all(live.fixed.entries())
        .with("route_table_names", tables)
        .with("route_table_ids", table_ids)
        .with("subnet_names", subnets)
        .with("subnet_ids", subnet_ids)
        .with("security_groups", groups)
        .with("private_dns_enabled", is_interface.then_some(live.private_dns))
        .with("policy", document(&live.policy))
        .tagged_beside_name(&live.tags)
        .into()
}
