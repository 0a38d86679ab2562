//! The declaration of an alarm in an SLS.

use super::settings::{Settings, comparison_word};
use super::{actions, dimensions, queries};
use aws::tags;
use model::{Argument, Fields, Function, Ident, Leaves, Problem, Problems, Shape};

/// A declared alarm. Scaling policies in its actions have their names until they are resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// False for `absent`.
    pub present: bool,
    /// The declared settings.
    pub settings: Settings,
    /// All its tags; none if tags are not managed.
    pub tags: Option<tags::Tags>,
}

pub(crate) const STATISTICS: &[&str] = &["Average", "Maximum", "Minimum", "SampleCount", "Sum"];
pub(crate) const COMPARISONS: &[&str] = &[
    ">=",
    ">",
    "<",
    "<=",
    "GreaterThanOrEqualToThreshold",
    "GreaterThanThreshold",
    "LessThanThreshold",
    "LessThanOrEqualToThreshold",
    "LessThanLowerOrGreaterThanUpperThreshold",
    "LessThanLowerThreshold",
    "GreaterThanUpperThreshold",
];

const ATTRIBUTES: &[Argument] = &[
    Argument::optional("metric", Shape::Text, "the metric's name").alias(&["MetricName", "metric_name"]),
    Argument::optional("namespace", Shape::Text, "the metric's namespace").alias(&["Namespace"]),
    Argument::optional("statistic", Shape::Word(STATISTICS), "the statistic over a period")
        .alias(&["Statistic"]),
    Argument::optional("extended_statistic", Shape::Text, "a percentile instead of a statistic: p99")
        .alias(&["ExtendedStatistic"]),
    Argument::optional("comparison", Shape::Word(COMPARISONS), "the comparison with the threshold")
        .alias(&["ComparisonOperator", "comparison_operator"]),
    Argument::optional("threshold", Shape::Number, "the value that the metric is compared with")
        .alias(&["Threshold"]),
    Argument::optional("threshold_metric_id", Shape::Text, "id of the query that is the threshold")
        .alias(&["ThresholdMetricId"]),
    Argument::optional("period", Shape::Integer, "length of a period in seconds").alias(&["Period"]),
    Argument::optional("evaluation_periods", Shape::Integer, "how many periods are evaluated")
        .alias(&["EvaluationPeriods"]),
    Argument::optional("datapoints_to_alarm", Shape::Integer, "how many of them must breach")
        .alias(&["DatapointsToAlarm"]),
    Argument::optional(
        "treat_missing_data",
        Shape::Word(&["missing", "ignore", "breaching", "notBreaching"]),
        "how a period without data counts",
    )
    .alias(&["TreatMissingData"]),
    Argument::optional(
        "evaluate_low_sample_count_percentile",
        Shape::Word(&["evaluate", "ignore"]),
        "what happens when a percentile has too few samples",
    )
    .alias(&["EvaluateLowSampleCountPercentile"]),
    Argument::optional("unit", Shape::Text, "the metric's unit; '' for any").alias(&["Unit"]),
    Argument::optional("description", Shape::Text, "what the alarm means")
        .alias(&["AlarmDescription", "alarm_description"]),
    Argument::optional("dimensions", dimensions::SHAPE, "the dimensions of the metric")
        .alias(&["Dimensions"]),
    Argument::optional("metrics", Shape::Records(queries::QUERY), "queries, instead of one metric")
        .alias(&["Metrics"]),
    Argument::optional("actions_enabled", Shape::Boolean, "carry out actions (AWS's default: true)")
        .alias(&["ActionsEnabled"]),
    Argument::optional("alarm_actions", Shape::Texts, "ARNs, or scaling_policy:<group>:<policy>")
        .alias(&["AlarmActions"]),
    Argument::optional("insufficient_data_actions", Shape::Texts, "likewise, when data is missing")
        .alias(&["InsufficientDataActions"]),
    Argument::optional("ok_actions", Shape::Texts, "likewise, when the alarm is OK again")
        .alias(&["OKActions"]),
    Argument::optional("tags", tags::SHAPE, "all tags of the alarm").alias(&["Tags"]),
];

