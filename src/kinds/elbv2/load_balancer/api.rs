//! The calls for balancers.

use aws_sdk_elasticloadbalancingv2::types::{
    IpAddressType, LoadBalancerSchemeEnum, LoadBalancerTypeEnum, SubnetMapping,
};

use super::diff::{New, Step, Subnets};
use super::live::{Live, described};
use crate::Elbv2;
use crate::api::{balancers, completed, names, set_attributes, tag, untag};
use aws::crowd::Named;
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed, sdk_tags};
use kind::settings::Settings;
use kind::{Answers, Ask};
use model::Ident;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let found = balancers(aws, &names(asks)).await;
    let lives = |found: Named<_>| found.into_iter().map(|(name, it)| (name, described(it))).collect();
    completed(aws, asks, found.map(lives)).await
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (elb, call) = (aws.client::<Elbv2>(), step.call());
    match step {
        Step::Create { new } => create(aws, new, call).await,
        Step::SetAddressType { arn, to } => {
            let request = elb.set_ip_address_type().load_balancer_arn(arn);
            let answer = request.ip_address_type(IpAddressType::from(to.as_str())).send().await;
            answer.map(drop).map_err(failed(call, arn))
        }
        Step::SetSubnets { arn, subnets } => {
            let (plain, mappings) = subnets_or_mappings(subnets);
            let request = elb.set_subnets().load_balancer_arn(arn).set_subnets(plain);
            request.set_subnet_mappings(mappings).send().await.map(drop).map_err(failed(call, arn))
        }
        Step::SetGroups { arn, groups } => {
            let request = elb.set_security_groups().load_balancer_arn(arn);
            request.set_security_groups(Some(ids(groups))).send().await.map(drop).map_err(failed(call, arn))
        }
        Step::SetAttributes { arn, attributes } => set_attributes(aws, call, arn, attributes).await,
        Step::Tag { arn, tags } => tag(aws, call, arn, tags).await,
        Step::Untag { arn, keys } => untag(aws, call, arn, keys).await,
        Step::Delete { arn } => {
            let answer = elb.delete_load_balancer().load_balancer_arn(arn).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, arn)))
        }
    }
}

/// Makes a balancer. A second call with the same settings makes no second balancer.
async fn create(aws: &Aws, new: &New, call: &'static str) -> Result<(), ApiError> {
    let New { name, fixed, ip_address_type, subnets, groups, tags } = new;
    let (plain, mappings) = subnets_or_mappings(subnets);
    let request = aws
        .client::<Elbv2>()
        .create_load_balancer()
        .name(name)
        .set_type(fixed.sort.as_deref().map(LoadBalancerTypeEnum::from))
        .set_scheme(fixed.scheme.as_deref().map(LoadBalancerSchemeEnum::from))
        .set_ip_address_type(ip_address_type.as_deref().map(IpAddressType::from))
        .set_subnets(plain)
        .set_subnet_mappings(mappings)
        .set_security_groups(Some(ids(groups)).filter(|groups| !groups.is_empty()))
        .set_tags(sdk_tags::some(tags));
    request.send().await.map(drop).map_err(failed(call, name))
}

/// AWS accepts either subnets, or subnets with addresses.
fn subnets_or_mappings(subnets: &Subnets) -> (Option<Vec<String>>, Option<Vec<SubnetMapping>>) {
    if subnets.values().all(Settings::is_empty) {
        return (Some(ids(subnets.keys())), None);
    }
    let mapping = |(subnet, addresses): (&Ident, &super::spec::Addresses)| {
        SubnetMapping::builder()
            .subnet_id(subnet.as_str())
            .set_allocation_id(addresses.allocation_id.clone())
            .set_private_ipv4_address(addresses.private_ipv4_address.clone())
            .set_ipv6_address(addresses.ipv6_address.clone())
            .build()
    };
    (None, Some(subnets.iter().map(mapping).collect()))
}

fn ids<'a>(idents: impl IntoIterator<Item = &'a Ident>) -> Vec<String> {
    idents.into_iter().map(|ident| ident.as_str().to_owned()).collect()
}
