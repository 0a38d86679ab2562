//! A NAT gateway as a declaration. Its subnet identifies it.

use super::live::Live;
use kind::export::{Declaration, Export, Exportable, Listing, Names, call};
use model::{Aspects, Reference};

pub(super) const EXPORT: Export<Live> = Export { list: LIST.by_id(), aspects: Aspects::NONE, declare };

const LIST: Listing = call("ec2", "DescribeNatGateways", "/natGatewaySet", |gateway| {
    let is_there = matches!(gateway["state"].as_str(), Some("pending" | "available"));
    let subnet = gateway["subnetId"].as_str().filter(|_| is_there)?;
    Some(Reference::new("ec2.nat_gateway", subnet).within(subnet))
});

fn declare(subnet: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let Some(gateway) = live.gateways.first() else { return Exportable::NotDeclared };
    let named = names.name("ec2.subnet", "id", &gateway.subnet);
    let name = format!("{} NAT gateway", named.as_deref().unwrap_or(&subnet.name));
    Declaration::new("boto_vpc.nat_gateway_present", name)
        .within(names, "ec2.subnet", &gateway.subnet, ("subnet_id", "subnet_name"))
        .tagged(&gateway.tags)
        .into()
}
