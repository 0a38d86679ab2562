//! The calls for target groups.

use std::collections::BTreeMap;

use aws_sdk_elasticloadbalancingv2::types::{
    Matcher, ProtocolEnum, TagDescription, TargetGroupAttribute, TargetGroupIpAddressTypeEnum, TargetTypeEnum,
};
use futures::future::{BoxFuture, FutureExt, try_join_all};

use super::diff::{New, Step};
use super::live::{Live, described};
use super::spec::{Check, Codes};
use super::{ATTRIBUTES, TAGS};
use crate::aws::crowd::read_each;
use crate::aws::error::{absent_if_not_found, done_if_not_found, not_yet_if_not_found};
use crate::aws::sdk_tags;
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws, failed};
use crate::model::Asked;
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
        read_each(&attributed, AT_ONCE, |(name, arn)| attributes(aws, name, arn)
            .map(not_yet_if_not_found)
            .boxed()),
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
            // AWS answers with an entry for each group, also for one without tags.
            (Ok(tags), Some(live)) => live.tags = tags.get(arn).cloned().map_or(Asked::NotYet, Asked::Answer),
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

/// The tags of groups. A group whose tags AWS does not know yet is left out.
async fn tags(aws: &Aws, arns: &[String]) -> Result<BTreeMap<String, Tags>, ApiError> {
    let calls = arns.chunks(TAGGED).map(|chunk| some_tags(aws, chunk));
    Ok(try_join_all(calls).await?.into_iter().flatten().collect())
}

/// AWS refuses a list as a whole for one unknown group: then each is asked for by itself.
fn some_tags<'a>(aws: &'a Aws, arns: &'a [String]) -> BoxFuture<'a, Result<Vec<(String, Tags)>, ApiError>> {
    async move {
        let call = aws.elbv2().describe_tags().set_resource_arns(Some(arns.to_vec()));
        let answer = call.send().await.map_err(failed("DescribeTags", arns.join(", ")));
        let Some(answer) = absent_if_not_found(answer)? else {
            let each = if arns.len() > 1 { arns.chunks(1) } else { [].chunks(1) };
            let answers = try_join_all(each.map(|arn| some_tags(aws, arn))).await?;
            return Ok(answers.into_iter().flatten().collect());
        };
        let of = |it: &TagDescription| Some((it.resource_arn()?.to_owned(), sdk_tags::read(it.tags())));
        Ok(answer.tag_descriptions().iter().filter_map(of).collect())
    }
    .boxed()
}

/// Sets a health check in a request: making and modifying a group take the same settings.
macro_rules! with_check {
    ($request:expr, $check:expr, $is_grpc:expr) => {
        $request
            .set_health_check_enabled($check.enabled)
            .set_health_check_protocol($check.protocol.as_deref().map(ProtocolEnum::from))
            .set_health_check_port($check.port.clone())
            .set_health_check_path($check.path.clone())
            .set_health_check_interval_seconds($check.interval)
            .set_health_check_timeout_seconds($check.timeout)
            .set_healthy_threshold_count($check.healthy)
            .set_unhealthy_threshold_count($check.unhealthy)
            .set_matcher(matcher($check, $is_grpc))
    };
}

pub(in crate::resources::elbv2) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (elb, call) = (aws.elbv2(), step.call());
    match step {
        Step::Create { new } => create(aws, new, call).await,
        Step::Check { arn, check, is_grpc } => {
            let request = elb.modify_target_group().target_group_arn(arn);
            let request = with_check!(request, check, *is_grpc);
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::SetAttributes { arn, attributes } => {
            let pair = |(key, value)| TargetGroupAttribute::builder().key(key).value(value).build();
            let list = attributes.iter().map(pair).collect();
            let request = elb.modify_target_group_attributes().target_group_arn(arn);
            request.set_attributes(Some(list)).send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Tag { arn, tags } => {
            let request = elb.add_tags().resource_arns(arn).set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Untag { arn, keys } => {
            let request = elb.remove_tags().resource_arns(arn).set_tag_keys(Some(keys.clone()));
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Delete { arn } => {
            let answer = elb.delete_target_group().target_group_arn(arn).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, arn)))
        }
    }
}

/// Makes a group. A second call with the same settings makes no second one.
async fn create(aws: &Aws, new: &New, call: &'static str) -> Result<(), ApiError> {
    let New { name, fixed, vpc, check, tags } = new;
    let is_grpc = fixed.protocol_version.as_deref() == Some("GRPC");
    let request = aws
        .elbv2()
        .create_target_group()
        .name(name)
        .set_protocol(fixed.protocol.as_deref().map(ProtocolEnum::from))
        .set_protocol_version(fixed.protocol_version.clone())
        .set_port(fixed.port)
        .set_vpc_id(vpc.as_ref().map(|vpc| vpc.as_str().to_owned()))
        .set_target_type(fixed.target_type.as_deref().map(TargetTypeEnum::from))
        .set_ip_address_type(fixed.ip_address_type.as_deref().map(TargetGroupIpAddressTypeEnum::from))
        .set_tags(sdk_tags::some(tags));
    let request = with_check!(request, check, is_grpc);
    request.send().await.map(drop).map_err(failed(call, name))
}

fn matcher(check: &Check, is_grpc: bool) -> Option<Matcher> {
    let (Codes(codes), matcher) = (check.matcher.as_ref()?, Matcher::builder());
    Some(if is_grpc { matcher.grpc_code(codes) } else { matcher.http_code(codes) }.build())
}
