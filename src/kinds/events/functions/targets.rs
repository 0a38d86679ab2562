//! Functions about the targets of a rule.

use futures::future::FutureExt;
use serde_json::Value as Json;

use super::{RULE, find, one};
use crate::rule::target::{self, Target};
use crate::rule::{Rule, Step, TARGETS, Which, apply};
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Fields, Problems, Reference, Shape, Value};

const PUT: Argument = Argument { required: true, ..target::ARGUMENT };
const IDS: Argument = Argument::required("Ids", Shape::Texts, "ids of targets: a list, also as JSON");

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_cloudwatch_event.list_targets", "boto3_cloudwatch_event.list_targets"],
        &[RULE],
        "Lists the targets of a rule of the default event bus.",
        "a mapping: targets (a list of mappings: Id, Arn, Input, InputPath; None when there is no such rule)",
        |ask, fields| list(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_cloudwatch_event.put_targets", "boto3_cloudwatch_event.put_targets"],
        &[RULE, PUT],
        "Adds targets to a rule of the default event bus, or overwrites those of the same ids.",
        "a mapping: failures (None)",
        |ask, fields| put(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_cloudwatch_event.remove_targets", "boto3_cloudwatch_event.remove_targets"],
        &[RULE, IDS],
        "Removes targets from a rule on the default event bus; ids that do not exist are ignored.",
        "a mapping: failures (None)",
        |ask, fields| {
            async move {
                let gone = ids(fields)?;
                change(ask, Step::RemoveTargets { rule: which(fields), gone }).await
            }
            .boxed()
        },
    ),
];

fn which(fields: &Fields) -> Which {
    Which { name: fields.required_text(RULE.name), bus: None }
}

/// Makes one call of the kind, which fails if AWS refuses one of the targets.
async fn change(ask: &Asker<'_>, step: Step) -> Result<Value, Refusal> {
    ask.change(&[Rule::KIND], apply(ask.aws(), &step)).await?;
    Ok(one("failures", Value::Null))
}

async fn list(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let Some(live) = find(ask, &fields.required_text(RULE.name), TARGETS).await? else {
        return Ok(one("targets", Value::Null));
    };
    let target = |(id, settings): (&String, &Json)| -> Value {
        let shown = ["Arn", "Input", "InputPath"].into_iter().filter_map(|key| {
            let text = settings.get(key)?.as_str()?;
            Some((key, Value::from(text)))
        });
        [("Id", Value::from(id.as_str()))].into_iter().chain(shown).collect()
    };
    let all = live.targets.answer().into_iter().flatten().map(target);
    Ok(one("targets", Value::List(all.collect())))
}

async fn put(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let mut problems = Problems::default();
    let all = target::read(fields, &mut problems).unwrap_or_default();
    if !problems.is_empty() {
        return Err(Refusal::Because(problems.to_string()));
    }
    let mut targets = vec![];
    for Target { id, named, mut settings } in all {
        if let Some(named) = named {
            settings["Arn"] = arn(ask, named).await?.into();
        }
        targets.push((id, settings));
    }
    change(ask, Step::PutTargets { rule: which(fields), targets }).await
}

/// The ARN of the resource that a target names.
async fn arn(ask: &Asker<'_>, named: Reference) -> Result<String, Refusal> {
    let missing = Refusal::Because(format!("{named} does not exist"));
    let found = ask.attributes(vec![named], &["arn"]).await?.into_iter().flatten().flatten().next();
    found.as_ref().and_then(Value::as_str).map(str::to_owned).ok_or(missing)
}

/// A list as it is, or as JSON.
fn ids(fields: &Fields) -> Result<Vec<String>, Refusal> {
    let Some(text) = fields.text(IDS.name) else { return Ok(fields.texts(IDS.name).unwrap_or_default()) };
    serde_json::from_str(&text)
        .map_err(|_| Refusal::Because(format!("'Ids' is no list, nor one in JSON: {text}")))
}
