//! Makes and deletes VPCs, subnets and gateways.

use aws_sdk_ec2::types::{
    AttributeBooleanValue, Filter, GatewayType, NatGatewayState, ResourceType, Tenancy,
};

use super::{sent, specification, subject};
use crate::Ec2;
use crate::api::once::Once;
use crate::functions::arguments::Filters;
use aws::tags::Tags;
use aws::wait::{Patience, until};
use aws::{ApiError, Aws, Fault, failed};
use kind::answer::{had, maybe};
use model::Value;

pub(in super::super) async fn create_vpc(
    aws: &Aws,
    cidr: &str,
    tenancy: Option<&str>,
    tags: &Tags,
) -> Result<String, ApiError> {
    let once = Once::new(aws, "CreateVpc", (cidr, tenancy, tags));
    let make = || async {
        let call = aws
            .client::<Ec2>()
            .create_vpc()
            .cidr_block(cidr)
            .set_instance_tenancy(tenancy.map(Tenancy::from));
        let call = call.set_tag_specifications(specification(ResourceType::Vpc, &once.tags(tags)));
        let made = call.customize().config_override(Once::sent_once()).send().await;
        let made = made.map_err(failed("CreateVpc", cidr))?;
        Ok(made.vpc.and_then(|vpc| vpc.vpc_id).unwrap_or_default())
    };
    let find = || async {
        let answer = aws.client::<Ec2>().describe_vpcs().filters(once.filter()).send().await;
        let answer = answer.map_err(failed("DescribeVpcs", cidr))?;
        Ok(answer.vpcs().first().and_then(|vpc| vpc.vpc_id()).map(str::to_owned))
    };
    once.make(make, find).await
}

/// AWS sets only one of the two per call.
pub(in super::super) async fn set_dns(
    aws: &Aws,
    vpc: &str,
    support: Option<bool>,
    hostnames: Option<bool>,
) -> Result<(), ApiError> {
    let boolean = |value: bool| AttributeBooleanValue::builder().value(value).build();
    if let Some(support) = support {
        let done = aws
            .client::<Ec2>()
            .modify_vpc_attribute()
            .vpc_id(vpc)
            .enable_dns_support(boolean(support))
            .send()
            .await;
        done.map_err(failed("ModifyVpcAttribute", vpc))?;
    }
    if let Some(hostnames) = hostnames {
        let call =
            aws.client::<Ec2>().modify_vpc_attribute().vpc_id(vpc).enable_dns_hostnames(boolean(hostnames));
        call.send().await.map_err(failed("ModifyVpcAttribute", vpc))?;
    }
    Ok(())
}

/// The id of a VPC's main route table, if it can be seen yet.
pub(in super::super) async fn main_table(aws: &Aws, vpc: &str) -> Result<Option<String>, ApiError> {
    let filter = |name: &str, value: &str| Filter::builder().name(name).values(value).build();
    let call = aws.client::<Ec2>().describe_route_tables().filters(filter("vpc-id", vpc));
    let answer = call.filters(filter("association.main", "true")).send().await;
    let answer = answer.map_err(failed("DescribeRouteTables", vpc))?;
    Ok(answer.route_tables().first().and_then(|table| table.route_table_id()).map(str::to_owned))
}

/// A subnet to be made.
pub(in super::super) struct NewSubnet {
    pub vpc: String,
    pub cidr: Option<String>,
    pub zone: Option<String>,
    pub tags: Tags,
}

pub(in super::super) async fn create_subnet(aws: &Aws, new: &NewSubnet) -> Result<String, ApiError> {
    let once = Once::new(aws, "CreateSubnet", (&new.vpc, &new.cidr, &new.zone, &new.tags));
    let make = || async {
        let call = aws.client::<Ec2>().create_subnet().vpc_id(&new.vpc).set_cidr_block(new.cidr.clone());
        let call = call.set_availability_zone(new.zone.clone());
        let call = call.set_tag_specifications(specification(ResourceType::Subnet, &once.tags(&new.tags)));
        let made = call.customize().config_override(Once::sent_once()).send().await;
        let made = made.map_err(failed("CreateSubnet", &new.vpc))?;
        Ok(made.subnet.and_then(|subnet| subnet.subnet_id).unwrap_or_default())
    };
    let find = || async {
        let answer = aws.client::<Ec2>().describe_subnets().filters(once.filter()).send().await;
        let answer = answer.map_err(failed("DescribeSubnets", &new.vpc))?;
        Ok(answer.subnets().first().and_then(|subnet| subnet.subnet_id()).map(str::to_owned))
    };
    once.make(make, find).await
}

pub(in super::super) async fn map_public_addresses(aws: &Aws, subnet: &str) -> Result<(), ApiError> {
    let yes = AttributeBooleanValue::builder().value(true).build();
    let call = aws.client::<Ec2>().modify_subnet_attribute().subnet_id(subnet).map_public_ip_on_launch(yes);
    call.send().await.map(drop).map_err(failed("ModifySubnetAttribute", subnet))
}

