//! The calls for subnets.

use std::collections::BTreeMap;

use aws_sdk_ec2::types::{AttributeBooleanValue, ResourceType, RouteTable};

use super::ASSOCIATION;
use super::diff::Step;
use super::live::{Association, Live};
use crate::Ec2;
use crate::api::{answer, by_id_or_name_tag, filtered, gather, pages, specification, tag, untag};
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::Reference;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let read = pages!(aws, describe_subnets.filters, "DescribeSubnets", 1000, Live::of);
    let found = gather(asks, by_id_or_name_tag("subnet-", "subnet-id"), read).await;
    let mut answers = answer(asks, "DescribeSubnets", found, |live, reference| {
        let in_scope = reference.scope.as_ref().is_none_or(|vpc| *vpc == live.vpc_id);
        in_scope && (live.id == reference.name || live.name.as_deref() == Some(&reference.name))
    });
    let asked = asks.iter().filter(|ask| ask.aspects.has(ASSOCIATION)).map(|ask| &ask.reference);
    let found = |reference: &Reference| Some(answers.0.get(reference)?.as_ref().ok()?.as_ref()?.id.clone());
    let asked: Vec<(Reference, String)> =
        asked.filter_map(|reference| Some((reference.clone(), found(reference)?))).collect();
    let subnets: Vec<String> = asked.iter().map(|(_, subnet)| subnet.clone()).collect();
    let associations = associations(aws, &subnets).await;
    for (reference, subnet) in asked {
        match (&associations, answers.0.get_mut(&reference)) {
            (Ok(found), Some(Ok(Some(live)))) => live.association = found.get(&subnet).cloned().into(),
            (Ok(_), _) => {}
            (Err(error), _) => answers.failed(&reference, error.clone()),
        }
    }
    answers
}

/// The associations of these subnets: one call for 200.
async fn associations(aws: &Aws, subnets: &[String]) -> Result<BTreeMap<String, Association>, ApiError> {
    let read = pages!(aws, describe_route_tables.filters, "DescribeRouteTables", 100, Some);
    let tables: Vec<RouteTable> = filtered("association.subnet-id", subnets, read).await?;
    let all = tables.iter().flat_map(RouteTable::associations).filter_map(|it| {
        let association =
            Association { id: it.route_table_association_id()?.into(), table: it.route_table_id()?.into() };
        Some((it.subnet_id()?.to_owned(), association))
    });
    Ok(all.collect())
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Create { name, vpc, fixed, ipv6, tags } => {
            let written = |cidr: &aws::cidr::Cidr| cidr.written().to_owned();
            let request = ec2.create_subnet().vpc_id(vpc.as_str());
            let request = request.set_cidr_block(fixed.cidr_block.as_ref().map(written));
            let request = request.set_ipv6_cidr_block(ipv6.as_ref().map(written));
            let request = request.set_availability_zone(fixed.availability_zone.clone());
            let request = request.set_tag_specifications(specification(ResourceType::Subnet, tags));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::SetPublic { subnet, value } => {
            let value = AttributeBooleanValue::builder().value(*value).build();
            let request = ec2.modify_subnet_attribute().subnet_id(subnet).map_public_ip_on_launch(value);
            request.send().await.map(drop).map_err(failed(call, subnet))
        }
        Step::SetIpv6 { subnet, value } => {
            let value = AttributeBooleanValue::builder().value(*value).build();
            let request =
                ec2.modify_subnet_attribute().subnet_id(subnet).assign_ipv6_address_on_creation(value);
            request.send().await.map(drop).map_err(failed(call, subnet))
        }
        Step::RemoveIpv6 { association } => {
            let answer = ec2.disassociate_subnet_cidr_block().association_id(association).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, association)))
        }
        Step::AddIpv6 { subnet, range } => {
            let request =
                ec2.associate_subnet_cidr_block().subnet_id(subnet).ipv6_cidr_block(range.written());
            request.send().await.map(drop).map_err(failed(call, subnet))
        }
        Step::Associate { subnet, table } => {
            let request = ec2.associate_route_table().subnet_id(subnet).route_table_id(table.as_str());
            request.send().await.map(drop).map_err(failed(call, subnet))
        }
        Step::Replace { association, table } => {
            let request = ec2.replace_route_table_association().association_id(association);
            request.route_table_id(table.as_str()).send().await.map(drop).map_err(failed(call, association))
        }
        Step::Tag { subnet, tags } => tag(aws, subnet, tags).await,
        Step::Untag { subnet, tags } => untag(aws, subnet, tags).await,
        Step::Delete { subnet } => {
            let answer = ec2.delete_subnet().subnet_id(subnet).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, subnet)))
        }
    }
}
