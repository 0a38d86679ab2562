//! `boto_cloudwatch.*`.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.boto_cloudwatch.html>.

mod api;
mod put;

use futures::future::FutureExt;

use super::alarm::Alarm;
use super::alarm::actions::scaling_policy;
use super::alarm::diff::Step;
use super::alarm::settings::Settings;
use kind::{Asker, AwsFunction, Family, Refusal, Resource, Source};
use model::{Argument, Aspects, Fields, Ident, Map, Reference, Shape, Value};

const NAME: Argument = Argument::required("name", Shape::Text, "the alarm's name");

/// The functions by Salt module.
pub const FUNCTIONS: &[&Family] = &[&Family {
    labels: &["cloudwatch"],
    functions: &[
        AwsFunction::read(
            &["boto_cloudwatch.get_alarm"],
            &[NAME],
            "Returns the settings of an alarm under boto's names; None when there is none.",
            "a mapping: name, metric, namespace, statistic, comparison, threshold, period, evaluation_periods, unit, description, dimensions and the lists of actions; None",
            |ask, fields| get_alarm(ask, fields).boxed(),
        ),
        AwsFunction::read(
            &["boto_cloudwatch.get_all_alarms"],
            &[Argument::optional("prefix", Shape::Text, "text before each name")],
            "Returns states that declare the existing alarms, as YAML.",
            "a text: YAML",
            |ask, fields| get_all_alarms(ask, fields).boxed(),
        ),
        AwsFunction::read(
            &["boto_cloudwatch.convert_to_arn"],
            &[Argument::required("arns", Shape::Texts, "ARNs, or scaling_policy:<group>:<policy>")],
            "Returns the ARNs of actions; a scaling policy that does not exist is an error.",
            "a list of ARNs, in the order of the argument",
            |ask, fields| convert_to_arn(ask, fields).boxed(),
        ),
        AwsFunction::change(
            &["boto_cloudwatch.create_or_update_alarm"],
            put::ARGUMENTS,
            "Makes a metric alarm, or replaces all settings of one.",
            "True",
            |ask, fields| put::put(ask, fields).boxed(),
        ),
        AwsFunction::change(
            &["boto_cloudwatch.delete_alarm"],
            &[NAME],
            "Deletes an alarm; True also when there is none.",
            "True",
            |ask, fields| delete_alarm(ask, fields).boxed(),
        ),
    ],
}];

async fn get_alarm(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("name");
    let found = ask.find::<Alarm>(Reference::new(Alarm::KIND, &name), Aspects::NONE).await?;
    let metric = found.filter(|alarm| !alarm.is_composite);
    Ok(metric.map(|alarm| shown(&name, &alarm.settings)).into())
}

/// An alarm as boto 2 knows it.
fn shown(name: &str, settings: &Settings) -> Value {
    let canonical = settings.canonical();
    let of = |key: &str| canonical.iter().find(|(name, _)| *name == key).and_then(|(_, value)| value.clone());
    let actions = |actions: &Option<Vec<Ident>>| {
        Value::List(actions.iter().flatten().map(|action| action.as_str().into()).collect())
    };
    let mut pairs = vec![("name", Value::from(name))];
    for key in ["metric", "namespace", "statistic", "comparison", "threshold", "period", "evaluation_periods"]
    {
        pairs.push((key, of(key).into()));
    }
    pairs.push(("unit", of("unit").into()));
    pairs.push(("description", of("description").into()));
    pairs.push(("dimensions", of("dimensions").unwrap_or_else(|| Value::Map(Map::new()))));
    pairs.push(("alarm_actions", actions(&settings.alarm_actions)));
    pairs.push(("insufficient_data_actions", actions(&settings.insufficient_data_actions)));
    pairs.push(("ok_actions", actions(&settings.ok_actions)));
    pairs.into_iter().collect()
}

async fn get_all_alarms(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let prefix = fields.text("prefix").unwrap_or_default();
    let names = ask.once("alarms", api::names(ask.aws())).await?;
    let names: Vec<&str> = names.as_list().unwrap_or_default().iter().filter_map(Value::as_str).collect();
    let names: Vec<&str> =
        names.into_iter().filter(|name| prefix.is_empty() || !name.starts_with(&prefix)).collect();
    let references = names.iter().map(|name| Reference::new(Alarm::KIND, *name)).collect();
    let alarms = ask.find_all::<Alarm>(references, Aspects::NONE).await?;
    let states: Value = names
        .iter()
        .zip(alarms)
        .filter_map(|(name, alarm)| Some((name, alarm.filter(|alarm| !alarm.is_composite)?)))
        .map(|(name, alarm)| {
            let name = format!("{prefix}{name}");
            (format!("manage alarm {name}"), state(&name, &alarm.settings))
        })
        .collect();
    let text = serde_yaml::to_string(&states.to_json());
    text.map(Value::from).map_err(|error| Refusal::Because(error.to_string()))
}

fn state(name: &str, settings: &Settings) -> Value {
    let one = |key: &str, value: Value| -> Value { [(key, value)].into_iter().collect() };
    let Value::Map(mut attributes) = shown(name, settings) else { return Value::Null };
    attributes.shift_remove("name");
    let arguments = vec![one("name", name.into()), one("attributes", Value::Map(attributes))];
    one("boto_cloudwatch_alarm.present", Value::List(arguments))
}

async fn convert_to_arn(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    arns(ask, &fields.texts("arns").unwrap_or_default()).await
}

/// The ARNs of actions.
async fn arns(ask: &Asker<'_>, given: &[String]) -> Result<Value, Refusal> {
    let policies: Vec<Option<Reference>> = given
        .iter()
        .map(|action| {
            let message = || format!("'{action}' does not name a scaling policy");
            scaling_policy(action).map_err(|()| Refusal::Because(message()))
        })
        .collect::<Result<_, _>>()?;
    let asked = policies.iter().flatten().cloned().collect();
    let mut found = ask.attributes(asked, &["arn"]).await?.into_iter();
    let arns = given.iter().zip(policies).map(|(action, policy)| {
        if policy.is_none() {
            return Ok(Value::from(action.as_str()));
        }
        let arn = found.next().flatten().and_then(|mut values| values.pop());
        arn.ok_or_else(|| Refusal::Because(format!("there is no {action}")))
    });
    Ok(Value::List(arns.collect::<Result<_, Refusal>>()?))
}

async fn delete_alarm(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let step = Step::Delete { name: fields.required_text("name") };
    ask.change(&[Alarm::KIND], Alarm::apply(ask.aws(), &step)).await?;
    Ok(true.into())
}
