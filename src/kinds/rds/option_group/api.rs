//! The calls for option groups.

use aws_sdk_rds::types::{OptionConfiguration, OptionSetting};
use futures::future::{BoxFuture, FutureExt};

use super::TAGS;
use super::diff::Step;
use super::live::{Live, described};
use super::option::Sent;
use crate::Rds;
use crate::api;
use crate::values::Words;
use aws::error::done_if_not_found;
use aws::sdk_tags;
use aws::{ApiError, Aws, failed};
use kind::one_or_all::{self, listed};
use kind::{Answers, Ask};

pub(super) async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<Live> {
    one_or_all::describe(asks, |name| list(aws, name), |ask, live| complete(aws, ask, live).boxed()).await
}

fn list<'a>(aws: &'a Aws, name: Option<&'a str>) -> BoxFuture<'a, Result<Vec<Live>, ApiError>> {
    listed!(
        aws.client::<Rds>().describe_option_groups(),
        set_option_group_name(name),
        "DescribeOptionGroups",
        described
    )
    .boxed()
}

async fn complete(aws: &Aws, ask: &Ask, live: Live) -> Result<Live, ApiError> {
    Ok(Live { tags: api::tags(aws, &live.arn, ask.aspects.has(TAGS)).await?, ..live })
}

/// An option in a request.
fn configuration(option: &Sent) -> OptionConfiguration {
    let setting = |(name, value): (&String, &str)| OptionSetting::builder().name(name).value(value).build();
    let open = option.settings.iter().map(|(name, value)| setting((name, value.as_str())));
    let secret = option.secrets.iter().map(|(name, value)| setting((name, value.reveal())));
    let settings: Vec<OptionSetting> = open.chain(secret).collect();
    let groups = option.groups.as_ref().map(|groups| groups.iter().map(ToString::to_string).collect());
    let old = option.plain.db_groups.as_ref().map(Words::list).filter(|old| !old.is_empty());
    OptionConfiguration::builder()
        .option_name(&option.name)
        .set_port(option.plain.port)
        .set_option_version(option.plain.version.clone())
        .set_db_security_group_memberships(old.map(<[_]>::to_vec))
        .set_vpc_security_group_memberships(groups)
        .set_option_settings((!settings.is_empty()).then_some(settings))
        .build()
}

pub(super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (rds, call) = (aws.client::<Rds>(), step.call());
    match step {
        Step::Create { name, fixed, tags } => {
            let request = rds.create_option_group().option_group_name(name);
            let request = request
                .set_engine_name(fixed.engine.clone())
                .set_major_engine_version(fixed.version.clone())
                .set_option_group_description(fixed.description.clone())
                .set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Modify { name, include, remove, at_once } => {
            let include: Vec<_> = include.iter().map(configuration).collect();
            let request = rds.modify_option_group().option_group_name(name).apply_immediately(*at_once);
            let request = request
                .set_options_to_include((!include.is_empty()).then_some(include))
                .set_options_to_remove((!remove.is_empty()).then(|| remove.clone()));
            request.send().await.map(drop).map_err(failed(call, name))
        }
        Step::Tag { arn, tags } => api::tag(aws, arn, tags).await,
        Step::Untag { arn, keys } => api::untag(aws, arn, keys).await,
        Step::Delete { name } => {
            let answer = rds.delete_option_group().option_group_name(name).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, name)))
        }
    }
}
