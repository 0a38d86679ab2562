//! `boto_cloudwatch.create_or_update_alarm`.

use super::arns;
use crate::alarm::diff::Step;
use crate::alarm::settings::{Settings, comparison_word};
use crate::alarm::spec::{COMPARISONS, STATISTICS};
use crate::alarm::{Alarm, dimensions};
use aws::tags::Tags;
use kind::{Asker, Refusal, Resource, Source};
use model::{Argument, Fields, Ident, Problems, Shape, Value};

pub(super) const ARGUMENTS: &[Argument] = &[
    Argument::optional("connection", Shape::Any, "not used"),
    Argument::required("name", Shape::Text, "the alarm's name"),
    Argument::required("metric", Shape::Text, "the metric's name"),
    Argument::required("namespace", Shape::Text, "the metric's namespace"),
    Argument::required("statistic", Shape::Word(STATISTICS), "the statistic over a period"),
    Argument::required("comparison", Shape::Word(COMPARISONS), "the comparison with the threshold"),
    Argument::required("threshold", Shape::Number, "the value that the metric is compared with"),
    Argument::required("period", Shape::Integer, "length of a period in seconds"),
    Argument::required("evaluation_periods", Shape::Integer, "how many periods are evaluated"),
    Argument::optional("unit", Shape::Text, "the metric's unit"),
    Argument::optional("description", Shape::Text, "what the alarm means"),
    Argument::optional("dimensions", dimensions::SHAPE, "the dimensions of the metric"),
    Argument::optional("alarm_actions", Shape::Texts, "ARNs, or scaling_policy:<group>:<policy>"),
    Argument::optional("insufficient_data_actions", Shape::Texts, "likewise, when data is missing"),
    Argument::optional("ok_actions", Shape::Texts, "likewise, when the alarm is OK again"),
];

pub(super) async fn put(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let mut problems = Problems::default();
    let read = |node| dimensions::read(node).map_err(|problem| problems.push(problem)).ok();
    let dimensions = fields.node("dimensions").and_then(read);
    if !problems.is_empty() {
        return Err(Refusal::Because(problems.to_string()));
    }
    let settings = Settings {
        metric: fields.text("metric"),
        namespace: fields.text("namespace"),
        statistic: fields.text("statistic"),
        comparison: fields.text("comparison").map(|typed| comparison_word(&typed)),
        threshold: fields.number("threshold"),
        period: fields.integer32("period"),
        evaluation_periods: fields.integer32("evaluation_periods"),
        unit: fields.text("unit"),
        description: fields.text("description"),
        dimensions,
        alarm_actions: actions(ask, fields, "alarm_actions").await?,
        insufficient_data_actions: actions(ask, fields, "insufficient_data_actions").await?,
        ok_actions: actions(ask, fields, "ok_actions").await?,
        ..Settings::default()
    };
    let step =
        Step::Put { name: fields.required_text("name"), settings: Box::new(settings), tags: Tags::default() };
    ask.change(&[Alarm::KIND], Alarm::apply(ask.aws(), &step)).await?;
    Ok(true.into())
}

async fn actions(ask: &Asker<'_>, fields: &Fields, name: &str) -> Result<Option<Vec<Ident>>, Refusal> {
    let Some(given) = fields.comma_texts(name) else { return Ok(None) };
    let found = arns(ask, &given).await?;
    let found = found.as_list().unwrap_or_default().iter().filter_map(Value::as_str);
    Ok(Some(found.map(|arn| Ident::Known(arn.to_owned())).collect()))
}