const PRESENT: &[Argument] = &[
    Argument::required("name", Shape::Text, "the alarm's name").alias(&["AlarmName"]),
    Argument::required("attributes", Shape::Merged(ATTRIBUTES), "the alarm's settings"),
];

const ABSENT: &[Argument] =
    &[Argument::required("name", Shape::Text, "the alarm's name").alias(&["AlarmName"])];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::present(
        &["boto_cloudwatch_alarm.present", "boto3_cloudwatch_alarm.present"],
        PRESENT,
        "Makes sure that an alarm exists and has the declared settings.",
    ),
    Function::absent(
        &["boto_cloudwatch_alarm.absent", "boto3_cloudwatch_alarm.absent"],
        ABSENT,
        "Makes sure that an alarm does not exist.",
    ),
];

pub(super) fn read(function: &Function, fields: &Fields, problems: &mut Problems) -> Spec {
    let present = function.leaves == Leaves::Present;
    let name = fields.required_text("name");
    let attributes = if present { fields.record("attributes") } else { None };
    let Some(attributes) = attributes else { return Spec { name, present, ..Spec::default() } };
    check_exclusions(&attributes, problems);
    let tags = tags::read(&attributes, "tags");
    Spec { name, present, settings: settings(&attributes, problems), tags }
}

fn settings(fields: &Fields, problems: &mut Problems) -> Settings {
    let queries = fields.records("metrics");
    let queries = queries.map(|all| all.iter().map(|query| queries::read(query, problems)).collect());
    Settings {
        metric: fields.text("metric"),
        namespace: fields.text("namespace"),
        statistic: fields.text("statistic"),
        extended_statistic: fields.text("extended_statistic"),
        comparison: fields.text("comparison").map(|typed| comparison_word(&typed)),
        threshold: fields.number("threshold"),
        period: fields.integer32("period"),
        evaluation_periods: fields.integer32("evaluation_periods"),
        datapoints_to_alarm: fields.integer32("datapoints_to_alarm"),
        treat_missing_data: fields.text("treat_missing_data"),
        low_sample_percentile: fields.text("evaluate_low_sample_count_percentile"),
        unit: fields.text("unit"),
        description: fields.text("description"),
        dimensions: fields
            .node("dimensions")
            .and_then(|node| dimensions::read(node).map_err(|problem| problems.push(problem)).ok()),
        metrics: queries,
        threshold_metric_id: fields.text("threshold_metric_id"),
        actions_enabled: fields.boolean("actions_enabled"),
        alarm_actions: action_list(fields, "alarm_actions", problems),
        ok_actions: action_list(fields, "ok_actions", problems),
        insufficient_data_actions: action_list(fields, "insufficient_data_actions", problems),
    }
}

fn action_list(fields: &Fields, name: &str, problems: &mut Problems) -> Option<Vec<Ident>> {
    let actions = fields.comma_texts(name)?;
    for action in actions.iter().filter(|action| actions::scaling_policy(action).is_err()) {
        let problem =
            Problem::at(fields.place_of(name), format!("'{action}' does not name a scaling policy"));
        problems.push(problem.hint("write scaling_policy:<auto scaling group>:<policy>"));
    }
    Some(actions.into_iter().map(Ident::Known).collect())
}

fn check_exclusions(fields: &Fields, problems: &mut Problems) {
    const PAIRS: &[(&str, &str)] =
        &[("statistic", "extended_statistic"), ("metric", "metrics"), ("threshold", "threshold_metric_id")];
    for (one, other) in PAIRS.iter().filter(|(one, other)| fields.has(one) && fields.has(other)) {
        let message = format!("'{one}' and '{other}' exclude each other");
        problems.push(Problem::at(fields.place_of(other), message).hint("keep one of the two"));
    }
}
