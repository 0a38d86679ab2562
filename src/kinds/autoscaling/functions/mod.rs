//! The execution functions of Auto Scaling: `boto_asg.*`.

mod api;
mod carried_out;
mod members;
mod shape;

use std::sync::Arc;

use futures::future::FutureExt;

use self::shape::Live;
use super::group::{ACTIONS, Group, POLICIES};
use super::launch_configuration::LaunchConfiguration;
use super::scaling_policy::ScalingPolicy;
use aws::ApiError;
use kind::{Asker, AwsFunction, Family, Refusal, Resource, Source};
use model::user_data::{self, CLOUD_INIT};
use model::{Argument, Aspects, Fields, Map, Problems, Reference, Shape, Value};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["asg", "autoscaling"], functions: GROUPS },
    &Family { labels: &["asg", "autoscaling"], functions: members::FUNCTIONS },
    &Family { labels: &["asg", "autoscaling"], functions: carried_out::FUNCTIONS },
];

const NAME: Argument = Argument::required("name", Shape::Text, "the group's name");
const LAUNCH: Argument = Argument::required("name", Shape::Text, "the launch configuration's name");

const GROUPS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_asg.exists"],
        &[NAME],
        "Returns whether a group exists.",
        "True or False",
        |ask, fields| async move { Ok(find(ask, fields, Aspects::NONE).await?.is_some().into()) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_asg.get_config"],
        &[NAME],
        "Returns sizes, tags, policies and scheduled actions of a group; {} when there is none.",
        "a mapping of settings, named as the arguments of boto_asg.present; an empty mapping",
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
        "a list of names",
        |ask, _| async move { Ok(ask.once("groups", api::groups(ask.aws())).await?) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_asg.get_scaling_policy_arn"],
        &[
            Argument::required("as_group", Shape::Text, "the group's name"),
            Argument::required("scaling_policy_name", Shape::Text, "the policy's name"),
        ],
        "Returns the ARN of a group's scaling policy; None when there is none.",
        "the ARN as text, or None",
        |ask, fields| get_scaling_policy_arn(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_asg.launch_configuration_exists"],
        &[LAUNCH],
        "Returns whether a launch configuration exists.",
        "True or False",
        |ask, fields| async move { Ok(is_launched(ask, fields).await?.into()) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_asg.describe_launch_configuration"],
        &[LAUNCH],
        "Returns None when there is no such launch configuration. Any other is refused.",
        "None, or an error",
        |ask, fields| {
            async move {
                if is_launched(ask, fields).await? {
                    let message =
                        "this program cannot return objects of Python's boto; call launch_configuration_exists";
                    return Err(Refusal::Because(message.to_owned()));
                }
                Ok(Value::Null)
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_asg.delete"],
        &[NAME, Argument::optional("force", Shape::Boolean, "also delete its instances; false if left out")],
        "Deletes a group; False when there is none.",
        "True, or False",
        |ask, fields| delete(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_asg.delete_launch_configuration"],
        &[LAUNCH],
        "Deletes a launch configuration; False when there is none.",
        "True, or False",
        |ask, fields| delete_launch_configuration(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_asg.get_cloud_init_mime"],
        &[Argument::required("cloud_init", Shape::Merged(CLOUD_INIT), "boothooks, scripts and cloud-config")],
        "Returns user data as boto_asg.present sends it.",
        "a text: one MIME message",
        |_, fields| {
            async move {
                let mut problems = Problems::default();
                let text = fields.node("cloud_init").map(|node| user_data::compose(node, &mut problems));
                if !problems.is_empty() {
                    return Err(Refusal::Because(problems.to_string()));
                }
                Ok(text.into())
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_asg.get_all_groups"],
        &[],
        "Not built: Salt returns objects of Python's boto. Call boto_asg.list_groups or get_config instead.",
        "an error, always",
        |_, _| no_objects("boto_asg.list_groups and boto_asg.get_config").boxed(),
    ),
    AwsFunction::read(
        &["boto_asg.get_all_launch_configurations"],
        &[],
        "Not built: Salt returns objects of Python's boto. boto_asg.list_launch_configurations returns the names.",
        "an error, always",
        |_, _| no_objects("boto_asg.list_launch_configurations").boxed(),
    ),
    AwsFunction::read(
        &["boto_asg.list_launch_configurations"],
        &[],
        "Lists the names of all launch configurations of the region.",
        "a list of names",
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

async fn no_objects(instead: &str) -> Result<Value, Refusal> {
    Err(Refusal::Because(format!("this program cannot return objects of Python's boto; call {instead}")))
}

async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    if find(ask, fields, Aspects::NONE).await?.is_none() {
        return Ok(false.into());
    }
    let force = fields.boolean("force").unwrap_or(false);
    let step = super::group::diff::Step::Delete { group: fields.required_text("name"), force };
    ask.change(&[Group::KIND, ScalingPolicy::KIND], Group::apply(ask.aws(), &step)).await?;
    Ok(true.into())
}

async fn delete_launch_configuration(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    if !is_launched(ask, fields).await? {
        return Ok(false.into());
    }
    let step = super::launch_configuration::diff::Step::Delete { name: fields.required_text("name") };
    ask.change(&[LaunchConfiguration::KIND], LaunchConfiguration::apply(ask.aws(), &step)).await?;
    Ok(true.into())
}

async fn get_scaling_policy_arn(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let policy = Reference::new(ScalingPolicy::KIND, fields.required_text("scaling_policy_name"));
    let policy = policy.within(fields.required_text("as_group"));
    let found = ask.attributes(vec![policy], &["arn"]).await?.pop().flatten();
    Ok(found.and_then(|mut it| it.pop()).into())
}
