//! The alarms of a table: separate states.

use super::index::Units;
use kind::ImpliedState;
use model::{Fields, Map, Minion, Problem, Problems, Value};

pub(super) fn read(
    table: &str,
    units: Units,
    fields: &Fields,
    minion: &Minion,
    problems: &mut Problems,
) -> Vec<ImpliedState> {
    let key = fields.text("alarms_from_pillar").unwrap_or_else(|| "boto_dynamodb_alarms".to_owned());
    let mut merged = minion.option(&key).filter(|value| value.as_map().is_some()).cloned();
    if let Some(own) = fields.value("alarms") {
        merged.get_or_insert(Value::Map(Map::new())).merge(own);
    }
    let Some(Value::Map(alarms)) = merged else { return vec![] };
    let mut implied_states = vec![];
    for (label, alarm) in alarms {
        match alarm_of(table, units, &label.to_string(), &alarm) {
            Ok(implied) => implied_states.push(implied),
            Err(why) => {
                let message = format!("alarm '{label}' {why}");
                problems.push(Problem::at(fields.place_of("alarms"), message));
            }
        }
    }
    implied_states
}

fn alarm_of(table: &str, units: Units, label: &str, alarm: &Value) -> Result<ImpliedState, String> {
    let attributes = alarm.as_map().and_then(|alarm| alarm.get("attributes")).and_then(Value::as_map);
    let mut attributes = attributes.cloned().ok_or("needs a mapping 'attributes'")?;
    let name = alarm.as_map().and_then(|alarm| alarm.get("name")).and_then(Value::as_str).unwrap_or(label);
    let description = attributes.get("description").and_then(Value::as_str).unwrap_or_default();
    let description = format!("{table} {description}").trim_end().to_owned();
    attributes.insert("description".into(), description.into());
    let dimensions: Value = [("TableName", Value::List(vec![table.into()]))].into_iter().collect();
    attributes.insert("dimensions".into(), dimensions);
    if let Some(share) = attributes.shift_remove("threshold_percent") {
        let threshold = threshold(&attributes, units, &share)?;
        attributes.insert("threshold".into(), threshold);
    }
    let arguments = [
        ("name".to_owned(), format!("{table} {name}").into()),
        ("attributes".to_owned(), Value::Map(attributes)),
    ];
    Ok(ImpliedState { function: "boto_cloudwatch_alarm.present", arguments: arguments.into() })
}

/// A threshold from a share of the capacity: the metric sums the units of a period, and capacity is per second.
fn threshold(attributes: &Map, units: Units, share: &Value) -> Result<Value, String> {
    let metric = attributes.get("metric").and_then(Value::as_str).unwrap_or_default();
    let units = match metric {
        "ConsumedReadCapacityUnits" => units.read,
        "ConsumedWriteCapacityUnits" => units.write,
        _ => return Err("has a 'threshold_percent' of a metric that is no capacity".to_owned()),
    };
    let period = attributes.get("period").and_then(Value::as_int);
    let (Some(units), Some(period), Some(share)) = (units, period, share.to_json().as_f64()) else {
        return Err("needs 'period', and the table its capacity units, for 'threshold_percent'".to_owned());
    };
    #[expect(clippy::cast_precision_loss, reason = "capacities beyond 2^53 do not occur")]
    Ok(Value::Float((units as f64 * share).ceil() * period as f64))
}
