//! The calls for target groups.

use std::collections::BTreeMap;

use aws_sdk_elasticloadbalancingv2::types::{
    Matcher, ProtocolEnum, Tag, TagDescription, TargetGroupAttribute, TargetGroupIpAddressTypeEnum,
    TargetTypeEnum,
};
use futures::future::{FutureExt, try_join_all};

use super::diff::{New, Step};
use super::live::{Live, described};
use super::{ATTRIBUTES, TAGS};
use crate::aws::crowd::read_each;
use crate::aws::error::done_if_not_found;
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws, failed};
use crate::resources::elbv2::api::{attributes, groups};
use crate::resources::{Answers, Ask};

/// ARNs in one `DescribeTags`.
const TAGGED: usize = 20;
/// Attributes are read one group a call.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let names: Vec<String> = asks.iter().map(|ask| ask.reference.name.clone()).collect();
    let found = match groups(aws, &names).await {
        Ok(found) => found,
        Err(error) => {
            answers.all_failed(asks, &error);
            return answers;
        }
    };
    let mut found: BTreeMap<String, Live> =
        found.into_iter().map(|(name, group)| (name, described(group))).collect();
    let with = |aspect| -> Vec<(String, String)> {
        let asked = asks.iter().filter(|ask| ask.aspects.has(aspect)).map(|ask| &ask.reference.name);
        asked.filter_map(|name| Some((name.clone(), found.get(name)?.arn.clone()))).collect()
    };
    let (attributed, tagged) = (with(ATTRIBUTES), with(TAGS));
    let arns: Vec<String> = tagged.iter().map(|(_, arn)| arn.clone()).collect();
    let (attributes, tags) = futures::join!(
        read_each(&attributed, AT_ONCE, |(name, arn)| attributes(aws, name, arn).boxed()),
        tags(aws, &arns),
    );
    let mut failures: BTreeMap<&str, ApiError> = BTreeMap::new();
    for ((name, _), answer) in attributes {
        match (answer, found.get_mut(name)) {
            (Ok(attributes), Some(live)) => live.attributes = attributes,
            (Err(error), _) => drop(failures.insert(name, error)),
            (Ok(_), None) => {}
        }
    }
    for (name, arn) in &tagged {
        match (&tags, found.get_mut(name)) {
            (Ok(tags), Some(live)) => live.tags = tags.get(arn).cloned().unwrap_or_default().into(),
            (Err(error), _) => drop(failures.insert(name, error.clone())),
            (Ok(_), None) => {}
        }
    }
    for Ask { reference, .. } in asks {
        let failure = failures.get(reference.name.as_str()).cloned();
        answers.answer(reference, failure.map_or_else(|| Ok(found.get(&reference.name).cloned()), Err));
    }
    answers
}

async fn tags(aws: &Aws, arns: &[String]) -> Result<BTreeMap<String, Tags>, ApiError> {
    let calls = arns.chunks(TAGGED).map(|chunk| async move {
        let call = aws.elbv2().describe_tags().set_resource_arns(Some(chunk.to_vec()));
        let answer = call.send().await.map_err(failed("DescribeTags", chunk.join(", ")))?;
        let of = |described: &TagDescription| {
            let pair = |tag: &Tag| Some((tag.key()?.to_owned(), tag.value().unwrap_or_default().to_owned()));
            let tags = described.tags().iter().filter_map(pair).collect();
            (described.resource_arn().unwrap_or_default().to_owned(), tags)
        };
        Ok::<Vec<(String, Tags)>, ApiError>(answer.tag_descriptions().iter().map(of).collect())
    });
    Ok(try_join_all(calls).await?.into_iter().flatten().collect())
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Create(new) => create(aws, new).await,
        Step::Check { .. } => check(aws, step).await,
        Step::SetAttributes { arn, attributes } => {
            let pair = |(key, value): (&String, &String)| {
                TargetGroupAttribute::builder().key(key).value(value).build()
            };
            let list = attributes.iter().map(pair).collect();
            let call =
                aws.elbv2().modify_target_group_attributes().target_group_arn(arn).set_attributes(Some(list));
            call.send().await.map(drop).map_err(failed("ModifyTargetGroupAttributes", arn))
        }
        Step::Tag { arn, tags } => {
            let call = aws.elbv2().add_tags().resource_arns(arn).set_tags(Some(listed(tags)));
            call.send().await.map(drop).map_err(failed("AddTags", arn))
        }
        Step::Untag { arn, keys } => {
            let call = aws.elbv2().remove_tags().resource_arns(arn).set_tag_keys(Some(keys.clone()));
            call.send().await.map(drop).map_err(failed("RemoveTags", arn))
        }
        Step::Delete { arn } => delete(aws, arn).await,
    }
}

