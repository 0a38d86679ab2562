//! The calls for tables.

mod request;

use aws_sdk_dynamodb::types::{
    PointInTimeRecoverySpecification, PointInTimeRecoveryStatus, TimeToLiveStatus,
};
use futures::future::FutureExt;

use super::diff::Step;
use super::live::Live;
use super::{BACKUPS, TAGS, TTL, classified};
use crate::DynamoDb;
use aws::crowd::read_each;
use aws::error::{absent_if_not_found, done_if_not_found, not_yet_if_not_found};
use aws::tags::Tags;
use aws::{ApiError, Aws, failed, sdk_tags};
use kind::{Answers, Ask};

/// Tables that are read in parallel.
const AT_ONCE: usize = 8;

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let mut answers = Answers::new();
    for (ask, answer) in read_each(asks, AT_ONCE, |ask| read(aws, ask).boxed()).await {
        answers.answer(&ask.reference, answer);
    }
    answers
}

async fn read(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let (dynamodb, name) = (aws.client::<DynamoDb>(), &ask.reference.name);
    let answer = dynamodb.describe_table().table_name(name).send().await;
    let found = absent_if_not_found(answer.map_err(failed("DescribeTable", name)))?;
    let Some(mut live) = found.and_then(|found| found.table).map(Live::from) else { return Ok(None) };
    // The table exists: if another call does not find it, that call is late.
    if ask.aspects.has(TTL) {
        let answer = dynamodb.describe_time_to_live().table_name(name).send().await;
        let answer = not_yet_if_not_found(answer.map_err(failed("DescribeTimeToLive", name)))?;
        let on = [TimeToLiveStatus::Enabled, TimeToLiveStatus::Enabling];
        live.ttl = answer.map(|answer| {
            let found = answer.time_to_live_description;
            let found = found.filter(|it| it.time_to_live_status.as_ref().is_some_and(|it| on.contains(it)));
            found.and_then(|it| it.attribute_name).unwrap_or_default()
        });
    }
    if ask.aspects.has(BACKUPS) {
        let answer = dynamodb.describe_continuous_backups().table_name(name).send().await;
        let failed = failed("DescribeContinuousBackups", name);
        // This call has an error of its own for a table that it does not know.
        let answer = not_yet_if_not_found(answer.map_err(failed))?;
        live.recovery = answer.map(|answer| {
            let found = answer.continuous_backups_description;
            let found = found.and_then(|it| it.point_in_time_recovery_description);
            found.and_then(|it| it.point_in_time_recovery_status) == Some(PointInTimeRecoveryStatus::Enabled)
        });
    }
    if ask.aspects.has(TAGS) {
        live.tags = not_yet_if_not_found(tags(aws, name, &live.arn).await)?;
    }
    Ok(Some(live))
}

/// The tags of a table; `name` names it in an error.
pub async fn tags(aws: &Aws, name: &str, arn: &str) -> Result<Tags, ApiError> {
    let (mut tags, mut token) = (Tags::new(), None);
    loop {
        let page = aws
            .client::<DynamoDb>()
            .list_tags_of_resource()
            .resource_arn(arn)
            .set_next_token(token)
            .send()
            .await;
        let page = page.map_err(failed("ListTagsOfResource", name))?;
        tags.extend(sdk_tags::read(page.tags()));
        token = page.next_token;
        if token.is_none() {
            return Ok(tags);
        }
    }
}

/// Makes one step.
pub async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    done(aws, step).await.map_err(classified)
}

async fn done(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (dynamodb, call) = (aws.client::<DynamoDb>(), step.call());
    match step {
        Step::Create { name, new } => {
            request::create(aws, name, new)?.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Bill { name, .. }
        | Step::AddIndex { name, .. }
        | Step::RemoveIndex { name, .. }
        | Step::Stream { name, .. }
        | Step::Encrypt { name, .. }
        | Step::Protect { name, .. } => {
            request::update(aws, name, step)?.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Expire { name, attribute, on } => {
            let request = dynamodb.update_time_to_live().table_name(name);
            let request = request.time_to_live_specification(request::expiry(name, attribute, *on)?);
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Recover { name, on } => {
            let recovery = PointInTimeRecoverySpecification::builder().point_in_time_recovery_enabled(*on);
            let recovery = recovery.build().map_err(request::incomplete(call, name))?;
            let request = dynamodb.update_continuous_backups().table_name(name);
            let request = request.point_in_time_recovery_specification(recovery);
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Tag { arn, tags } => {
            let request = dynamodb.tag_resource().resource_arn(arn).set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Untag { arn, keys } => {
            let request = dynamodb.untag_resource().resource_arn(arn).set_tag_keys(Some(keys.clone()));
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Delete { name } => {
            let answer = dynamodb.delete_table().table_name(name).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, name)))
        }
    }
}
