//! The execution functions of Auto Scaling: `boto_asg.*`.

mod api;
mod members;
mod shape;

use std::sync::Arc;

use futures::future::FutureExt;

use self::shape::Live;
use super::group::{ACTIONS, Group, POLICIES};
use super::launch_configuration::LaunchConfiguration;
use super::scaling_policy::ScalingPolicy;
use crate::aws::ApiError;
use crate::model::{Argument, Aspects, Fields, Map, Reference, Shape, Value};
use crate::resources::{Asker, AwsFunction, Family, Refusal, Source};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["asg", "autoscaling"], functions: GROUPS },
    &Family { labels: &["asg", "autoscaling"], functions: members::FUNCTIONS },
];

const NAME: Argument = Argument::required("name", Shape::Text, "the group's name");
const LAUNCH: Argument = Argument::required("name", Shape::Text, "the launch configuration's name");

const GROUPS: &[AwsFunction] = &[
    AwsFunction::read(&["boto_asg.exists"], &[NAME], "Tells whether a group exists.", |ask, fields| {
        async move { Ok(find(ask, fields, Aspects::NONE).await?.is_some().into()) }.boxed()
    }),
    AwsFunction::read(
        &["boto_asg.get_config"],
        &[NAME],
        "Answers sizes, tags, policies and scheduled actions of a group; {} when there is none.",
        |ask, fields| {
            async move {
                let found = find(ask, fields, POLICIES | ACTIONS).await?;
                let shown = found.map(|group| shape::config(&fields.required_text("name"), &group));
                Ok(shown.unwrap_or_else(|| Value::Map(Map::new())))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_asg.list_groups"],
        &[],
        "Lists the names of all groups of the region.",
        |ask, _| async move { Ok(ask.once("groups", api::groups(ask.aws())).await?) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_asg.get_scaling_policy_arn"],
        &[
            Argument::required("as_group", Shape::Text, "the group's name"),
            Argument::required("scaling_policy_name", Shape::Text, "the policy's name"),
        ],
        "Answers the ARN of a group's scaling policy; None when there is none.",
        |ask, fields| get_scaling_policy_arn(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_asg.launch_configuration_exists"],
        &[LAUNCH],
        "Tells whether a launch configuration exists.",
        |ask, fields| async move { Ok(is_launched(ask, fields).await?.into()) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_asg.describe_launch_configuration"],
        &[LAUNCH],
        "Answers None when there is no such launch configuration, and refuses to describe one.",
        |ask, fields| {
            async move {
                if is_launched(ask, fields).await? {
                    let message =
                        "objects of Python's boto are not known here; ask launch_configuration_exists";
                    return Err(Refusal::Because(message.to_owned()));
                }
                Ok(Value::Null)
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_asg.list_launch_configurations"],
        &[],
        "Lists the names of all launch configurations of the region.",
        |ask, _| {
            async move { Ok(ask.once("launch configurations", api::launch_configurations(ask.aws())).await?) }
                .boxed()
        },
    ),
];

async fn find(ask: &Asker<'_>, fields: &Fields, aspects: Aspects) -> Result<Option<Arc<Live>>, ApiError> {
    ask.find::<Group>(Reference::new(Group::KIND, fields.required_text("name")), aspects).await
}

async fn is_launched(ask: &Asker<'_>, fields: &Fields) -> Result<bool, ApiError> {
    let reference = Reference::new(LaunchConfiguration::KIND, fields.required_text("name"));
    Ok(ask.find::<LaunchConfiguration>(reference, Aspects::NONE).await?.is_some())
}

async fn get_scaling_policy_arn(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let policy = Reference::new(ScalingPolicy::KIND, fields.required_text("scaling_policy_name"));
    let policy = policy.within(fields.required_text("as_group"));
    let found = ask.attributes(vec![policy], &["arn"]).await?.pop().flatten();
    Ok(found.and_then(|mut it| it.pop()).into())
}
