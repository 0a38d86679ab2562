//! `--report`: a run or a plan as one self-contained HTML file, which loads nothing.
//!
//! The page is fixed text; its data are JSON in it, which the script shows as text, never as HTML. Laws: no known
//! secret gets here; no text of an author or of AWS can end the JSON or become a tag.

use std::collections::HashMap;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value as Json, json};

use super::graph::{Groups, OnPage, embedded, groups};
use super::plan;
use crate::timeline::{StateTimes, TimedCall, Times};
use engine::Ran;
use engine::journal::Begun;
use engine::planned::PlannedAction;
use engine::run_plan::{PlannedState, RunPlan, Thing};
use graph::Drawn;
use model::{StateReturn, Verdict, secret};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The data of a report.
pub struct Report<'a> {
    /// The command, user, host and minion.
    pub begun: &'a Begun,
    /// When it began.
    pub began: Timestamp,
    /// True for a test run.
    pub test: bool,
    /// How it ended: `succeeded`, `failed` or `interrupted`.
    pub result: &'a str,
    /// The results of its states.
    pub ran: &'a Ran,
    /// The plan.
    pub plan: &'a RunPlan,
    /// The times of its events.
    pub times: &'a Times,
}

/// The whole page.
pub fn render(report: &Report<'_>) -> String {
    let begun = report.begun;
    let words: Vec<&str> =
        std::iter::once(&begun.function).chain(&begun.arguments).map(String::as_str).collect();
    let title = words.join(" ");
    let (states, places) = states(report);
    let graph = graph(&report.ran.graph.drawn(), &states, &places);
    let calls = report.times.calls.iter().map(|it| call(it, &places)).collect();
    let mut data = json!({
        "title": title,
        "result": report.result,
        "test": report.test,
        "began": report.began.strftime("%Y-%m-%d %H:%M:%S UTC").to_string(),
        "took": seconds(report.times.ended).max(0.001),
        "minion": begun.minion,
        "host": begun.host,
        "program": begun.program,
        "refused": report.plan.refused.iter().map(ToString::to_string).collect::<Vec<_>>(),
    });
    // Moved: the macro copies what it is given, and these are large.
    data["states"] = Json::Array(states);
    data["calls"] = Json::Array(calls);
    let title = html(&secret::masked(&title));
    [("title", title.as_str()), ("style", STYLE), ("graph", &masked_text(&graph)), ("script", SCRIPT)]
        .iter()
        .fold(PAGE.to_owned(), |page, (name, text)| page.replace(&format!("{{{{{name}}}}}"), text))
        // Last: nothing after it is replaced in its contents.
        .replace("{{data}}", &quoted(&secret::masked_json(data)))
}

/// The states of a graph, by the order in which a group takes their class.
const BY_WEIGHT: [&str; 7] = ["failed", "delete", "replace", "create", "change", "unchanged", "notrun"];

/// The picture. A box of a large graph is a group; it links to its states in the list, and has the class of the one
/// that matters most.
fn graph(drawn: &Drawn, states: &[Json], places: &HashMap<usize, usize>) -> String {
    let class =
        |node: usize| places.get(&node).map_or("notrun".to_owned(), |place| text(&states[*place], "status"));
    let Some(Groups { drawn: grouped, members }) = groups(drawn) else {
        return embedded(drawn, &|state| {
            let place = places.get(&state.index).copied();
            OnPage { class: class(state.index), state: place, link: place.map(|place| format!("s{place}")) }
        });
    };
    embedded(&grouped, &|group| {
        let of_group = members.get(group.index).map(Vec::as_slice).unwrap_or_default();
        let classes: Vec<String> =
            of_group.iter().filter_map(|at| drawn.states.get(*at)).map(|state| class(state.index)).collect();
        let heaviest = BY_WEIGHT.into_iter().find(|weight| classes.iter().any(|class| class == weight));
        let link = Some(format!("view=states&q={}", in_query(&group.id)));
        OnPage { class: heaviest.unwrap_or("notrun").to_owned(), state: None, link }
    })
}

