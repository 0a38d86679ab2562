//! Exports a network interface as a declaration.

use super::live::Live;
use crate::export::ids;
use crate::ipv6;
use kind::export::{Declaration, Export, Exportable, Names, named};
use kind::settings::Settings;
use model::{Aspects, Reference};

pub(super) const EXPORT: Export<Live> = Export {
    list: ids!(
        "ec2.network_interface",
        "DescribeNetworkInterfaces",
        "/networkInterfaceSet",
        "networkInterfaceId"
    ),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_interface: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    // Interfaces of instances, balancers and other services belong to these, and have no name.
    let Some(name) = &live.name else { return Exportable::NotDeclared };
    let groups = named(names, "ec2.security_group", live.groups.iter().map(String::as_str));
    Declaration::new("boto_ec2.eni_present", name)
        .within(names, "ec2.subnet", &live.subnet, ("subnet_id", "subnet_name"))
        .with("private_ip_address", live.private_ip.as_str())
        .with("groups", groups)
        .with_all(live.changeable.entries())
        .with("ipv6_addresses", ipv6::shown(&live.ipv6))
        .tagged_beside_name(&live.tags)
        .into()
}
