//! The calls for DHCP options.

use aws_sdk_ec2::types::{NewDhcpConfiguration, ResourceType, Vpc};

use super::VPCS;
use super::diff::Step;
use super::live::Live;
use crate::Ec2;
use crate::api::once::Once;
use crate::api::{answer, by_id_or_name_tag, filtered, gather, pages, specification, tag, untag};
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let read = pages!(aws, describe_dhcp_options.filters, "DescribeDhcpOptions", 1000, Live::of);
    let found = gather(asks, by_id_or_name_tag("dopt-", "dhcp-options-id"), read).await;
    let found = match found {
        Ok(found) if asks.iter().any(|ask| ask.aspects.has(VPCS)) => with_vpcs(aws, found).await,
        found => found,
    };
    answer(asks, "DescribeDhcpOptions", found, |live, reference| {
        live.id == reference.name || live.name.as_deref() == Some(&reference.name)
    })
}

/// The VPCs of all sets in one call.
async fn with_vpcs(aws: &Aws, mut found: Vec<Live>) -> Result<Vec<Live>, ApiError> {
    let ids: Vec<String> = found.iter().map(|live| live.id.clone()).collect();
    let read = pages!(aws, describe_vpcs.filters, "DescribeVpcs", 1000, Some);
    let vpcs: Vec<Vpc> = filtered("dhcp-options-id", &ids, read).await?;
    for live in &mut found {
        let own = vpcs.iter().filter(|vpc| vpc.dhcp_options_id() == Some(&live.id));
        live.vpcs = own.filter_map(|vpc| vpc.vpc_id()).map(str::to_owned).collect::<Vec<_>>().into();
    }
    Ok(found)
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    match step {
        Step::Create { name, options, tags } => {
            let configurations = options.configurations().into_iter().map(|(key, values)| {
                NewDhcpConfiguration::builder().key(key).set_values(Some(values)).build()
            });
            let configurations: Vec<NewDhcpConfiguration> = configurations.collect();
            let once = Once::new(aws, call, name);
            let tags = specification(ResourceType::DhcpOptions, &once.tags(tags));
            let make = async || {
                let request = ec2.create_dhcp_options().set_dhcp_configurations(Some(configurations.clone()));
                let request = request.set_tag_specifications(tags.clone());
                let request = request.customize().config_override(Once::sent_once());
                request.send().await.map(drop).map_err(failed(call, name))
            };
            let page = pages!(aws, describe_dhcp_options.filters, "DescribeDhcpOptions", 1000, Some);
            once.make(make, || once.seen(&page)).await
        }
        Step::Associate { options, vpc } => {
            let request = ec2.associate_dhcp_options().dhcp_options_id(options).vpc_id(vpc.as_str());
            request.send().await.map(drop).map_err(failed(call, options))
        }
        Step::Disassociate { vpc } => {
            let answer = ec2.associate_dhcp_options().dhcp_options_id("default").vpc_id(vpc).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, vpc)))
        }
        Step::Tag { options, tags } => tag(aws, options, tags).await,
        Step::Untag { options, tags } => untag(aws, options, tags).await,
        Step::Delete { options } => {
            let answer = ec2.delete_dhcp_options().dhcp_options_id(options).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, options)))
        }
    }
}
