//! The calls for registered targets.

use aws_sdk_elasticloadbalancingv2::types::TargetDescription;
use futures::future::FutureExt;

use super::DRAINING;
use super::diff::Step;
use super::live::{Live, Target, described};
use crate::aws::action::{Action, On};
use crate::aws::crowd::read_each;
use crate::aws::error::{absent_if_not_found, done_if_not_found};
use crate::aws::{ApiError, Aws, failed};
use crate::resources::{Answers, Ask};

/// The IAM actions of these calls.
pub const ACTIONS: &[Action] = &[
    Action::on("elasticloadbalancing:DeregisterTargets", On::TargetGroup),
    Action::on("elasticloadbalancing:DescribeTargetGroupAttributes", On::Anything),
    Action::on("elasticloadbalancing:DescribeTargetGroups", On::Anything),
    Action::on("elasticloadbalancing:DescribeTargetHealth", On::Anything),
    Action::on("elasticloadbalancing:RegisterTargets", On::TargetGroup),
];

/// The health of targets is read one group a call.
const AT_ONCE: usize = 8;

/// The attribute that says how long leaving targets have.
///
/// See <https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_TargetGroupAttribute.html>.
const DELAY: &str = "deregistration_delay.timeout_seconds";

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, ask).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

async fn read(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    let Some(arn) = find_group(aws, name).await? else { return Ok(None) };
    let answer = aws.elbv2().describe_target_health().target_group_arn(&arn).send().await;
    let found = absent_if_not_found(answer.map_err(failed("DescribeTargetHealth", name)))?;
    let Some(found) = found else { return Ok(None) };
    let targets = found.target_health_descriptions().iter().filter_map(described).collect();
    let draining = if ask.aspects.has(DRAINING) { draining(aws, name, &arn).await? } else { None };
    Ok(Some(Live { arn, targets, draining }))
}

/// The ARN of a group by its name; an ARN is one already.
pub(in crate::resources::elbv2) async fn find_group(
    aws: &Aws,
    name: &str,
) -> Result<Option<String>, ApiError> {
    if name.starts_with("arn:") {
        return Ok(Some(name.to_owned()));
    }
    let answer = aws.elbv2().describe_target_groups().names(name).send().await;
    let found = absent_if_not_found(answer.map_err(failed("DescribeTargetGroups", name)))?;
    let group = found.as_ref().and_then(|found| found.target_groups().first());
    Ok(group.and_then(|group| group.target_group_arn()).map(str::to_owned))
}

async fn draining(aws: &Aws, name: &str, arn: &str) -> Result<Option<u64>, ApiError> {
    let answer = aws.elbv2().describe_target_group_attributes().target_group_arn(arn).send().await;
    let answer = answer.map_err(failed("DescribeTargetGroupAttributes", name))?;
    let delay = answer.attributes().iter().find(|attribute| attribute.key() == Some(DELAY));
    Ok(delay.and_then(|delay| delay.value()).and_then(|seconds| seconds.parse().ok()))
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Register { group, targets } => register(aws, group, targets).await,
        Step::Deregister { group, targets } => done_if_not_found(deregister(aws, group, targets).await),
    }
}

/// Registers targets with the group of this ARN.
pub(in crate::resources::elbv2) async fn register(
    aws: &Aws,
    group: &str,
    targets: &[Target],
) -> Result<(), ApiError> {
    let call = aws.elbv2().register_targets().target_group_arn(group).set_targets(Some(all(targets)));
    call.send().await.map(drop).map_err(failed("RegisterTargets", group))
}

/// Takes targets out of the group of this ARN.
pub(in crate::resources::elbv2) async fn deregister(
    aws: &Aws,
    group: &str,
    targets: &[Target],
) -> Result<(), ApiError> {
    let call = aws.elbv2().deregister_targets().target_group_arn(group).set_targets(Some(all(targets)));
    call.send().await.map(drop).map_err(failed("DeregisterTargets", group))
}

fn all(targets: &[Target]) -> Vec<TargetDescription> {
    let described =
        |target: &Target| TargetDescription::builder().id(&target.id).set_port(target.port).build();
    targets.iter().map(described).collect()
}