/// Text within the query of a link.
fn in_query(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

fn masked_text(text: &str) -> String {
    // Nothing in it may look like the position of the data.
    secret::masked(text).replace("{{", "{\u{2060}{")
}

/// The states as the page shows them, and the position of each by its index in the graph.
fn states(report: &Report<'_>) -> (Vec<Json>, HashMap<usize, usize>) {
    let nodes = &report.ran.graph.nodes;
    let tags: HashMap<String, usize> =
        nodes.iter().enumerate().map(|(index, node)| (node.low.tag(), index)).collect();
    let (mut states, mut places) = (vec![], HashMap::new());
    for (returned, planned) in report.ran.walked.returns.iter().zip(&report.plan.states) {
        let node = tags.get(&returned.tag()).copied();
        if let Some(node) = node {
            places.insert(node, states.len());
        }
        let times = node.and_then(|node| report.times.states.get(node));
        states.push(state(states.len(), (returned, planned), times, report.times.ended));
    }
    for node in &report.ran.walked.unstarted {
        let Some(low) = nodes.get(*node).map(|node| &node.low) else { continue };
        places.insert(*node, states.len());
        states.push(json!({
            "index": states.len(), "id": low.id, "function": low.full_function(), "name": low.name,
            "sls": low.sls, "declared_at": low.place.to_string(), "status": "notrun", "comment": "", "warnings": [],
            "triggered_by": [], "things": [], "began": null, "ended": null, "waits": [], "steps": [],
        }));
    }
    (states, places)
}

fn state(
    index: usize,
    (returned, planned): (&StateReturn, &PlannedState),
    times: Option<&StateTimes>,
    end: Duration,
) -> Json {
    let waits = times.map(|times| times.waits.as_slice()).unwrap_or_default();
    let waits = waits.iter().map(|wait| {
        json!({"began": seconds(wait.began), "ended": seconds(wait.ended.unwrap_or(end)), "what": wait.what})
    });
    let steps = times.map(|times| times.steps.as_slice()).unwrap_or_default();
    let triggers = planned.triggered_by.iter().map(|it| format!("{} ({})", it.state, it.by));
    let shown = planned.things.iter().filter(|thing| thing.action != PlannedAction::Unchanged);
    json!({
        "index": index,
        "id": planned.id,
        "function": planned.function,
        "name": planned.name,
        "sls": planned.sls,
        "declared_at": planned.declared_at,
        "status": status(returned, planned),
        "comment": returned.outcome.comment,
        "warnings": returned.outcome.warnings,
        "triggered_by": triggers.collect::<Vec<_>>(),
        "things": shown.map(thing).collect::<Vec<_>>(),
        "began": times.and_then(|times| times.began).map(seconds),
        "ended": times.and_then(|times| times.ended).map(seconds),
        "waits": waits.collect::<Vec<_>>(),
        "steps": steps.iter().map(|(at, step)| json!([seconds(*at), step])).collect::<Vec<_>>(),
    })
}

/// The result or the plan of a state: the class of its element.
fn status(returned: &StateReturn, planned: &PlannedState) -> &'static str {
    let outcome = &returned.outcome;
    match outcome.verdict {
        Verdict::Failed => "failed",
        Verdict::Succeeded if !outcome.has_changes() => "unchanged",
        Verdict::Succeeded | Verdict::WouldChange => match planned.action {
            PlannedAction::Unchanged => "change",
            action => action.word(),
        },
    }
}

fn thing(thing: &Thing) -> Json {
    let lines = thing.attributes.iter().flat_map(plan::difference);
    let lines: Vec<Json> = lines.map(|(sign, depth, text)| json!([sign, depth, text])).collect();
    json!({"title": plan::titled(thing), "lines": lines, "blast_radius": thing.blast_radius})
}

fn call(timed: &TimedCall, places: &HashMap<usize, usize>) -> Json {
    let called = &timed.called;
    json!({
        "operation": called.name(),
        "state": called.state.and_then(|node| places.get(&node)),
        "began": seconds(timed.began),
        "ended": seconds(timed.ended),
        "changes": called.changes(),
        "status": called.status,
        "attempts": called.count.retries + 1,
        "request_id": called.request_id,
    })
}

/// Rounded to a tenth of a millisecond: more digits only make the file longer.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10_000.0
}

fn text(value: &Json, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

/// JSON within a `script` element: no letter of it can end the element.
fn quoted(value: &Json) -> String {
    value.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// Text within HTML.
fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('{', "&#123;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_element_that_holds_the_data() {
        let value = json!({"a": "</script><script>alert(1)</script>&amp;"});
        let text = quoted(&value);
        assert!(!text.contains('<') && !text.contains('&'), "{text}");
        assert_eq!(serde_json::from_str::<Json>(&text).unwrap(), value);
        assert_eq!(html("<b>{{data}}"), "&lt;b&gt;&#123;&#123;data}}");
        assert!(!masked_text("{{data}}").contains("{{data}}"));
    }

    #[test]
    fn the_page_loads_nothing() {
        for text in [PAGE, STYLE, SCRIPT] {
            for word in ["http:", "https:", "url(", "@import", "src=", "innerHTML", "eval("] {
                assert!(!text.contains(word), "{word}");
            }
        }
        assert!(PAGE.contains("default-src 'none'"));
    }
}
