//! CloudWatch: metric alarms.

use serde_json::{Value, json};

use super::account::{Account, NUMBER};
use super::server::Answer;
use super::xml::page;

pub fn answer(account: &mut Account, operation: &str, request: &Value) -> Answer {
    match operation {
        "DescribeAlarms" => describe(account, request),
        "PutMetricAlarm" => {
            let name = request["AlarmName"].as_str().unwrap_or_default();
            match account.alarms.get_mut(name) {
                Some(alarm) => *alarm = request.clone(),
                None => drop(account.alarms.create(name, request.clone())),
            }
            Answer::Data(json!({}))
        }
        "ListTagsForResource" => Answer::Data(json!({"Tags": []})),
        _ => Answer::Unknown,
    }
}

/// At most 100 on a page, 50 unless asked for.
fn describe(account: &Account, request: &Value) -> Answer {
    let names: Vec<&str> =
        request["AlarmNames"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let wanted = account.alarms.all().filter(|(name, _)| names.is_empty() || names.contains(&name.as_str()));
    let size = request["MaxRecords"].as_u64().unwrap_or(50).min(100);
    let start = request["NextToken"].as_str().and_then(|token| token.parse().ok()).unwrap_or(0);
    let (alarms, next) = page(wanted.collect(), start, usize::try_from(size).expect("at most 100"));
    let shown = alarms.into_iter().map(|(name, alarm)| {
        let mut shown = alarm.clone();
        shown["AlarmArn"] = format!("arn:aws:cloudwatch:us-east-1:{NUMBER}:alarm:{name}").into();
        if shown.get("ActionsEnabled").is_none() {
            shown["ActionsEnabled"] = true.into();
        }
        for actions in ["OKActions", "AlarmActions", "InsufficientDataActions", "Dimensions"] {
            if shown.get(actions).is_none() {
                shown[actions] = json!([]);
            }
        }
        shown
    });
    let mut answer = json!({"MetricAlarms": shown.collect::<Vec<_>>(), "CompositeAlarms": []});
    if let Some(next) = next {
        answer["NextToken"] = next.to_string().into();
    }
    Answer::Data(answer)
}