pub(in super::super) async fn create_internet_gateway(aws: &Aws, tags: &Tags) -> Result<String, ApiError> {
    let once = Once::new(aws, "CreateInternetGateway", tags);
    let make = || async {
        let tags = once.tags(tags);
        let call = aws.client::<Ec2>().create_internet_gateway();
        let call = call.set_tag_specifications(specification(ResourceType::InternetGateway, &tags));
        let made = call.customize().config_override(Once::sent_once()).send().await;
        let made = made.map_err(failed("CreateInternetGateway", "a new gateway"))?;
        Ok(made.internet_gateway.and_then(|gateway| gateway.internet_gateway_id).unwrap_or_default())
    };
    let find = || async {
        let answer = aws.client::<Ec2>().describe_internet_gateways().filters(once.filter()).send().await;
        let answer = answer.map_err(failed("DescribeInternetGateways", "a new gateway"))?;
        Ok(answer.internet_gateways().first().and_then(|it| it.internet_gateway_id()).map(str::to_owned))
    };
    once.make(make, find).await
}

pub(in super::super) async fn attach_gateway(aws: &Aws, gateway: &str, vpc: &str) -> Result<(), ApiError> {
    let done =
        aws.client::<Ec2>().attach_internet_gateway().internet_gateway_id(gateway).vpc_id(vpc).send().await;
    done.map(drop).map_err(failed("AttachInternetGateway", gateway))
}

/// Detaches a gateway from its VPCs.
pub(in super::super) async fn detach_gateway(aws: &Aws, gateway: &str) -> Result<(), ApiError> {
    let filter = Filter::builder().name("internet-gateway-id").values(gateway).build();
    let answer = aws.client::<Ec2>().describe_internet_gateways().filters(filter).send().await;
    let answer = answer.map_err(failed("DescribeInternetGateways", gateway))?;
    let attachments =
        answer.internet_gateways().iter().flat_map(aws_sdk_ec2::types::InternetGateway::attachments);
    for vpc in attachments.filter_map(|it| it.vpc_id()) {
        let call = aws.client::<Ec2>().detach_internet_gateway().internet_gateway_id(gateway).vpc_id(vpc);
        call.send().await.map_err(failed("DetachInternetGateway", gateway))?;
    }
    Ok(())
}

pub(in super::super) async fn create_nat_gateway(
    aws: &Aws,
    subnet: &str,
    allocation: &str,
) -> Result<String, ApiError> {
    let once = Once::new(aws, "CreateNatGateway", (subnet, allocation));
    let call = aws.client::<Ec2>().create_nat_gateway().subnet_id(subnet).allocation_id(allocation);
    let made = call.client_token(once.token()).send().await;
    let made = once.note(made.map_err(failed("CreateNatGateway", subnet)))?;
    Ok(made.nat_gateway.and_then(|gateway| gateway.nat_gateway_id).unwrap_or_default())
}

/// Deletes a NAT gateway and returns the addresses that it had.
pub(in super::super) async fn delete_nat_gateway(
    aws: &Aws,
    id: &str,
    has_to_be_gone: bool,
) -> Result<Vec<String>, ApiError> {
    let look = || async {
        let answer = aws.client::<Ec2>().describe_nat_gateways().nat_gateway_ids(id).send().await;
        Ok::<_, ApiError>(answer.map_err(failed("DescribeNatGateways", id))?.nat_gateways.unwrap_or_default())
    };
    let found = look().await?;
    let addresses = found.iter().flat_map(aws_sdk_ec2::types::NatGateway::nat_gateway_addresses);
    let addresses = addresses.filter_map(|it| it.allocation_id.clone()).collect();
    aws.client::<Ec2>()
        .delete_nat_gateway()
        .nat_gateway_id(id)
        .send()
        .await
        .map_err(failed("DeleteNatGateway", id))?;
    if has_to_be_gone {
        let is_gone = || async {
            let over = [NatGatewayState::Deleted, NatGatewayState::Failed];
            let found = match look().await {
                Err(error) if error.is_not_found() => vec![],
                found => found?,
            };
            let is_over = found.iter().all(|it| it.state().is_none_or(|state| over.contains(state)));
            Ok::<_, ApiError>(is_over.then_some(()))
        };
        until(Patience::SETTLED, is_gone).await?.map_err(|waited| {
            let message = format!("it was still there {waited}");
            ApiError::found("DeleteNatGateway", id, Fault::NoAnswer, message)
        })?;
    }
    Ok(addresses)
}

/// AWS makes one gateway for each kind, address and number, also for repeated calls.
pub(in super::super) async fn create_customer_gateway(
    aws: &Aws,
    kind: &str,
    address: &str,
    bgp: i32,
    tags: &Tags,
) -> Result<String, ApiError> {
    let call =
        aws.client::<Ec2>().create_customer_gateway().r#type(GatewayType::from(kind)).ip_address(address);
    let call = call.bgp_asn(bgp).set_tag_specifications(specification(ResourceType::CustomerGateway, tags));
    let made = call.send().await.map_err(failed("CreateCustomerGateway", address))?;
    Ok(made.customer_gateway.and_then(|gateway| gateway.customer_gateway_id).unwrap_or_default())
}

