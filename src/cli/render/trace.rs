//! A recorded run as a Chrome trace, which <https://ui.perfetto.dev> and `chrome://tracing` show.
//!
//! Three groups of lanes: the run itself, its states, its calls of AWS; two slices share a lane if one contains the
//! other or they follow each other. The pauses between the attempts of a call are filled in, and a counter shows how
//! many requests are running. The format:
//! <https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU>.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::{Map, Value, json};

/// Something that took time.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice {
    /// Its own number.
    pub number: u64,
    /// The number of its parent.
    pub parent: Option<u64>,
    /// Its type: `render`, `state`, `call`.
    pub name: &'static str,
    /// When it began, from the start.
    pub began: Duration,
    /// When it ended, from the start.
    pub ended: Duration,
    /// Further facts.
    pub fields: Map<String, Value>,
}

/// A group of lanes, a process in the trace's terms.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Group {
    Run = 1,
    States = 2,
    Calls = 3,
}

impl Group {
    const ALL: &[(Self, &str)] =
        &[(Self::Run, "run"), (Self::States, "states"), (Self::Calls, "calls to AWS")];

    fn of(slice: &Slice) -> Self {
        match slice.name {
            "state" | "wait" => Self::States,
            "call" | "attempt" | "back-off" | "budget" => Self::Calls,
            _ => Self::Run,
        }
    }
}

/// The text of the trace.
pub fn render(slices: &[Slice]) -> String {
    let mut slices = slices.to_vec();
    slices.extend(back_offs(&slices));
    slices.sort_by_key(|slice| (slice.began, slice.number));
    let mut events: Vec<Value> = Group::ALL.iter().map(|(group, name)| group_name(*group, name)).collect();
    for (group, _) in Group::ALL {
        let of_group: Vec<&Slice> = slices.iter().filter(|slice| Group::of(slice) == *group).collect();
        let lanes = lanes(&of_group);
        events.extend(of_group.iter().zip(lanes).map(|(slice, lane)| event(slice, *group, lane)));
    }
    events.extend(under_way(&slices));
    json!({ "traceEvents": events, "displayTimeUnit": "ms" }).to_string()
}

/// The pauses between the attempts of each call.
fn back_offs(slices: &[Slice]) -> Vec<Slice> {
    let mut attempts: Vec<&Slice> = slices.iter().filter(|slice| slice.name == "attempt").collect();
    attempts.sort_by_key(|attempt| (attempt.parent, attempt.began));
    let follows = |pair: &&[&Slice]| pair[0].parent.is_some() && pair[0].parent == pair[1].parent;
    let pause = |pair: &[&Slice]| Slice {
        name: "back-off",
        began: pair[0].ended,
        ended: pair[1].began,
        fields: Map::new(),
        ..pair[0].clone()
    };
    attempts.windows(2).filter(follows).map(pause).collect()
}

/// The lane of each slice: its parent's, else the first that is free.
fn lanes(slices: &[&Slice]) -> Vec<usize> {
    let mut taken: HashMap<u64, usize> = HashMap::new();
    let mut free_from: Vec<Duration> = Vec::new();
    let lane_of = |slice: &&Slice| {
        let with_parent = slice.parent.and_then(|parent| taken.get(&parent).copied());
        let lane = with_parent.unwrap_or_else(|| {
            let free = free_from.iter().position(|from| *from <= slice.began);
            free.unwrap_or(free_from.len())
        });
        if lane == free_from.len() {
            free_from.push(Duration::ZERO);
        }
        if let Some(from) = free_from.get_mut(lane) {
            *from = slice.ended.max(*from);
        }
        taken.insert(slice.number, lane);
        lane
    };
    slices.iter().map(lane_of).collect()
}

fn event(slice: &Slice, group: Group, lane: usize) -> Value {
    let length = slice.ended.saturating_sub(slice.began);
    json!({
        "ph": "X", "pid": group as u8, "tid": lane, "cat": slice.name, "name": title(slice), "args": slice.fields,
        "ts": micros(slice.began), "dur": micros(length),
    })
}

/// The label of the slice.
fn title(slice: &Slice) -> String {
    let field = |name: &str| slice.fields.get(name).and_then(Value::as_str).unwrap_or_default();
    match slice.name {
        "call" => format!("{}.{}", field("service"), field("operation")),
        "attempt" => match (slice.fields.get("status"), slice.fields.contains_key("throttled")) {
            (Some(status), true) => format!("attempt: {status}, throttled"),
            (Some(status), false) => format!("attempt: {status}"),
            (None, _) => "attempt: no answer".to_owned(),
        },
        "budget" => format!("wait for {}", field("bucket")),
        "state" => field("id").to_owned(),
        "render" => format!("render {}", field("sls")),
        other => other.to_owned(),
    }
}

