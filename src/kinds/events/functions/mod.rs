//! The execution functions of EventBridge: `boto_cloudwatch_event.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_cloudwatch_event.html>.

mod targets;

use std::sync::Arc;

use futures::future::FutureExt;

use super::rule::{Rule, Settings, Step, Which, apply, rules};
use aws::ApiError;
use aws::tags::Tags;
use kind::settings::Settings as _;
use kind::{Asker, AwsFunction, Family, Refusal, Source};
use model::{Argument, Aspects, Fields, Ident, Map, Reference, Shape, Value};

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[
    &Family { labels: &["events"], functions: RULES },
    &Family { labels: &["events"], functions: targets::FUNCTIONS },
];

type Live = <Rule as Source>::Live;

const NAME: Argument = Argument::required("Name", Shape::Text, "the rule's name");
const RULE: Argument = Argument::required("Rule", Shape::Text, "the rule's name");

const ROLE: Argument = Argument::optional("RoleArn", Shape::Text, "the role that calls the targets, by ARN");
const SETTINGS: &[Argument] = Settings::ARGUMENTS;
/// In Salt's order.
const WHOLE: &[Argument] = &[NAME, SETTINGS[0], SETTINGS[1], SETTINGS[2], ROLE, SETTINGS[3]];

const RULES: &[AwsFunction] = &[
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
        "a list of mappings: Name, Arn, EventBusName, State, and what else it has; an empty list",
        |ask, _fields| {
            async move {
                let read = async {
                    let all = rules(ask.aws()).await?;
                    Ok(Value::List(all.iter().map(listed).collect()))
                };
                Ok(ask.once("ListRules", read).await?)
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_cloudwatch_event.create_or_update", "boto3_cloudwatch_event.create_or_update"],
        WHOLE,
        "Creates a rule on the default event bus, or replaces all its settings: a setting that is left out is removed.",
        "a mapping: created (True), arn",
        |ask, fields| create_or_update(ask, fields).boxed(),
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

/// A rule as AWS lists it: only the keys that have a value, and the event bus.
fn listed(live: &Live) -> Value {
    let all = described(live).as_map().cloned().unwrap_or_default();
    let had = all.into_iter().filter(|(_, value)| !value.is_null());
    Value::Map(had.chain([("EventBusName".into(), "default".into())]).collect::<Map>())
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

async fn create_or_update(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text(NAME.name);
    let step = Step::Put {
        rule: Which { name: name.clone(), bus: None },
        settings: Box::new(Settings::read(fields)),
        role: fields.text(ROLE.name).map(Ident::from),
        tags: Tags::new(),
    };
    ask.change(&[Rule::KIND], apply(ask.aws(), &step)).await?;
    let made = find(ask, &name, Aspects::NONE).await?;
    let arn = made.map(|live| live.arn.clone());
    Ok([("created", Value::from(true)), ("arn", arn.into())].into_iter().collect())
}
