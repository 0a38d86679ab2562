//! Exports an egress-only internet gateway as a declaration.

use super::live::Live;
use kind::export::{Declaration, Export, Exportable, Names, call, nameless};
use model::Aspects;
use model::Reference;

pub(super) const EXPORT: Export<Live> = Export {
    // They are looked up by name only.
    list: call("ec2", "DescribeEgressOnlyInternetGateways", "/egressOnlyInternetGatewaySet", |gateway| {
        let tags = gateway["tagSet"].as_array();
        let name = tags.into_iter().flatten().find(|tag| tag["key"] == "Name")?;
        Some(Reference::new("ec2.egress_only_internet_gateway", name["value"].as_str()?))
    }),
    aspects: Aspects::NONE,
    declare,
};

fn declare(_gateway: &Reference, live: &Live, names: &dyn Names) -> Exportable {
    let Some(name) = &live.name else { return nameless(&live.id) };
    let vpc = live.vpc.as_deref().unwrap_or_default();
    Declaration::new("boto_vpc.egress_only_internet_gateway_present", name)
        .within(names, "ec2.vpc", vpc, ("vpc_id", "vpc_name"))
        .tagged_beside_name(&live.tags)
        .into()
}
