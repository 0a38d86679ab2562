//! The settings of an alarm: one shape for declared settings, for AWS's settings and for requests.

use super::dimensions::{self, Dimension};
use super::queries::{self, Query};
use model::{Ident, Value};

/// Every setting of PutMetricAlarm. None means not declared, or that the alarm does not have it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// `MetricName`.
    pub metric: Option<String>,
    /// `Namespace`.
    pub namespace: Option<String>,
    /// `Statistic`.
    pub statistic: Option<String>,
    /// `ExtendedStatistic`.
    pub extended_statistic: Option<String>,
    /// `ComparisonOperator`, AWS's word.
    pub comparison: Option<String>,
    /// `Threshold`.
    pub threshold: Option<f64>,
    /// `Period`, in seconds.
    pub period: Option<i32>,
    /// `EvaluationPeriods`.
    pub evaluation_periods: Option<i32>,
    /// `DatapointsToAlarm`.
    pub datapoints_to_alarm: Option<i32>,
    /// `TreatMissingData`.
    pub treat_missing_data: Option<String>,
    /// `EvaluateLowSampleCountPercentile`.
    pub low_sample_percentile: Option<String>,
    /// `Unit`.
    pub unit: Option<String>,
    /// `AlarmDescription`.
    pub description: Option<String>,
    /// `Dimensions`.
    pub dimensions: Option<Vec<Dimension>>,
    /// `Metrics`.
    pub metrics: Option<Vec<Query>>,
    /// `ThresholdMetricId`.
    pub threshold_metric_id: Option<String>,
    /// `ActionsEnabled`.
    pub actions_enabled: Option<bool>,
    /// `AlarmActions`.
    pub alarm_actions: Option<Vec<Ident>>,
    /// `OKActions`.
    pub ok_actions: Option<Vec<Ident>>,
    /// `InsufficientDataActions`.
    pub insufficient_data_actions: Option<Vec<Ident>>,
}

/// The signs for four of AWS's comparisons.
const SIGNS: &[(&str, &str)] = &[
    (">=", "GreaterThanOrEqualToThreshold"),
    (">", "GreaterThanThreshold"),
    ("<", "LessThanThreshold"),
    ("<=", "LessThanOrEqualToThreshold"),
];

/// AWS's word for a sign; a word stays.
pub(crate) fn comparison_word(typed: &str) -> String {
    SIGNS.iter().find(|(sign, _)| *sign == typed).map_or(typed, |(_, word)| word).to_owned()
}

fn comparison_sign(word: &str) -> &str {
    SIGNS.iter().find(|(_, long)| *long == word).map_or(word, |(sign, _)| sign)
}

impl Settings {
    /// Every setting under Salt's name, in canonical form: comparable, and as it is shown.
    pub(crate) fn canonical(&self) -> Vec<(&'static str, Option<Value>)> {
        vec![
            ("metric", text(self.metric.as_ref())),
            ("namespace", text(self.namespace.as_ref())),
            ("statistic", text(self.statistic.as_ref())),
            ("extended_statistic", text(self.extended_statistic.as_ref())),
            ("comparison", self.comparison.as_deref().map(|word| comparison_sign(word).into())),
            ("threshold", self.threshold.map(Value::from)),
            ("period", self.period.map(Value::from)),
            ("evaluation_periods", self.evaluation_periods.map(Value::from)),
            ("datapoints_to_alarm", self.datapoints_to_alarm.map(Value::from)),
            ("treat_missing_data", text(self.treat_missing_data.as_ref())),
            ("evaluate_low_sample_count_percentile", text(self.low_sample_percentile.as_ref())),
            ("unit", text(self.unit.as_ref())),
            ("description", text(self.description.as_ref())),
            ("dimensions", self.dimensions.as_deref().map(dimensions::to_value)),
            ("metrics", self.metrics.as_deref().map(queries::to_value)),
            ("threshold_metric_id", text(self.threshold_metric_id.as_ref())),
            ("actions_enabled", self.actions_enabled.map(Value::from)),
            ("alarm_actions", self.alarm_actions.as_deref().map(actions)),
            ("ok_actions", self.ok_actions.as_deref().map(actions)),
            ("insufficient_data_actions", self.insufficient_data_actions.as_deref().map(actions)),
        ]
    }

    /// AWS's default of a setting.
    pub(super) fn default_of(&self, name: &str) -> Value {
        match name {
            "treat_missing_data" => "missing".into(),
            "evaluate_low_sample_count_percentile" => "evaluate".into(),
            "actions_enabled" => true.into(),
            "datapoints_to_alarm" => self.evaluation_periods.into(),
            "dimensions" => dimensions::to_value(&[]),
            "metrics" | "alarm_actions" | "ok_actions" | "insufficient_data_actions" => Value::List(vec![]),
            _ => Value::Null,
        }
    }

    /// These settings over the present ones, without settings that exclude each other.
    pub(super) fn over(self, live: &Self) -> Self {
        let live = live.without_what_excludes(&self);
        Self {
            metric: self.metric.or(live.metric),
            namespace: self.namespace.or(live.namespace),
            statistic: self.statistic.or(live.statistic),
            extended_statistic: self.extended_statistic.or(live.extended_statistic),
            comparison: self.comparison.or(live.comparison),
            threshold: self.threshold.or(live.threshold),
            period: self.period.or(live.period),
            evaluation_periods: self.evaluation_periods.or(live.evaluation_periods),
            datapoints_to_alarm: self.datapoints_to_alarm.or(live.datapoints_to_alarm),
            treat_missing_data: self.treat_missing_data.or(live.treat_missing_data),
            low_sample_percentile: self.low_sample_percentile.or(live.low_sample_percentile),
            unit: self.unit.or(live.unit),
            description: self.description.or(live.description),
            dimensions: self.dimensions.or(live.dimensions),
            metrics: self.metrics.or(live.metrics),
            threshold_metric_id: self.threshold_metric_id.or(live.threshold_metric_id),
            actions_enabled: self.actions_enabled.or(live.actions_enabled),
            alarm_actions: self.alarm_actions.or(live.alarm_actions),
            ok_actions: self.ok_actions.or(live.ok_actions),
            insufficient_data_actions: self.insufficient_data_actions.or(live.insufficient_data_actions),
        }
    }

    /// One metric or several, one statistic or the other, a fixed threshold or a band: never both.
    fn without_what_excludes(&self, want: &Self) -> Self {
        let mut kept = self.clone();
        if want.metrics.as_ref().is_some_and(|queries| !queries.is_empty()) {
            kept = Self {
                metric: None,
                namespace: None,
                statistic: None,
                extended_statistic: None,
                dimensions: None,
                period: None,
                unit: None,
                ..kept
            };
        } else if want.metric.is_some() {
            kept.metrics = None;
            kept.threshold_metric_id = None;
        }
        if want.statistic.is_some() || want.extended_statistic.is_some() {
            kept.statistic = None;
            kept.extended_statistic = None;
        }
        if want.threshold.is_some() || want.threshold_metric_id.is_some() {
            kept.threshold = None;
            kept.threshold_metric_id = None;
        }
        kept
    }
}

/// Empty text is AWS's "not set".
fn text(text: Option<&String>) -> Option<Value> {
    text.map(|text| if text.is_empty() { Value::Null } else { text.as_str().into() })
}

/// Actions are a set.
fn actions(actions: &[Ident]) -> Value {
    let mut texts: Vec<&str> = actions.iter().map(Ident::as_str).collect();
    texts.sort_unstable();
    texts.dedup();
    texts.into()
}
