//! Compares a declared alarm with the one in AWS.

use std::fmt;

use super::live::Live;
use super::settings::Settings;
use super::spec::Spec;
use aws::tags::{self, Tags};
use model::{Change, Plan, Value};

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `PutMetricAlarm`, which replaces all settings. It sets tags for a new alarm only.
    Put { name: String, settings: Box<Settings>, tags: Tags },
    /// `TagResource`.
    Tag { arn: String, tags: Tags },
    /// `UntagResource`.
    Untag { arn: String, keys: Vec<String> },
    /// `DeleteAlarms`.
    Delete { name: String },
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Put { .. } => out.write_str("put the alarm"),
            Self::Tag { tags, .. } => {
                write!(out, "tag with {}", tags.keys().map(String::as_str).collect::<Vec<_>>().join(", "))
            }
            Self::Untag { keys, .. } => write!(out, "remove the tags {}", keys.join(", ")),
            Self::Delete { .. } => out.write_str("delete the alarm"),
        }
    }
}

impl Step {
    /// The call that it makes.
    pub(super) fn operation(&self) -> Option<&'static str> {
        Some(match self {
            Self::Put { .. } => "CloudWatch.PutMetricAlarm",
            Self::Tag { .. } => "CloudWatch.TagResource",
            Self::Untag { .. } => "CloudWatch.UntagResource",
            Self::Delete { .. } => "CloudWatch.DeleteAlarms",
        })
    }
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.present, live) {
        (_, Some(live)) if live.is_composite => plan.refusals.push(format!(
            "'{}' is a composite alarm, and this state manages metric alarms only. Choose another name",
            want.name
        )),
        (true, None) => create(want, &mut plan),
        (true, Some(live)) => update(want, live, &mut plan),
        (false, Some(_)) => {
            let step = Step::Delete { name: want.name.clone() };
            plan.then(Change::delete("alarm", want.name.as_str()), step);
        }
        (false, None) => {}
    }
    plan
}

fn create(want: &Spec, plan: &mut Plan<Step>) {
    plan.refusals.extend(missing(want));
    let tags = want.tags.clone().unwrap_or_default();
    let step =
        Step::Put { name: want.name.clone(), settings: Box::new(want.settings.clone()), tags: tags.clone() };
    plan.then(Change::create("alarm", want.name.as_str()), step);
    for (name, value) in want.settings.canonical() {
        let set = value.filter(|value| *value != Settings::default().default_of(name));
        plan.changes.extend(set.map(|value| Change::create(name, value)));
    }
    if !tags.is_empty() {
        plan.changes.push(Change::create("tags", tags::to_value(&tags)));
    }
}

/// The settings without which AWS makes no alarm. An existing alarm has all of them.
fn missing(want: &Spec) -> Option<String> {
    let settings = &want.settings;
    let is_math = settings.metrics.as_ref().is_some_and(|queries| !queries.is_empty());
    let needed = [
        ("comparison", settings.comparison.is_some()),
        ("evaluation_periods", settings.evaluation_periods.is_some()),
        ("threshold", settings.threshold.is_some() || settings.threshold_metric_id.is_some()),
        ("metric", is_math || settings.metric.is_some()),
        ("namespace", is_math || settings.namespace.is_some()),
        ("period", is_math || settings.period.is_some()),
        ("statistic", is_math || settings.statistic.is_some() || settings.extended_statistic.is_some()),
    ];
    let missing: Vec<&str> = needed.iter().filter(|(_, given)| !given).map(|(name, _)| *name).collect();
    let message = || {
        format!(
            "the alarm '{}' does not exist, and a new alarm needs {} in 'attributes'",
            want.name,
            missing.join(", ")
        )
    };
    (!missing.is_empty()).then(message)
}

fn update(want: &Spec, live: &Live, plan: &mut Plan<Step>) {
    let current = live.settings.canonical();
    for ((name, wanted), (_, current)) in want.settings.canonical().into_iter().zip(current) {
        let Some(wanted) = wanted else { continue };
        let current = current.filter(|value| !value.is_null());
        if wanted != current.clone().unwrap_or_else(|| live.settings.default_of(name)) {
            plan.changes.push(Change::update(name, current.unwrap_or(Value::Null), wanted));
        }
    }
    if !plan.changes.is_empty() {
        plan.refusals.extend(unsupported(want, live));
        let settings = Box::new(want.settings.clone().over(&live.settings));
        plan.steps.push(Step::Put { name: want.name.clone(), settings, tags: Tags::new() });
    }
    if let Some(tags) = &want.tags {
        plan.extend(tag(tags, live));
    }
}

/// PutMetricAlarm replaces the whole alarm, so settings that this program cannot send would be lost.
fn unsupported(want: &Spec, live: &Live) -> Option<String> {
    let message = || {
        format!(
            "the alarm '{}' has {}. This state cannot set that, and a change would remove it. Change the alarm with the tool that set it, or delete the alarm first with boto_cloudwatch_alarm.absent",
            want.name,
            live.unknown.join(", ")
        )
    };
    (!live.unknown.is_empty()).then(message)
}

fn tag(wanted: &Tags, live: &Live) -> Plan<Step> {
    let arn = || live.arn.clone();
    let untag = |gone: Tags| Step::Untag { arn: arn(), keys: gone.into_keys().collect() };
    tags::compare(wanted, &live.tags, |tags| Step::Tag { arn: arn(), tags }, untag)
}
