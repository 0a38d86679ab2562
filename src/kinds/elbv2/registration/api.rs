//! The calls for registered targets.

use std::collections::BTreeMap;

use aws_sdk_elasticloadbalancingv2::operation::describe_target_health::DescribeTargetHealthOutput;
use aws_sdk_elasticloadbalancingv2::types::{TargetDescription, TargetGroup};
use futures::future::FutureExt;

use super::DRAINING;
use super::diff::Step;
use super::live::{Live, Target, Targets, described};
use crate::Elbv2;
use crate::api::{group_attributes, groups};
use aws::action::{Action, On};
use aws::arn::is_arn;
use aws::crowd::read_each;
use aws::error::{done_if_not_found, not_yet_if_not_found};
use aws::{ApiError, Aws, failed};
use kind::{Answers, Ask};
use model::{Asked, Aspects};

/// The IAM actions of these calls.
pub const ACTIONS: &[Action] = &[
    Action::on("elasticloadbalancing:DeregisterTargets", On::TargetGroup),
    Action::on("elasticloadbalancing:DescribeTargetGroupAttributes", On::Anything),
    Action::on("elasticloadbalancing:DescribeTargetGroups", On::Anything),
    Action::on("elasticloadbalancing:DescribeTargetHealth", On::Anything),
    Action::on("elasticloadbalancing:RegisterTargets", On::TargetGroup),
];

/// Groups whose targets are read in parallel, one per call.
const AT_ONCE: usize = 8;

/// The attribute with the time for leaving targets.
///
/// See <https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_TargetGroupAttribute.html>.
const DELAY: &str = "deregistration_delay.timeout_seconds";

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    let (by_arn, by_name): (Vec<&Ask>, Vec<&Ask>) = asks.iter().partition(|ask| is_arn(&ask.reference.name));
    let names: Vec<String> = by_name.iter().map(|ask| ask.reference.name.clone()).collect();
    let mut arns: BTreeMap<&str, String> =
        by_arn.iter().map(|ask| (ask.reference.name.as_str(), ask.reference.name.clone())).collect();
    let mut known = by_arn;
    match groups(aws, &names).await {
        Ok(found) => {
            for ask in by_name {
                match found.get(&ask.reference.name).and_then(TargetGroup::target_group_arn) {
                    Some(arn) => {
                        arns.insert(&ask.reference.name, arn.to_owned());
                        known.push(ask);
                    }
                    None => answers.absent(&ask.reference),
                }
            }
        }
        Err(error) => answers.all_failed(by_name, &error),
    }
    let targets = |ask: &Ask| {
        let arn = arns.get(ask.reference.name.as_str()).cloned().unwrap_or_default();
        let (name, aspects) = (ask.reference.name.clone(), ask.aspects);
        async move { read(aws, &name, arn, aspects).await }.boxed()
    };
    for (ask, answer) in read_each(&known, AT_ONCE, |ask| targets(ask)).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

async fn read(aws: &Aws, name: &str, arn: String, aspects: Aspects) -> Result<Option<Live>, ApiError> {
    let answer = aws.client::<Elbv2>().describe_target_health().target_group_arn(&arn).send().await;
    let found = not_yet_if_not_found(answer.map_err(failed("DescribeTargetHealth", name)))?;
    if found == Asked::NotYet && is_arn(name) {
        // It was not checked whether there is such a group.
        return Ok(None);
    }
    let targets = |found: DescribeTargetHealthOutput| {
        Targets(found.target_health_descriptions().iter().filter_map(described).collect())
    };
    let draining = if aspects.has(DRAINING) { draining(aws, name, &arn).await? } else { Asked::NotAsked };
    Ok(Some(Live { arn, targets: found.map(targets), draining }))
}

/// The ARN of a group by its name; an ARN stays.
pub(crate) async fn find_group(aws: &Aws, name: &str) -> Result<Option<String>, ApiError> {
    if is_arn(name) {
        return Ok(Some(name.to_owned()));
    }
    let found = groups(aws, &[name.to_owned()]).await?;
    Ok(found.get(name).and_then(TargetGroup::target_group_arn).map(str::to_owned))
}

async fn draining(aws: &Aws, name: &str, arn: &str) -> Result<Asked<u64>, ApiError> {
    let attributes = not_yet_if_not_found(group_attributes(aws, name, arn).await)?;
    let seconds = attributes.answer().and_then(|attributes| attributes.get(DELAY)?.parse().ok());
    Ok(seconds.map_or(Asked::NotYet, Asked::Answer))
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::Register { group, targets } => register(aws, group, targets).await,
        Step::Deregister { group, targets } => done_if_not_found(deregister(aws, group, targets).await),
    }
}

/// Registers targets with the group of this ARN.
pub(crate) async fn register(aws: &Aws, group: &str, targets: &[Target]) -> Result<(), ApiError> {
    let call =
        aws.client::<Elbv2>().register_targets().target_group_arn(group).set_targets(Some(all(targets)));
    call.send().await.map(drop).map_err(failed("RegisterTargets", group))
}

/// Deregisters targets from the group of this ARN.
pub(crate) async fn deregister(aws: &Aws, group: &str, targets: &[Target]) -> Result<(), ApiError> {
    let call =
        aws.client::<Elbv2>().deregister_targets().target_group_arn(group).set_targets(Some(all(targets)));
    call.send().await.map(drop).map_err(failed("DeregisterTargets", group))
}

fn all(targets: &[Target]) -> Vec<TargetDescription> {
    let described =
        |target: &Target| TargetDescription::builder().id(&target.id).set_port(target.port).build();
    targets.iter().map(described).collect()
}
