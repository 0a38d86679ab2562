//! Exports a balancer as a declaration.

use super::live::Live;
use super::spec::Addresses;
use crate::export::extras;
use crate::extras::{ATTRIBUTES, TAGS};
use kind::export::{Declaration, Export, Exportable, Names, call, named};
use kind::settings::Settings;
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("elbv2", "DescribeLoadBalancers", "/LoadBalancers", |balancer| {
        let is_known = matches!(balancer["Type"].as_str(), Some("application" | "network"));
        let name = balancer["LoadBalancerName"].as_str()?;
        is_known.then(|| Reference::new("elbv2.load_balancer", name))
    }),
    aspects: ATTRIBUTES.and(TAGS),
    declare,
};

fn declare(_balancer: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let name = |id: &String| names.name("ec2.subnet", "id", id).unwrap_or_else(|| id.clone());
    let is_fixed = |all: &Vec<Addresses>| all.iter().any(|it| !it.is_empty());
    let declaration = Declaration::new("boto_elbv2.load_balancer_present", &live.name)
        .with_all(live.fixed.entries())
        .with("ip_address_type", live.ip_address_type.as_str());
    let declaration = if live.subnets.values().any(is_fixed) {
        let mappings = live.subnets.iter().map(|(subnet, addresses)| {
            let entries = addresses.iter().flat_map(Settings::entries);
            let subnet = [("subnet", Value::from(name(subnet)))];
            subnet.into_iter().chain(entries).collect::<Value>()
        });
        declaration.with("subnet_mappings", mappings.collect::<Vec<Value>>())
    } else {
        declaration.with("subnets", live.subnets.keys().map(name).collect::<Vec<String>>())
    };
    let groups = named(names, "ec2.security_group", live.security_groups.iter().map(String::as_str));
    let declaration = declaration
        .within(names, "ec2.vpc", &live.vpc_id, ("vpc_id", "vpc_name"))
        .with("security_groups", groups);
    extras(declaration, &live.extras).into()
}
