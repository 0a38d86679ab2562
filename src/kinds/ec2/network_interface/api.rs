//! The calls for network interfaces.

use aws_sdk_ec2::types::{AttributeBooleanValue, AttributeValue, ResourceType};

use super::ADDRESS;
use super::diff::{New, Step};
use super::live::Live;
use crate::Ec2;
use crate::api::once::Once;
use crate::api::{answer, by_id_or_name_tag, gather, pages, specification, tag, untag};
use crate::{elastic, ipv6};
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::{Ident, Reference};

const OPERATION: &str = "DescribeNetworkInterfaces";

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = plain(aws, asks).await;
    let asked = asks.iter().filter(|ask| ask.aspects.has(ADDRESS)).map(|ask| &ask.reference);
    let id = |reference: &Reference| Some(answers.0.get(reference)?.as_ref().ok()?.as_ref()?.id.clone());
    let asked: Vec<(Reference, String)> =
        asked.filter_map(|reference| Some((reference.clone(), id(reference)?))).collect();
    let ids: Vec<String> = asked.iter().map(|(_, id)| id.clone()).collect();
    let addresses = elastic::read(aws, "network-interface-id", &ids).await;
    for (reference, id) in asked {
        match (&addresses, answers.0.get_mut(&reference)) {
            (Ok(all), Some(Ok(Some(live)))) => {
                live.elastic = all.get(&id).cloned().unwrap_or_default().into();
            }
            (Ok(_), _) => {}
            (Err(error), _) => answers.failed(&reference, error.clone()),
        }
    }
    answers
}

/// Interfaces without their Elastic IP addresses.
pub(crate) async fn plain(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let read = pages!(aws, describe_network_interfaces.filters, "DescribeNetworkInterfaces", 1000, Live::of);
    let found = gather(asks, by_id_or_name_tag("eni-", "network-interface-id"), read).await;
    answer(asks, OPERATION, found, |live, reference| {
        live.id == reference.name || live.name.as_deref() == Some(&reference.name)
    })
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    let modify = |id: &str| ec2.modify_network_interface_attribute().network_interface_id(id);
    let sent = |ids: &[Ident]| ids.iter().map(|id| id.as_str().to_owned()).collect();
    match step {
        Step::Create { new } => create(aws, new).await,
        Step::Describe { interface, text } => {
            let request = modify(interface).description(AttributeValue::builder().value(text).build());
            request.send().await.map(drop).map_err(failed(call, interface))
        }
        Step::Check { interface, value } => {
            let value = AttributeBooleanValue::builder().value(*value).build();
            let request = modify(interface).source_dest_check(value);
            request.send().await.map(drop).map_err(failed(call, interface))
        }
        Step::Group { interface, groups } => {
            let request = modify(interface).set_groups(Some(sent(groups)));
            request.send().await.map(drop).map_err(failed(call, interface))
        }
        Step::AssignIpv6 { interface, addresses } => ipv6::assign(aws, interface, addresses).await,
        Step::UnassignIpv6 { interface, addresses } => ipv6::unassign(aws, interface, addresses).await,
        Step::Allocate { interface } => elastic::allocate(aws, interface).await,
        Step::Associate { interface, allocation } => {
            elastic::associate(aws, interface, allocation.as_str()).await
        }
        Step::Mark { interface, allocation } => elastic::mark(aws, interface, allocation).await,
        Step::Disassociate { association } => elastic::disassociate(aws, association).await,
        Step::Release { allocation } => elastic::release(aws, allocation).await,
        Step::Tag { interface, tags } => tag(aws, interface, tags).await,
        Step::Untag { interface, tags } => untag(aws, interface, tags).await,
        Step::Detach { attachment, .. } => {
            let answer = ec2.detach_network_interface().attachment_id(attachment).force(true).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, attachment)))
        }
        Step::Delete { interface } => {
            let answer = ec2.delete_network_interface().network_interface_id(interface).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, interface)))
        }
    }
}

async fn create(aws: &Aws, new: &New) -> Result<(), ApiError> {
    let once = Once::new(aws, "CreateNetworkInterface", new);
    let groups = new.groups.as_ref().map(|ids| ids.iter().map(|id| id.as_str().to_owned()).collect());
    let request = aws.client::<Ec2>().create_network_interface().subnet_id(new.subnet.as_str());
    let request = request.set_private_ip_address(new.private_ip.clone()).set_groups(groups);
    let request = request.set_ipv6_addresses(new.ipv6.as_ref().and_then(ipv6::sent));
    let request = request.set_ipv6_address_count(new.ipv6.as_ref().and_then(ipv6::New::count));
    let request = request.set_description(new.description.clone()).client_token(once.token());
    let request = request.set_tag_specifications(specification(ResourceType::NetworkInterface, &new.tags));
    once.note(request.send().await.map(drop).map_err(failed("CreateNetworkInterface", &new.name)))
}
