//! Metric math: the queries of an alarm over several metrics.
//!
//! See <https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_MetricDataQuery.html>.

use super::dimensions::{self, Dimension};
use model::{Argument, Fields, Problems, Shape, Value};

/// One metric or one expression.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Query {
    /// `Id`.
    pub id: String,
    /// `Expression`.
    pub expression: Option<String>,
    /// `Label`.
    pub label: Option<String>,
    /// `ReturnData`; AWS's default is true.
    pub return_data: bool,
    /// `Period` of an expression.
    pub period: Option<i32>,
    /// `AccountId`.
    pub account_id: Option<String>,
    /// `MetricStat`.
    pub stat: Option<MetricStat>,
}

/// A metric with its statistic.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct MetricStat {
    /// `Metric.Namespace`.
    pub namespace: Option<String>,
    /// `Metric.MetricName`.
    pub metric: Option<String>,
    /// `Metric.Dimensions`.
    pub dimensions: Vec<Dimension>,
    /// `Period`, in seconds.
    pub period: i32,
    /// `Stat`.
    pub stat: String,
    /// `Unit`.
    pub unit: Option<String>,
}

const METRIC: &[Argument] = &[
    Argument::optional("namespace", Shape::Text, "the metric's namespace").alias(&["Namespace"]),
    Argument::optional("metric", Shape::Text, "the metric's name").alias(&["MetricName", "metric_name"]),
    Argument::optional("dimensions", dimensions::SHAPE, "the metric's dimensions").alias(&["Dimensions"]),
];

const STAT: &[Argument] = &[
    Argument::required("metric", Shape::Record(METRIC), "the metric").alias(&["Metric"]),
    Argument::required("period", Shape::Integer, "length of a period in seconds").alias(&["Period"]),
    Argument::required("stat", Shape::Text, "the statistic, such as Average or p99").alias(&["Stat"]),
    Argument::optional("unit", Shape::Text, "the unit").alias(&["Unit"]),
];

/// The keys of a query.
pub(super) const QUERY: &[Argument] = &[
    Argument::required("id", Shape::Text, "the query's id").alias(&["Id"]),
    Argument::optional("expression", Shape::Text, "a math expression over other queries")
        .alias(&["Expression"]),
    Argument::optional("label", Shape::Text, "a label for people").alias(&["Label"]),
    Argument::optional(
        "return_data",
        Shape::Boolean,
        "true for the query that the alarm watches (default: true)",
    )
    .alias(&["ReturnData"]),
    Argument::optional("period", Shape::Integer, "length of a period in seconds").alias(&["Period"]),
    Argument::optional("account_id", Shape::Text, "the account of the metric").alias(&["AccountId"]),
    Argument::optional("metric_stat", Shape::Record(STAT), "a metric with its statistic")
        .alias(&["MetricStat"]),
];

pub(super) fn read(fields: &Fields, problems: &mut Problems) -> Query {
    Query {
        id: fields.required_text("id"),
        expression: fields.text("expression"),
        label: fields.text("label"),
        return_data: fields.boolean("return_data").unwrap_or(true),
        period: fields.integer32("period"),
        account_id: fields.text("account_id"),
        stat: fields.record("metric_stat").map(|stat| metric_stat(&stat, problems)),
    }
}

fn metric_stat(fields: &Fields, problems: &mut Problems) -> MetricStat {
    let metric = fields.record("metric");
    let of = |name| metric.as_ref().and_then(|metric| metric.text(name));
    let dimensions = metric.as_ref().and_then(|metric| metric.node("dimensions")).map(dimensions::read);
    MetricStat {
        namespace: of("namespace"),
        metric: of("metric"),
        dimensions: dimensions
            .and_then(|read| read.map_err(|problem| problems.push(problem)).ok())
            .unwrap_or_default(),
        period: fields.integer32("period").unwrap_or_default(),
        stat: fields.required_text("stat"),
        unit: fields.text("unit"),
    }
}

/// The queries by id, in canonical form.
pub(super) fn to_value(queries: &[Query]) -> Value {
    let mut queries: Vec<&Query> = queries.iter().collect();
    queries.sort_by(|a, b| a.id.cmp(&b.id));
    Value::List(queries.into_iter().map(shown).collect())
}

fn shown(query: &Query) -> Value {
    let stat = query.stat.as_ref();
    let pairs: [(&str, Value); 11] = [
        ("id", query.id.as_str().into()),
        ("expression", query.expression.as_deref().into()),
        ("label", query.label.as_deref().into()),
        ("return_data", query.return_data.into()),
        ("period", query.period.or_else(|| stat.map(|stat| stat.period)).into()),
        ("account_id", query.account_id.as_deref().into()),
        ("namespace", stat.and_then(|stat| stat.namespace.as_deref()).into()),
        ("metric", stat.and_then(|stat| stat.metric.as_deref()).into()),
        ("dimensions", stat.map_or(Value::Null, |stat| dimensions::to_value(&stat.dimensions))),
        ("stat", stat.map(|stat| stat.stat.as_str()).into()),
        ("unit", stat.and_then(|stat| stat.unit.as_deref()).into()),
    ];
    pairs.into_iter().filter(|(_, value)| !value.is_null()).collect()
}
