//! Exports an alarm as a declaration.

use super::TAGS;
use super::dimensions;
use super::live::Live;
use super::queries::Query;
use aws::tags;
use kind::export::{Declaration, Export, Exportable, Names, call_with};
use model::{Ident, Map, Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call_with(
        "cloudwatch",
        "DescribeAlarms",
        r#"{"AlarmTypes": ["MetricAlarm"], "MaxRecords": 100}"#,
        "/MetricAlarms",
        |alarm| Some(Reference::new("cloudwatch.alarm", alarm.get("AlarmName")?.as_str()?)),
    ),
    aspects: TAGS,
    declare,
};

fn declare(alarm: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    if live.is_composite {
        return Exportable::Impossible(format!(
            "{} is a composite alarm: no state can declare one",
            alarm.name
        ));
    }
    let mut attributes = Map::new();
    for (name, value) in live.settings.canonical() {
        let value = match name {
            "metrics" => live.settings.metrics.as_deref().map(queries),
            "alarm_actions" => live.settings.alarm_actions.as_deref().map(actions),
            "ok_actions" => live.settings.ok_actions.as_deref().map(actions),
            "insufficient_data_actions" => live.settings.insufficient_data_actions.as_deref().map(actions),
            _ => value,
        };
        let is_default = |value: &Value| *value == live.settings.default_of(name);
        // Settings that somebody may add by hand are declared empty.
        let value = match (name, value) {
            ("description", None | Some(Value::Null)) => Some("".into()),
            (_, None) if name.ends_with("_actions") => Some(Value::List(vec![])),
            (_, value) if name.ends_with("_actions") || name == "description" => value,
            (_, value) => value.filter(|value| !value.is_null() && !is_default(value)),
        };
        attributes.extend(value.map(|value| (name.into(), value)));
    }
    let own = live.tags.answer().into_iter().flatten().filter(|(key, _)| !key.starts_with("aws:"));
    let own: tags::Tags = own.map(|(key, value)| (key.clone(), value.clone())).collect();
    if !own.is_empty() {
        attributes.insert("tags".into(), tags::to_value(&own));
    }
    let unknown = live.unknown.join(", ");
    Declaration::new("boto_cloudwatch_alarm.present", &alarm.name)
        .with("attributes", Value::Map(attributes))
        .remark_if(!unknown.is_empty(), format!("It has settings that no state can declare: {unknown}."))
        .into()
}

/// ARNs; a scaling policy by its group and name, because its ARN contains an id that AWS chooses.
fn actions(arns: &[Ident]) -> Value {
    let mut written: Vec<String> = arns.iter().map(|arn| action(arn.as_str())).collect();
    written.sort_unstable();
    written.into()
}

fn action(arn: &str) -> String {
    let policy = || {
        let (_, names) = arn.split_once(":autoScalingGroupName/")?;
        let (group, policy) = names.split_once(":policyName/")?;
        Some(format!("scaling_policy:{group}:{policy}"))
    };
    policy().unwrap_or_else(|| arn.to_owned())
}

fn queries(queries: &[Query]) -> Value {
    Value::List(queries.iter().map(query).collect())
}

fn query(query: &Query) -> Value {
    let stat = query.stat.as_ref().map(|stat| {
        let metric = with_values([
            ("namespace", stat.namespace.as_deref().into()),
            ("metric", stat.metric.as_deref().into()),
            (
                "dimensions",
                Some(&stat.dimensions).filter(|it| !it.is_empty()).map(|it| dimensions::to_value(it)).into(),
            ),
        ]);
        with_values([
            ("metric", metric),
            ("period", stat.period.into()),
            ("stat", stat.stat.as_str().into()),
            ("unit", stat.unit.as_deref().into()),
        ])
    });
    with_values([
        ("id", query.id.as_str().into()),
        ("expression", query.expression.as_deref().into()),
        ("label", query.label.as_deref().into()),
        ("return_data", query.return_data.into()),
        ("period", query.period.into()),
        ("account_id", query.account_id.as_deref().into()),
        ("metric_stat", stat.into()),
    ])
}

/// The pairs that have a value.
fn with_values<const N: usize>(pairs: [(&str, Value); N]) -> Value {
    pairs.into_iter().filter(|(_, value)| !value.is_null()).collect()
}
