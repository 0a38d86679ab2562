//! The calls for target groups.

use aws_sdk_elasticloadbalancingv2::types::{
    Matcher, ProtocolEnum, TargetGroupIpAddressTypeEnum, TargetTypeEnum,
};

use super::diff::{New, Step};
use super::live::{Live, described};
use super::spec::{Check, Codes};
use crate::Elbv2;
use crate::api::{completed, groups, names, set_attributes, tag, untag};
use aws::crowd::Named;
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed, sdk_tags};
use kind::{Answers, Ask};

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let found = groups(aws, &names(asks)).await;
    let lives = |found: Named<_>| found.into_iter().map(|(name, group)| (name, described(group))).collect();
    completed(aws, asks, found.map(lives)).await
}

/// Sets a health check in a request: creation and modification of a group have the same settings.
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

pub(crate) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (elb, call) = (aws.client::<Elbv2>(), step.call());
    match step {
        Step::Create { new } => create(aws, new, call).await,
        Step::Check { arn, check, is_grpc } => {
            let request = elb.modify_target_group().target_group_arn(arn);
            let request = with_check!(request, check, *is_grpc);
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::SetAttributes { arn, attributes } => set_attributes(aws, call, arn, attributes).await,
        Step::Tag { arn, tags } => tag(aws, call, arn, tags).await,
        Step::Untag { arn, keys } => untag(aws, call, arn, keys).await,
        Step::Delete { arn } => {
            let answer = elb.delete_target_group().target_group_arn(arn).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, arn)))
        }
    }
}

/// Makes a group. A second call with the same settings makes no second group.
async fn create(aws: &Aws, new: &New, call: &'static str) -> Result<(), ApiError> {
    let New { name, fixed, vpc, check, tags } = new;
    let is_grpc = fixed.protocol_version.as_deref() == Some("GRPC");
    let request = aws
        .client::<Elbv2>()
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
