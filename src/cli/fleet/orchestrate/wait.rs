//! `salt.wait_for_event`.

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::super::Ended;
use super::super::open::told;
use super::bridge::Connected;
use fleet::protocol::Event;
use model::{Invocation, Value, glob, python};

/// Listens until each of `id_list` was seen, or the time is over.
pub async fn run(connected: &Connected, invocation: &Invocation) -> Result<Value, Ended> {
    let named = &invocation.kwargs;
    let pattern = invocation.args.first().map(python::text).unwrap_or_default();
    let field = named.get("event_id").map_or_else(|| "id".to_owned(), python::text);
    let list = named.get("id_list").and_then(Value::as_list).unwrap_or_default();
    let mut missing: Vec<String> = list.iter().map(python::text).collect();
    let seconds =
        named.get("timeout").and_then(Value::as_int).and_then(|it| u64::try_from(it).ok()).unwrap_or(300);
    let began = Instant::now();
    let mut events = connected.console.events().await.map_err(told)?;
    let mut seen = vec![];
    while !missing.is_empty() {
        let Ok(Some(event)) = timeout_at(began + Duration::from_secs(seconds), events.next()).await else {
            break;
        };
        if !glob::is_match(&pattern, &event.tag) {
            continue;
        }
        for value in values(&event, &field) {
            if let Some(place) = missing.iter().position(|id| *id == value) {
                seen.push(missing.remove(place));
            }
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    Ok([
        ("seen", Value::from(seen)),
        ("missing", Value::from(missing)),
        ("seconds", Value::from(format!("{seconds:.3}"))),
    ]
    .into_iter()
    .collect())
}

/// What an event holds under a key: one text, or a list of them. The sender's ID is under `id` unless the data has its own.
fn values(event: &Event, field: &str) -> Vec<String> {
    let text = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match event.data.get(field) {
        Some(serde_json::Value::Array(list)) => list.iter().map(text).collect(),
        Some(value) => vec![text(value)],
        None if field == "id" => vec![event.id.clone()],
        None => vec![],
    }
}