/// The number of running requests, at each moment where it changes.
fn under_way(slices: &[Slice]) -> Vec<Value> {
    let attempts = slices.iter().filter(|slice| slice.name == "attempt");
    // Ends at a moment are subtracted before beginnings are added.
    let mut turns: Vec<(Duration, i32)> =
        attempts.flat_map(|attempt| [(attempt.began, 1), (attempt.ended, -1)]).collect();
    turns.sort_unstable();
    let mut count = 0;
    let counted = |(at, turn): (Duration, i32)| {
        count += turn;
        json!({
            "ph": "C", "pid": Group::Calls as u8, "name": "running requests", "ts": micros(at),
            "args": { "requests": count },
        })
    };
    turns.into_iter().map(counted).collect()
}

fn group_name(group: Group, name: &str) -> Value {
    json!({ "ph": "M", "pid": group as u8, "name": "process_name", "args": { "name": name } })
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slice(number: u64, parent: Option<u64>, name: &'static str, (began, ended): (u64, u64)) -> Slice {
        let (began, ended) = (Duration::from_millis(began), Duration::from_millis(ended));
        Slice { number, parent, name, began, ended, fields: Map::new() }
    }

    fn shown(slices: &[Slice]) -> Vec<(String, u64, u64, f64)> {
        let trace: Value = serde_json::from_str(&render(slices)).expect("JSON");
        let events = trace["traceEvents"].as_array().expect("a list");
        let of_time = events.iter().filter(|event| event["ph"] == "X");
        of_time
            .map(|event| {
                let number = |key: &str| event[key].as_u64().expect("a number");
                let name = event["name"].as_str().expect("a name").to_owned();
                (name, number("pid"), number("tid"), event["ts"].as_f64().expect("a time"))
            })
            .collect()
    }

    #[test]
    fn what_overlaps_has_lanes_of_its_own_and_parts_lie_on_their_whole() {
        let call = |number, times| slice(number, None, "call", times);
        let slices =
            [call(1, (0, 10)), call(2, (5, 15)), call(3, (10, 20)), slice(4, Some(2), "attempt", (6, 15))];
        let lanes: Vec<u64> = shown(&slices).into_iter().map(|(_, _, lane, _)| lane).collect();
        assert_eq!(lanes, [0, 1, 1, 0]);
    }

    #[test]
    fn between_two_attempts_the_call_backs_off() {
        let mut throttled = slice(2, Some(1), "attempt", (0, 10));
        throttled.fields.insert("status".to_owned(), 503.into());
        throttled.fields.insert("throttled".to_owned(), "true".into());
        let slices = [slice(1, None, "call", (0, 100)), throttled, slice(3, Some(1), "attempt", (60, 100))];
        let titles: Vec<_> = shown(&slices).into_iter().map(|(name, _, _, at)| (name, at)).collect();
        let titles: Vec<_> = titles.iter().map(|(name, at)| (name.as_str(), *at)).collect();
        let expected = [
            (".", 0.0),
            ("attempt: 503, throttled", 0.0),
            ("back-off", 10_000.0),
            ("attempt: no answer", 60_000.0),
        ];
        assert_eq!(titles, expected);
    }

    #[test]
    fn the_counter_rises_and_falls_with_the_requests() {
        let attempt = |number, times| slice(number, None, "attempt", times);
        let slices = [attempt(1, (0, 10)), attempt(2, (5, 20)), attempt(3, (10, 20))];
        let counts: Vec<Value> =
            under_way(&slices).iter().map(|event| event["args"]["requests"].clone()).collect();
        assert_eq!(counts, [1, 2, 1, 2, 1, 0]);
    }

    #[test]
    fn a_slice_says_what_it_was_for() {
        let mut call = slice(1, None, "call", (0, 1));
        call.fields.insert("service".to_owned(), "SQS".into());
        call.fields.insert("operation".to_owned(), "CreateQueue".into());
        let mut state = slice(2, None, "state", (0, 1));
        state.fields.insert("id".to_owned(), "queue".into());
        assert_eq!([title(&call), title(&state)], ["SQS.CreateQueue", "queue"]);
    }
}
