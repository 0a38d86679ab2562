//! The calls about IPv6 addresses.

use aws_sdk_ec2::types::InstanceIpv6Address;

use super::New;
use crate::Ec2;
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};

/// `AssignIpv6Addresses`.
pub(crate) async fn assign(aws: &Aws, interface: &str, new: &New) -> Result<(), ApiError> {
    let request = aws.client::<Ec2>().assign_ipv6_addresses().network_interface_id(interface);
    let request = match new {
        New::These(all) => request.set_ipv6_addresses(Some(all.clone())),
        New::Some(count) => request.ipv6_address_count(*count),
    };
    request.send().await.map(drop).map_err(failed("AssignIpv6Addresses", interface))
}

/// `UnassignIpv6Addresses`.
pub(crate) async fn unassign(aws: &Aws, interface: &str, addresses: &[String]) -> Result<(), ApiError> {
    let request = aws.client::<Ec2>().unassign_ipv6_addresses().network_interface_id(interface);
    let answer = request.set_ipv6_addresses(Some(addresses.to_vec())).send().await;
    done_if_not_found(answer.map(drop).map_err(failed("UnassignIpv6Addresses", interface)))
}

/// The given addresses, for calls that make an interface.
pub(crate) fn sent(new: &New) -> Option<Vec<InstanceIpv6Address>> {
    let New::These(all) = new else { return None };
    Some(all.iter().map(|text| InstanceIpv6Address::builder().ipv6_address(text).build()).collect())
}
