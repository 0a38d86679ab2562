//! `cloudwatch.alarm`: an alarm on a metric, or on an expression over metrics.
//!
//! ```yaml
//! myapp busy:
//!   boto_cloudwatch_alarm.present:
//!     - attributes:
//!         metric: CPUUtilization
//!         namespace: AWS/EC2
//!         statistic: Average
//!         comparison: '>='
//!         threshold: 60
//!         period: 60
//!         evaluation_periods: 5
//!         dimensions:
//!           AutoScalingGroupName: myapp
//!         alarm_actions:
//!           - scaling_policy:myapp:ScaleUp
//!           - arn:aws:sns:us-east-1:123456789012:alerts
//!     - profile: aws_profile
//! ```
//!
//! * **Settings** have boto's names or AWS's (`metric` or `MetricName`), comparisons the sign or AWS's word. Beyond
//!   Salt: `treat_missing_data`, `datapoints_to_alarm`, `extended_statistic`, `metrics`, `threshold_metric_id`,
//!   `evaluate_low_sample_count_percentile`, `actions_enabled`, `tags`.
//! * **Dimensions** are a mapping to a value or a list of values, AWS's list of names and values, or either as JSON.
//!   `LoadBalancer: elbv2:<name>` and `TargetGroup: elbv2:<name>` mean an application or network balancer and its target
//!   group.
//! * **Actions** are ARNs or `scaling_policy:<group>:<policy>`, as a list or with commas in one text. A policy that
//!   does not exist is an error.
//! * **Settings that are left out** are not managed. PutMetricAlarm replaces the whole alarm, so a run also sends the
//!   settings that the SLS leaves out. `''` unsets a text, `[]` empties a list.
//!
//! Composite alarms are not managed; the name of a composite alarm is an error.
//!
//! See <https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html>.

pub(super) mod actions;
mod api;
pub(super) mod diff;
pub(super) mod dimensions;
mod export;
mod live;
mod queries;
pub(super) mod settings;
pub(super) mod spec;
#[cfg(test)]
mod tests;

use aws::tags::Tags;
use aws::{ApiError, Aws};
use kind::export::Export;
use kind::{Answers, Ask, Lookup, Resource, Source, Unresolved};
use model::{Aspects, Fields, Function, Minion, Plan, Problems, Reference, Value};

/// A CloudWatch alarm.
#[derive(Debug)]
pub struct Alarm;

/// The tags.
const TAGS: Aspects = Aspects::nth(0);

impl Source for Alarm {
    const KIND: &'static str = "cloudwatch.alarm";
    const NOUN: &'static str = "CloudWatch alarm";
    type Live = live::Live;

    async fn describe(aws: &Aws, asks: &[Ask]) -> Answers<live::Live> {
        api::describe(aws, asks).await
    }

    fn attribute(live: &live::Live, attribute: &str) -> Option<Value> {
        (attribute == "arn").then(|| live.arn.as_str().into())
    }

    fn tags(live: &live::Live) -> Option<Tags> {
        live.tags.answer().cloned()
    }
}

impl Resource for Alarm {
    type Spec = spec::Spec;
    type Want = spec::Spec;
    type Step = diff::Step;

    const TAGS: Aspects = TAGS;

    const EXPORT: Option<Export<live::Live>> = Some(export::EXPORT);
    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const LABELS: &'static [&'static str] = &["cloudwatch"];

    fn read(function: &Function, fields: &Fields, _minion: &Minion, problems: &mut Problems) -> spec::Spec {
        spec::read(function, fields, problems)
    }

    fn aspects(spec: &spec::Spec) -> Aspects {
        TAGS.when(spec.tags.is_some())
    }

    fn provides(spec: &spec::Spec) -> Vec<Reference> {
        vec![Reference::new(Self::KIND, &spec.name)]
    }

    fn uses(spec: &spec::Spec) -> Vec<Reference> {
        actions::uses(&spec.settings)
    }

    fn resolve(spec: &spec::Spec, lookup: &mut Lookup<'_>) -> Result<spec::Spec, Unresolved> {
        let settings = actions::resolve(&spec.settings, lookup)?;
        Ok(spec::Spec { settings, ..spec.clone() })
    }

    fn diff(want: &spec::Spec, live: Option<&live::Live>) -> Plan<diff::Step> {
        diff::diff(want, live)
    }

    fn creation(_spec: &spec::Spec) -> Vec<&'static str> {
        vec!["CloudWatch.PutMetricAlarm"]
    }

    fn operation(step: &diff::Step) -> Option<&'static str> {
        step.operation()
    }

    async fn apply(aws: &Aws, step: &diff::Step) -> Result<(), ApiError> {
        api::apply(aws, step).await
    }
}
