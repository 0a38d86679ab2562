//! The calls for rules.

use aws_sdk_elasticloadbalancingv2::types::{
    HostHeaderConditionConfig, HttpHeaderConditionConfig, HttpRequestMethodConditionConfig,
    PathPatternConditionConfig, QueryStringConditionConfig, QueryStringKeyValuePair, RuleCondition,
    SourceIpConditionConfig,
};

use super::condition::Condition;
use super::diff::Step;
use super::live::{Live, described};
use crate::Elbv2;
use crate::actions;
use crate::api::{completed, names, rules, tag, untag};
use aws::crowd::Named;
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed, sdk_tags};
use kind::{Answers, Ask};

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    let found = rules(aws, &names(asks)).await;
    let lives = |found: Named<_>| found.into_iter().map(|(name, it)| (name, described(it))).collect();
    completed(aws, asks, found.map(lives)).await
}

/// The rules of a listener, in the order of their evaluation.
pub(crate) async fn all(aws: &Aws, listener: &str) -> Result<Vec<Live>, ApiError> {
    let found = rules(aws, &[format!("{listener}:")]).await?;
    let mut all: Vec<Live> = found.into_values().map(described).collect();
    all.sort_by_key(|live| live.priority.parse().unwrap_or(u32::MAX));
    Ok(all)
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (elb, call) = (aws.client::<Elbv2>(), step.call());
    match step {
        Step::Create { listener, priority, conditions, actions, tags } => {
            let request = elb
                .create_rule()
                .listener_arn(listener.as_str())
                .priority(*priority)
                .set_conditions(Some(conditions.iter().map(sent).collect()))
                .set_actions(Some(actions::sent(actions)))
                .set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, format!("rule {priority}")))
        }
        Step::Modify { arn, conditions, actions } => {
            let conditions = conditions.as_ref().map(|all| all.iter().map(sent).collect());
            let request = elb.modify_rule().rule_arn(arn).set_conditions(conditions);
            let request = request.set_actions(actions.as_deref().map(actions::sent));
            request.send().await.map(drop).map_err(failed(call, arn))
        }
        Step::Tag { arn, tags } => tag(aws, call, arn, tags).await,
        Step::Untag { arn, keys } => untag(aws, call, arn, keys).await,
        Step::Delete { arn } => {
            let answer = elb.delete_rule().rule_arn(arn).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, arn)))
        }
    }
}

pub(super) fn sent(condition: &Condition) -> RuleCondition {
    let built = RuleCondition::builder().field(&condition.field);
    let values = || Some(condition.values.iter().map(|(_, value)| value.clone()).collect::<Vec<_>>());
    match condition.field.as_str() {
        "host-header" => {
            built.host_header_config(HostHeaderConditionConfig::builder().set_values(values()).build())
        }
        "path-pattern" => {
            built.path_pattern_config(PathPatternConditionConfig::builder().set_values(values()).build())
        }
        "http-request-method" => {
            let config = HttpRequestMethodConditionConfig::builder().set_values(values());
            built.http_request_method_config(config.build())
        }
        "source-ip" => {
            built.source_ip_config(SourceIpConditionConfig::builder().set_values(values()).build())
        }
        "http-header" => {
            let config = HttpHeaderConditionConfig::builder().set_http_header_name(condition.header.clone());
            built.http_header_config(config.set_values(values()).build())
        }
        _ => {
            let pair = |(key, value): &(Option<String>, String)| {
                QueryStringKeyValuePair::builder().set_key(key.clone()).value(value).build()
            };
            let pairs = Some(condition.values.iter().map(pair).collect());
            built.query_string_config(QueryStringConditionConfig::builder().set_values(pairs).build())
        }
    }
    .build()
}