/// Deletes a thing of one of Salt's kinds by its id.
pub(in super::super) async fn delete(aws: &Aws, resource: &str, id: &str) -> Result<(), ApiError> {
    let ec2 = aws.client::<Ec2>();
    macro_rules! gone {
        ($operation:literal, $call:expr) => {
            $call.send().await.map(drop).map_err(failed($operation, id))
        };
    }
    match resource {
        "vpc" => gone!("DeleteVpc", ec2.delete_vpc().vpc_id(id)),
        "subnet" => gone!("DeleteSubnet", ec2.delete_subnet().subnet_id(id)),
        "internet_gateway" => {
            gone!("DeleteInternetGateway", ec2.delete_internet_gateway().internet_gateway_id(id))
        }
        "customer_gateway" => {
            gone!("DeleteCustomerGateway", ec2.delete_customer_gateway().customer_gateway_id(id))
        }
        "dhcp_options" => gone!("DeleteDhcpOptions", ec2.delete_dhcp_options().dhcp_options_id(id)),
        "network_acl" => gone!("DeleteNetworkAcl", ec2.delete_network_acl().network_acl_id(id)),
        _ => gone!("DeleteRouteTable", ec2.delete_route_table().route_table_id(id)),
    }
}

/// The five options of each set of DHCP options.
pub(in super::super) async fn dhcp_options(aws: &Aws, filters: &Filters) -> Result<Value, ApiError> {
    let call = aws.client::<Ec2>().describe_dhcp_options().set_filters(sent(filters)).max_results(1000);
    let found: Result<Vec<_>, _> = call.into_paginator().items().send().collect().await;
    let found = found.map_err(failed("DescribeDhcpOptions", subject(filters)))?;
    let shown = found.iter().map(|options| {
        let of = |key: &str| {
            let option = options.dhcp_configurations().iter().find(|it| it.key() == Some(key))?;
            Some(Value::from(option.values().iter().filter_map(|it| it.value()).collect::<Vec<_>>()))
        };
        let keys = [
            "domain-name-servers",
            "domain-name",
            "ntp-servers",
            "netbios-name-servers",
            "netbios-node-type",
        ];
        keys.into_iter().map(|key| (key.replace('-', "_"), Value::from(of(key)))).collect()
    });
    Ok(Value::List(shown.collect()))
}

/// `options` under AWS's names.
pub(in super::super) async fn create_dhcp_options(
    aws: &Aws,
    options: Vec<(&'static str, Vec<String>)>,
    tags: &Tags,
) -> Result<String, ApiError> {
    let once = Once::new(aws, "CreateDhcpOptions", (&options, tags));
    let built = options.into_iter().map(|(key, values)| {
        aws_sdk_ec2::types::NewDhcpConfiguration::builder().key(key).set_values(Some(values)).build()
    });
    let built: Vec<_> = built.collect();
    let make = || async {
        let call = aws.client::<Ec2>().create_dhcp_options().set_dhcp_configurations(Some(built.clone()));
        let call = call.set_tag_specifications(specification(ResourceType::DhcpOptions, &once.tags(tags)));
        let made = call.customize().config_override(Once::sent_once()).send().await;
        let made = made.map_err(failed("CreateDhcpOptions", "new options"))?;
        Ok(made.dhcp_options.and_then(|options| options.dhcp_options_id).unwrap_or_default())
    };
    let find = || async {
        let answer = aws.client::<Ec2>().describe_dhcp_options().filters(once.filter()).send().await;
        let answer = answer.map_err(failed("DescribeDhcpOptions", "new options"))?;
        Ok(answer.dhcp_options().first().and_then(|options| options.dhcp_options_id()).map(str::to_owned))
    };
    once.make(make, find).await
}

pub(in super::super) async fn associate_dhcp_options(aws: &Aws, id: &str, vpc: &str) -> Result<(), ApiError> {
    let done = aws.client::<Ec2>().associate_dhcp_options().dhcp_options_id(id).vpc_id(vpc).send().await;
    done.map(drop).map_err(failed("AssociateDhcpOptions", id))
}

/// Peerings, each with `id` and `status`.
pub(in super::super) async fn peerings(aws: &Aws, filters: &Filters) -> Result<Value, ApiError> {
    let call =
        aws.client::<Ec2>().describe_vpc_peering_connections().set_filters(sent(filters)).max_results(1000);
    let found: Result<Vec<_>, _> = call.into_paginator().items().send().collect().await;
    let found = found.map_err(failed("DescribeVpcPeeringConnections", subject(filters)))?;
    let shown = found.iter().map(|it| {
        let status = it
            .status()
            .and_then(|status| status.code())
            .map(aws_sdk_ec2::types::VpcPeeringConnectionStateReasonCode::as_str);
        had([("id", maybe(it.vpc_peering_connection_id())), ("status", maybe(status))])
    });
    Ok(Value::List(shown.collect()))
}

#[cfg(test)]
#[path = "vpcs_tests.rs"]
mod tests;
