//! The calls of SNS's functions that no kind makes.

use super::subscriptions::shown;
use crate::Sns;
use crate::live::Subscribed;
use crate::topic::arns;
use aws::error::absent_if_not_found;
use aws::{ApiError, Aws, failed};
use model::Value;

/// The ARNs of all topics of the region by their names.
pub(super) async fn topics(aws: &Aws) -> Result<Value, ApiError> {
    let arns = arns(aws).await?;
    let name = |arn: &String| arn.rsplit(':').next().unwrap_or(arn).to_owned();
    Ok(arns.iter().map(|arn| (name(arn), Value::from(arn.as_str()))).collect())
}

/// All subscriptions of the region.
pub(super) async fn subscriptions(aws: &Aws) -> Result<Value, ApiError> {
    let mut pages = aws.client::<Sns>().list_subscriptions().into_paginator().items().send();
    let mut all = vec![];
    while let Some(subscription) = pages.next().await {
        let it = subscription.map_err(failed("ListSubscriptions", "the account"))?;
        let topic = it.topic_arn.clone().unwrap_or_default();
        all.push(shown(&Subscribed::from(it), &topic));
    }
    Ok(Value::List(all))
}

/// The attributes of a subscription; none if it does not exist.
pub(super) async fn attributes(aws: &Aws, subscription: &str) -> Result<Value, ApiError> {
    let answer =
        aws.client::<Sns>().get_subscription_attributes().subscription_arn(subscription).send().await;
    let answer = answer.map_err(failed("GetSubscriptionAttributes", subscription));
    let Some(answer) = absent_if_not_found(answer)? else { return Ok(Value::Null) };
    let mut all: Vec<(String, String)> = answer.attributes.unwrap_or_default().into_iter().collect();
    all.sort();
    Ok(all.into_iter().map(|(key, text)| (key, Value::from(text))).collect())
}

/// Sets one attribute of a subscription; false if it does not exist.
pub(super) async fn set_attribute(
    aws: &Aws,
    subscription: &str,
    name: &str,
    value: &str,
) -> Result<bool, ApiError> {
    let request = aws.client::<Sns>().set_subscription_attributes().subscription_arn(subscription);
    let answer = request.attribute_name(name).attribute_value(value).send().await;
    let answer = answer.map_err(failed("SetSubscriptionAttributes", subscription));
    Ok(absent_if_not_found(answer)?.is_some())
}
