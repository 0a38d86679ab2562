//! The calls for VPCs.

use aws_sdk_ec2::types::{AttributeBooleanValue, Filter, ResourceType, Tenancy, VpcAttributeName};
use futures::future::FutureExt;

use super::DNS;
use super::diff::Step;
use super::live::Live;
use super::spec::{Dns, Fixed};
use crate::Ec2;
use crate::api::once::Once;
use crate::api::{answer, by_id_or_name_tag, gather, pages, specification, tag, untag};
use aws::crowd::read_each;
use aws::error::{done_if_not_found, not_yet_if_not_found};
use aws::tags::Tags;
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::{Asked, Reference};

/// Attributes are read one VPC at a time.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let read = pages!(aws, describe_vpcs.filters, "DescribeVpcs", 1000, Live::of);
    let found = gather(asks, by_id_or_name_tag("vpc-", "vpc-id"), read).await;
    let mut answers = answer(asks, "DescribeVpcs", found, |live, reference| {
        live.id == reference.name || live.name.as_deref() == Some(&reference.name)
    });
    let asked = asks.iter().filter(|ask| ask.aspects.has(DNS)).map(|ask| &ask.reference);
    let found = |reference: &Reference| Some(answers.0.get(reference)?.as_ref().ok()?.as_ref()?.id.clone());
    let asked: Vec<(Reference, String)> =
        asked.filter_map(|reference| Some((reference.clone(), found(reference)?))).collect();
    for ((reference, _), answer) in read_each(&asked, AT_ONCE, |(_, id)| dns(aws, id).boxed()).await {
        match (answer, answers.0.get_mut(reference)) {
            (Ok(dns), Some(Ok(Some(live)))) => live.dns = dns,
            (Ok(_), _) => {}
            (Err(error), _) => answers.failed(reference, error),
        }
    }
    answers
}

/// The default VPC of account and region, if there is one.
pub(crate) async fn default(aws: &Aws) -> Result<Option<Live>, ApiError> {
    let filter = Filter::builder().name("is-default").values("true").build();
    let read = pages!(aws, describe_vpcs.filters, "DescribeVpcs", 1000, Live::of);
    let found: Result<Vec<Live>, ApiError> = read(filter).await;
    Ok(found?.into_iter().next())
}

/// AWS shows one attribute per call.
async fn dns(aws: &Aws, vpc: &str) -> Result<Asked<Dns>, ApiError> {
    let read = async |name: VpcAttributeName| {
        let answer = aws.client::<Ec2>().describe_vpc_attribute().vpc_id(vpc).attribute(name).send().await;
        answer.map_err(failed("DescribeVpcAttribute", vpc))
    };
    let both = futures::try_join!(
        read(VpcAttributeName::EnableDnsSupport),
        read(VpcAttributeName::EnableDnsHostnames)
    );
    Ok(not_yet_if_not_found(both)?.map(|(support, hostnames)| Dns {
        support: support.enable_dns_support.and_then(|it| it.value),
        hostnames: hostnames.enable_dns_hostnames.and_then(|it| it.value),
    }))
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (ec2, call) = (aws.client::<Ec2>(), step.call());
    let boolean = |value: bool| AttributeBooleanValue::builder().value(value).build();
    match step {
        Step::Create { name, fixed, ipv6, tags } => create(aws, (call, name), (fixed, *ipv6), tags).await,
        Step::SetSupport { vpc, value } => {
            let request = ec2.modify_vpc_attribute().vpc_id(vpc).enable_dns_support(boolean(*value));
            request.send().await.map(drop).map_err(failed(call, vpc))
        }
        Step::SetHostnames { vpc, value } => {
            let request = ec2.modify_vpc_attribute().vpc_id(vpc).enable_dns_hostnames(boolean(*value));
            request.send().await.map(drop).map_err(failed(call, vpc))
        }
        Step::AddRange { vpc, range } => {
            let request = ec2.associate_vpc_cidr_block().vpc_id(vpc).cidr_block(range);
            request.send().await.map(drop).map_err(failed(call, vpc))
        }
        Step::AddIpv6 { vpc } => {
            let request = ec2.associate_vpc_cidr_block().vpc_id(vpc).amazon_provided_ipv6_cidr_block(true);
            request.send().await.map(drop).map_err(failed(call, vpc))
        }
        Step::RemoveRange { association, .. } => {
            let answer = ec2.disassociate_vpc_cidr_block().association_id(association).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, association)))
        }
        Step::Tag { vpc, tags } => tag(aws, vpc, tags).await,
        Step::Untag { vpc, tags } => untag(aws, vpc, tags).await,
        Step::Delete { vpc } => {
            let answer = ec2.delete_vpc().vpc_id(vpc).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, vpc)))
        }
    }
}

/// Makes a VPC with its tags, only once, although EC2 accepts no client token here.
async fn create(
    aws: &Aws,
    (call, name): (&'static str, &str),
    (fixed, ipv6): (&Fixed, Option<bool>),
    tags: &Tags,
) -> Result<(), ApiError> {
    let once = Once::new(aws, call, name);
    let tags = specification(ResourceType::Vpc, &once.tags(tags));
    let make = async || {
        let cidr = fixed.cidr_block.as_ref().map(|cidr| cidr.written().to_owned());
        let request =
            aws.client::<Ec2>().create_vpc().set_cidr_block(cidr).set_amazon_provided_ipv6_cidr_block(ipv6);
        let request = request.set_instance_tenancy(fixed.instance_tenancy.as_deref().map(Tenancy::from));
        let request = request.set_tag_specifications(tags.clone());
        let request = request.customize().config_override(Once::sent_once());
        request.send().await.map(drop).map_err(failed(call, name))
    };
    let page = pages!(aws, describe_vpcs.filters, "DescribeVpcs", 1000, Some);
    once.make(make, || once.seen(&page)).await
}