/// Makes a group. A second call with the same settings makes no second one.
pub(in crate::resources::elbv2) async fn create(aws: &Aws, new: &New) -> Result<(), ApiError> {
    let New { name, fixed, vpc, check, tags } = new;
    let tags = Some(listed(tags)).filter(|tags| !tags.is_empty());
    let is_grpc = fixed.protocol_version.as_deref() == Some("GRPC");
    let call = aws
        .elbv2()
        .create_target_group()
        .name(name)
        .set_protocol(fixed.protocol.as_deref().map(ProtocolEnum::from))
        .set_protocol_version(fixed.protocol_version.clone())
        .set_port(fixed.port)
        .set_vpc_id(vpc.as_ref().map(|vpc| vpc.as_str().to_owned()))
        .set_target_type(fixed.target_type.as_deref().map(TargetTypeEnum::from))
        .set_ip_address_type(fixed.ip_address_type.as_deref().map(TargetGroupIpAddressTypeEnum::from))
        .set_health_check_enabled(check.enabled)
        .set_health_check_protocol(check.protocol.as_deref().map(ProtocolEnum::from))
        .set_health_check_port(check.port.clone())
        .set_health_check_path(check.path.clone())
        .set_health_check_interval_seconds(check.interval)
        .set_health_check_timeout_seconds(check.timeout)
        .set_healthy_threshold_count(check.healthy)
        .set_unhealthy_threshold_count(check.unhealthy)
        .set_matcher(matcher(check.matcher.as_ref(), is_grpc))
        .set_tags(tags);
    call.send().await.map(drop).map_err(failed("CreateTargetGroup", name))
}

async fn check(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let Step::Check { arn, check, is_grpc } = step else { return Ok(()) };
    let call = aws
        .elbv2()
        .modify_target_group()
        .target_group_arn(arn)
        .set_health_check_enabled(check.enabled)
        .set_health_check_protocol(check.protocol.as_deref().map(ProtocolEnum::from))
        .set_health_check_port(check.port.clone())
        .set_health_check_path(check.path.clone())
        .set_health_check_interval_seconds(check.interval)
        .set_health_check_timeout_seconds(check.timeout)
        .set_healthy_threshold_count(check.healthy)
        .set_unhealthy_threshold_count(check.unhealthy)
        .set_matcher(matcher(check.matcher.as_ref(), *is_grpc));
    call.send().await.map(drop).map_err(failed("ModifyTargetGroup", arn))
}

/// Deletes the group of this ARN, if it is still there.
pub(in crate::resources::elbv2) async fn delete(aws: &Aws, arn: &str) -> Result<(), ApiError> {
    let answer = aws.elbv2().delete_target_group().target_group_arn(arn).send().await;
    done_if_not_found(answer.map(drop).map_err(failed("DeleteTargetGroup", arn)))
}

fn matcher(codes: Option<&String>, is_grpc: bool) -> Option<Matcher> {
    let (codes, matcher) = (codes?, Matcher::builder());
    Some(if is_grpc { matcher.grpc_code(codes) } else { matcher.http_code(codes) }.build())
}

fn listed(tags: &Tags) -> Vec<Tag> {
    tags.iter().map(|(key, value)| Tag::builder().key(key).value(value).build()).collect()
}
