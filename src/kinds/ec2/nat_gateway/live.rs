//! The NAT gateways of a subnet as AWS describes it.

use aws_sdk_ec2::types::{Address, NatGateway, NatGatewayState};

use super::MARK;
use crate::api::{Identified, tags};
use aws::tags::Tags;
use model::Value;

/// The NAT gateways of a subnet, and the addresses that were allocated for one but are not in use.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// The existing gateways, the oldest first.
    pub gateways: Vec<Gateway>,
    /// True while AWS deletes another one.
    pub is_deleting: bool,
    /// Free addresses, by allocation id.
    pub free: Vec<String>,
}

/// A NAT gateway in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gateway {
    /// `nat-…`.
    pub id: String,
    /// The subnet it is in.
    pub subnet: String,
    /// `pending`, `available` or `deleting`.
    pub state: String,
    /// The ids of its addresses' allocations.
    pub allocations: Vec<String>,
    /// Its tags.
    pub tags: Tags,
}

impl Identified for Gateway {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        let gateway = self.gateways.first()?;
        match attribute {
            "id" => Some(gateway.id.as_str().into()),
            "subnet_id" => Some(gateway.subnet.as_str().into()),
            _ => None,
        }
    }
}

impl Gateway {
    /// A gateway as EC2 describes it; none for one that is gone, or that AWS could not make.
    pub(super) fn of(gateway: NatGateway) -> Option<Self> {
        let state = gateway.state().map(NatGatewayState::as_str).unwrap_or_default();
        let addresses = gateway.nat_gateway_addresses().iter().filter_map(|it| it.allocation_id());
        matches!(state, "pending" | "available" | "deleting").then(|| Self {
            id: gateway.nat_gateway_id().unwrap_or_default().to_owned(),
            subnet: gateway.subnet_id().unwrap_or_default().to_owned(),
            state: state.to_owned(),
            allocations: addresses.map(str::to_owned).collect(),
            tags: tags(gateway.tags()),
        })
    }
}

/// The subnet for whose gateway an address was allocated, and the allocation; none while the address is in use.
pub(super) fn free(address: &Address) -> Option<(String, String)> {
    let is_used = address.association_id().is_some_and(|id| !id.is_empty());
    let subnet = tags(address.tags()).swap_remove(MARK)?;
    (!is_used).then_some((subnet, address.allocation_id()?.to_owned()))
}
