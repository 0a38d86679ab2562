//! Elastic IP addresses.

use aws_sdk_ec2::types::{Address, DomainType, ResourceType};

use super::{sent, specification, subject};
use crate::Ec2;
use crate::api::once::Once;
use crate::functions::arguments::Filters;
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};
use model::Value;

/// What an address is associated with. Exactly one of `public_ip` and `allocation` is set, and exactly one of `instance` and
/// `interface`.
pub(in super::super) struct Association {
    pub public_ip: Option<String>,
    pub allocation: Option<String>,
    pub instance: Option<String>,
    pub interface: Option<String>,
    pub private_ip: Option<String>,
    pub may_take_over: bool,
}

/// Addresses with everything that Salt shows of them.
pub(in super::super) async fn addresses(aws: &Aws, filters: &Filters) -> Result<Value, ApiError> {
    let answer = aws.client::<Ec2>().describe_addresses().set_filters(sent(filters)).send().await;
    let answer = answer.map_err(failed("DescribeAddresses", subject(filters)))?;
    Ok(Value::List(answer.addresses().iter().map(shown).collect()))
}

fn shown(address: &Address) -> Value {
    [
        ("allocation_id", address.allocation_id()),
        ("association_id", address.association_id()),
        ("domain", address.domain().map(DomainType::as_str)),
        ("instance_id", address.instance_id()),
        ("network_interface_id", address.network_interface_id()),
        ("network_interface_owner_id", address.network_interface_owner_id()),
        ("public_ip", address.public_ip()),
        ("private_ip_address", address.private_ip_address()),
    ]
    .into_iter()
    .map(|(key, text)| (key, Value::from(text.filter(|text| !text.is_empty()))))
    .collect()
}

pub(in super::super) async fn allocate(aws: &Aws, domain: Option<&str>) -> Result<Value, ApiError> {
    let subject = domain.unwrap_or("standard");
    let once = Once::new(aws, "AllocateAddress", domain);
    let make = || async {
        let call = aws.client::<Ec2>().allocate_address().set_domain(domain.map(DomainType::from));
        let call =
            call.set_tag_specifications(specification(ResourceType::ElasticIp, &once.tags(&Tags::new())));
        let made = call.customize().config_override(Once::sent_once()).send().await;
        let made = made.map_err(failed("AllocateAddress", subject))?;
        let address = Address::builder()
            .set_allocation_id(made.allocation_id)
            .set_domain(made.domain)
            .set_public_ip(made.public_ip);
        Ok(shown(&address.build()))
    };
    let find = || async {
        let answer = aws.client::<Ec2>().describe_addresses().filters(once.filter()).send().await;
        Ok(answer.map_err(failed("DescribeAddresses", subject))?.addresses().first().map(shown))
    };
    once.make(make, find).await
}

/// Exactly one of the two is given.
pub(in super::super) async fn release(
    aws: &Aws,
    public_ip: Option<String>,
    allocation: Option<String>,
) -> Result<(), ApiError> {
    let subject = public_ip.clone().or_else(|| allocation.clone()).unwrap_or_default();
    let call = aws.client::<Ec2>().release_address().set_public_ip(public_ip).set_allocation_id(allocation);
    call.send().await.map(drop).map_err(failed("ReleaseAddress", subject))
}

pub(in super::super) async fn associate(aws: &Aws, it: Association) -> Result<(), ApiError> {
    let subject = it.public_ip.clone().or_else(|| it.allocation.clone()).unwrap_or_default();
    let call = aws.client::<Ec2>().associate_address();
    let call = call.set_public_ip(it.public_ip).set_allocation_id(it.allocation);
    let call = call.set_instance_id(it.instance).set_network_interface_id(it.interface);
    let call = call.set_private_ip_address(it.private_ip).allow_reassociation(it.may_take_over);
    call.send().await.map(drop).map_err(failed("AssociateAddress", subject))
}

/// Exactly one of the two is given.
pub(in super::super) async fn disassociate(
    aws: &Aws,
    public_ip: Option<String>,
    association: Option<String>,
) -> Result<(), ApiError> {
    let subject = public_ip.clone().or_else(|| association.clone()).unwrap_or_default();
    let call =
        aws.client::<Ec2>().disassociate_address().set_public_ip(public_ip).set_association_id(association);
    call.send().await.map(drop).map_err(failed("DisassociateAddress", subject))
}
