//! The execution functions of target groups: `boto_elbv2.*`.

use std::sync::Arc;

use futures::future::FutureExt;

use super::registration::{Registration, Target, deregister, find_group, register};
use super::target_group::{self, New, Step, TargetGroup};
use crate::model::{Argument, Aspects, Fields, Map, Reference, Shape, Value};
use crate::resources::{Asker, AwsFunction, Family, Refusal, Source};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[&Family { labels: &["elbv2"], functions: GROUPS }];

/// What a change of a group or of its targets may touch.
const TOUCHED: &[&str] = &[Registration::KIND, TargetGroup::KIND];
const NAME: Argument = Argument::required("name", Shape::Text, "the target group's name or ARN");
const TARGETS: Argument = Argument::required("targets", Shape::Texts, "ids of instances, or addresses");

const GROUPS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_elbv2.target_group_exists"],
        &[NAME],
        "Tells whether a target group exists.",
        "True or False",
        |ask, fields| async move { Ok(find(ask, fields).await?.is_some().into()) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_elbv2.describe_target_health"],
        &[NAME, Argument::optional("targets", Shape::Texts, "ids; all that are registered if left out")],
        "Answers the states of a group's targets by id; {} when there is no such group.",
        "a mapping of ids to states; an empty mapping",
        |ask, fields| describe_target_health(ask, fields).boxed(),
    )
    .after_connection(1),
    AwsFunction::change(
        &["boto_elbv2.create_target_group"],
        target_group::CREATE,
        "Makes a target group; True also when there is one.",
        "True",
        |ask, fields| create(ask, fields).boxed(),
    )
    .after_connection(target_group::CREATE.len() - 4),
    AwsFunction::change(
        &["boto_elbv2.delete_target_group"],
        &[NAME],
        "Deletes a target group; True also when there was none.",
        "True",
        |ask, fields| delete(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_elbv2.register_targets"],
        &[NAME, TARGETS],
        "Puts targets into a group; False when there is no such group.",
        "True, or False",
        |ask, fields| change(ask, fields, true).boxed(),
    ),
    AwsFunction::change(
        &["boto_elbv2.deregister_targets"],
        &[NAME, TARGETS],
        "Takes targets out of a group; False when there is no such group.",
        "True, or False",
        |ask, fields| change(ask, fields, false).boxed(),
    ),
];

async fn find(
    ask: &Asker<'_>,
    fields: &Fields,
) -> Result<Option<Arc<<TargetGroup as Source>::Live>>, Refusal> {
    let reference = Reference::new(TargetGroup::KIND, fields.required_text("name"));
    Ok(ask.find::<TargetGroup>(reference, Aspects::NONE).await?)
}

async fn targets(
    ask: &Asker<'_>,
    fields: &Fields,
) -> Result<Option<Arc<<Registration as Source>::Live>>, Refusal> {
    let reference = Reference::new(Registration::KIND, fields.required_text("name"));
    Ok(ask.find::<Registration>(reference, Aspects::NONE).await?)
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    if find(ask, fields).await?.is_none() {
        let step = Step::Create { new: Box::new(New::read(fields)) };
        ask.change(TOUCHED, target_group::apply(ask.aws(), &step)).await?;
    }
    Ok(true.into())
}

async fn delete(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    if let Some(arn) = find_group(ask.aws(), &fields.required_text("name")).await? {
        ask.change(TOUCHED, target_group::apply(ask.aws(), &Step::Delete { arn })).await?;
    }
    Ok(true.into())
}

async fn describe_target_health(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(group) = targets(ask, fields).await? else { return Ok(Value::Map(Map::new())) };
    let wanted = fields.texts("targets");
    let is_wanted = |id: &String| wanted.as_ref().is_none_or(|wanted| wanted.contains(id));
    let all = group.targets.answer().into_iter().flat_map(|targets| &targets.0);
    let shown = all.filter(|(target, _)| is_wanted(&target.id));
    Ok(shown.map(|(target, health)| (target.id.as_str(), Value::from(health.state.as_str()))).collect())
}

async fn change(ask: &Asker<'_>, fields: &Fields, registers: bool) -> Result<Value, Refusal> {
    let Some(group) = find_group(ask.aws(), &fields.required_text("name")).await? else {
        return Ok(false.into());
    };
    let targets = fields.texts("targets").unwrap_or_default();
    let targets: Vec<Target> = targets.into_iter().map(|id| Target { id, port: None }).collect();
    let done = if registers {
        ask.change(TOUCHED, register(ask.aws(), &group, &targets)).await
    } else {
        ask.change(TOUCHED, deregister(ask.aws(), &group, &targets)).await
    };
    match done {
        Err(error) if error.is_not_found() => Ok(false.into()),
        done => Ok(done.map(|()| true)?.into()),
    }
}
