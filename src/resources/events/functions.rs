//! The execution functions of EventBridge: `boto_cloudwatch_event.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_cloudwatch_event.html>.

use std::sync::Arc;

use futures::future::FutureExt;

use super::rule::{Rule, Step, TARGETS, Which, apply, rules};
use crate::aws::ApiError;
use crate::model::{Argument, Aspects, Fields, Reference, Shape, Value};
use crate::resources::settings::Settings;
use crate::resources::{Asker, AwsFunction, Family, Refusal, Source};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[&Family { labels: &["events"], functions: EVENTS }];

type Live = <Rule as Source>::Live;

const NAME: Argument = Argument::required("Name", Shape::Text, "the rule's name");
const RULE: Argument = Argument::required("Rule", Shape::Text, "the rule's name");

const EVENTS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_cloudwatch_event.exists", "boto3_cloudwatch_event.exists"],
        &[NAME],
        "Returns whether a rule of the default event bus exists.",
        "a mapping: exists (True or False)",
        |ask, fields| {
            async move {
                let found = find(ask, &fields.required_text("Name"), Aspects::NONE).await?;
                Ok(one("exists", found.is_some().into()))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_cloudwatch_event.describe", "boto3_cloudwatch_event.describe"],
        &[NAME],
        "Describes a rule of the default event bus.",
        "a mapping: rule (a mapping of boto, or None when there is no such rule)",
        |ask, fields| {
            async move {
                let found = find(ask, &fields.required_text("Name"), Aspects::NONE).await?;
                Ok(one("rule", found.as_deref().map(described).unwrap_or_default()))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_cloudwatch_event.list_rules", "boto3_cloudwatch_event.list_rules"],
        &[],
        "Lists the rules of the default event bus.",
        "a list of mappings of boto",
        |ask, _fields| {
            async move {
                let read = async {
                    let all = rules(ask.aws()).await?;
                    Ok(Value::List(all.iter().map(described).collect()))
                };
                Ok(ask.once("ListRules", read).await?)
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_cloudwatch_event.list_targets", "boto3_cloudwatch_event.list_targets"],
        &[RULE],
        "Lists the targets of a rule of the default event bus.",
        "a mapping: targets (a list of mappings: Id, Arn, Input, InputPath; None when there is no such rule)",
        |ask, fields| targets(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_cloudwatch_event.delete", "boto3_cloudwatch_event.delete"],
        &[NAME],
        "Deletes a rule of the default event bus; True also when there was none.",
        "a mapping: deleted (True)",
        |ask, fields| {
            async move {
                let rule = Which { name: fields.required_text("Name"), bus: None };
                ask.change(&[Rule::KIND], apply(ask.aws(), &Step::Delete { rule })).await?;
                Ok(one("deleted", true.into()))
            }
            .boxed()
        },
    ),
];

fn one(key: &str, value: Value) -> Value {
    [(key, value)].into_iter().collect()
}

async fn find(ask: &Asker<'_>, name: &str, aspects: Aspects) -> Result<Option<Arc<Live>>, ApiError> {
    ask.find::<Rule>(Reference::new(Rule::KIND, name), aspects).await
}

/// A rule with the keys that Salt takes from boto's response.
fn described(live: &Live) -> Value {
    let role = Some(live.role.as_str()).filter(|role| !role.is_empty());
    let mut all = vec![
        ("Name", Value::from(live.name.as_str())),
        ("Arn", live.arn.as_str().into()),
        ("RoleArn", role.map(Value::from).unwrap_or_default()),
    ];
    let mut settings: std::collections::BTreeMap<_, _> = live.settings.entries().into_iter().collect();
    // Salt shows the pattern as text.
    let pattern = live.settings.pattern.as_ref().map(|it| Value::from(it.text.as_str()));
    settings.insert("EventPattern", pattern.unwrap_or_default());
    let none_for_empty = |value: Value| if value.as_str() == Some("") { Value::Null } else { value };
    all.extend(settings.into_iter().map(|(key, value)| (key, none_for_empty(value))));
    all.into_iter().collect()
}

async fn targets(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(live) = find(ask, &fields.required_text("Rule"), TARGETS).await? else {
        return Ok(one("targets", Value::Null));
    };
    let target = |(id, settings): (&String, &serde_json::Value)| -> Value {
        let parts = ["Arn", "Input", "InputPath"].into_iter().filter_map(|key| {
            let text = settings.get(key)?.as_str()?;
            Some((key, Value::from(text)))
        });
        [("Id", Value::from(id.as_str()))].into_iter().chain(parts).collect()
    };
    let all = live.targets.answer().into_iter().flatten().map(target);
    Ok(one("targets", Value::List(all.collect())))
}
