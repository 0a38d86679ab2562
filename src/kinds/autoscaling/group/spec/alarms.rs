//! The alarms declared with a group: separate states, carried out after it.

use indexmap::IndexMap;

use super::arguments::ALARM;
use super::nested::merged;
use crate::group::parts::Settings;
use kind::ImpliedState;
use model::{Fields, Key, Map, Minion, Problems, Value};

const ACTIONS: &[&str] = &["alarm_actions", "insufficient_data_actions", "ok_actions"];

pub(super) fn read(
    group: &str,
    settings: &Settings,
    fields: &Fields,
    minion: &Minion,
    problems: &mut Problems,
) -> Vec<ImpliedState> {
    let source = ("alarms", "alarms_from_pillar", "boto_asg_alarms");
    let alarms = merged(source, ALARM, (fields, minion), problems).unwrap_or_default();
    let is_fixed = settings.min_size == settings.max_size;
    let implied_states = alarms.into_iter().filter_map(|(label, alarm)| {
        let Some(Value::Map(attributes)) = alarm.value("attributes") else { return None };
        let attributes = for_group(group, attributes);
        if is_fixed && only_scales(&attributes) {
            return None;
        }
        let name = format!("{group} {}", alarm.text("name").unwrap_or(label));
        let arguments: IndexMap<String, Value> =
            [("name".to_owned(), name.into()), ("attributes".to_owned(), Value::Map(attributes))].into();
        Some(ImpliedState { function: "boto_cloudwatch_alarm.present", arguments })
    });
    implied_states.collect()
}

/// The attributes of the alarm, for this group.
fn for_group(group: &str, mut attributes: Map) -> Map {
    let description = attributes.get("description").and_then(Value::as_str).unwrap_or_default();
    let description = format!("{group} {description}").trim_end().to_owned();
    attributes.insert("description".into(), description.into());
    if attributes.get("dimensions").is_none_or(Value::is_null) {
        let dimensions: Value =
            [("AutoScalingGroupName", Value::List(vec![group.into()]))].into_iter().collect();
        attributes.insert("dimensions".into(), dimensions);
    }
    for name in ACTIONS {
        if let Some(actions) = attributes.get_mut(&Key::from(*name)) {
            *actions = with_group(group, actions);
        }
    }
    attributes
}

fn with_group(group: &str, actions: &Value) -> Value {
    match actions {
        Value::Str(action) => action.replace(":self:", &format!(":{group}:")).into(),
        Value::List(actions) => Value::List(actions.iter().map(|action| with_group(group, action)).collect()),
        other => other.clone(),
    }
}

/// True if the alarm only scales, so that a group of fixed size does not need it.
fn only_scales(attributes: &Map) -> bool {
    ACTIONS.iter().filter_map(|name| attributes.get(*name)).all(|actions| match actions {
        Value::Str(action) => action.starts_with("scaling_policy:"),
        Value::List(actions) => actions
            .iter()
            .all(|action| action.as_str().is_some_and(|text| text.starts_with("scaling_policy:"))),
        _ => true,
    })
}
