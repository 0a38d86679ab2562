//! The difference of two values of an attribute, line by line.
//!
//! Lists (rules) are compared by added and removed entries, mappings (tags) key by key, IAM policies statement by
//! statement, texts of several lines (files, user data) as a text difference, all else as old and new value. Pure.

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value as Json};
use similar::{ChangeTag, TextDiff};

use engine::planned::PlannedAction;
use engine::run_plan::Attribute;

/// One line of a difference.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Line {
    /// Whether the text is added, removed or changed.
    pub sign: Sign,
    /// Its depth.
    pub depth: usize,
    /// Its text.
    pub text: String,
}

/// The meaning of a line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Sign {
    /// It is added.
    Plus,
    /// It is removed.
    Minus,
    /// It is changed.
    Tilde,
    /// It stays: a heading, or the lines around a change of text.
    Same,
}

/// The number of lines of a text that are shown around a change.
const AROUND: usize = 3;
/// The longest mapping or list that is shown in one line.
const INLINE: usize = 100;

/// The lines of one attribute.
pub(super) fn lines(attribute: &Attribute) -> Vec<Line> {
    let mut out = vec![];
    let name = if attribute.path.is_empty() { "all of it" } else { &attribute.path };
    if attribute.hidden {
        let sign = if attribute.action == PlannedAction::Create { Sign::Plus } else { Sign::Tilde };
        out.push(line(sign, 0, format!("{name}: (hidden)")));
        return out;
    }
    compare(name, &attribute.old, &attribute.new, 0, &mut out);
    out
}

fn line(sign: Sign, depth: usize, text: impl Into<String>) -> Line {
    Line { sign, depth, text: text.into() }
}

fn compare(name: &str, old: &Json, new: &Json, depth: usize, out: &mut Vec<Line>) {
    if old == new {
        return;
    }
    let (old, new) = (readable(name, old), readable(name, new));
    match (&old, &new) {
        (Json::Null, new) => whole(Sign::Plus, name, new, depth, out),
        (old, Json::Null) => whole(Sign::Minus, name, old, depth, out),
        (Json::String(old), Json::String(new)) if old.contains('\n') || new.contains('\n') => {
            out.push(line(Sign::Same, depth, format!("{name}:")));
            texts(old, new, depth + 1, out);
        }
        (Json::Object(old), Json::Object(new)) => {
            out.push(line(Sign::Same, depth, format!("{name}:")));
            mappings(old, new, depth + 1, out);
        }
        (Json::Array(old), Json::Array(new)) => {
            out.push(line(Sign::Same, depth, format!("{name}:")));
            lists(old, new, depth + 1, out);
        }
        (old, new) => out.push(line(Sign::Tilde, depth, format!("{name}: {} → {}", shown(old), shown(new)))),
    }
}

/// A whole value that is added or removed.
fn whole(sign: Sign, name: &str, value: &Json, depth: usize, out: &mut Vec<Line>) {
    match value {
        Json::String(text) if is_difference(text) => {
            out.push(line(Sign::Same, depth, format!("{name}:")));
            out.extend(text.lines().map(|it| signed(it, depth + 1)));
        }
        Json::String(text) if text.contains('\n') => {
            out.push(line(sign, depth, format!("{name}:")));
            out.extend(text.lines().map(|it| line(sign, depth + 1, it)));
        }
        Json::Array(list) if !list.is_empty() => {
            out.push(line(sign, depth, format!("{name}:")));
            for item in list {
                entry(sign, item, depth + 1, out);
            }
        }
        Json::Object(map) if !map.is_empty() && inline(value).chars().count() > INLINE => {
            out.push(line(sign, depth, format!("{name}:")));
            for (key, value) in map {
                whole(sign, key, value, depth + 1, out);
            }
        }
        other => out.push(line(sign, depth, format!("{name}: {}", shown(other)))),
    }
}

/// One entry of a list that is added or removed.
fn entry(sign: Sign, item: &Json, depth: usize, out: &mut Vec<Line>) {
    match item {
        Json::Object(map) if inline(item).chars().count() > INLINE => {
            for (index, (key, value)) in map.iter().enumerate() {
                let mark = if index == 0 { "- " } else { "  " };
                out.push(line(sign, depth, format!("{mark}{key}: {}", shown(value))));
            }
        }
        other => out.push(line(sign, depth, inline(other))),
    }
}

fn mappings(old: &Map<String, Json>, new: &Map<String, Json>, depth: usize, out: &mut Vec<Line>) {
    if let (Some(Json::Array(old)), Some(Json::Array(new))) = (statements(old), statements(new)) {
        policies(&old, &new, depth, out);
        return;
    }
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for key in keys {
        let (old, new) = (old.get(key).unwrap_or(&Json::Null), new.get(key).unwrap_or(&Json::Null));
        compare(key, old, new, depth, out);
    }
}

/// The statements of an IAM policy; a single one may be without a list.
fn statements(policy: &Map<String, Json>) -> Option<Json> {
    match policy.get("Statement")? {
        Json::Array(list) => Some(Json::Array(list.clone())),
        other => Some(Json::Array(vec![other.clone()])),
    }
}

/// Statements with the same `Sid` are compared with each other; others are added or removed.
fn policies(old: &[Json], new: &[Json], depth: usize, out: &mut Vec<Line>) {
    let sid = |statement: &Json| statement.get("Sid").and_then(Json::as_str).map(str::to_owned);
    let twin = |all: &[Json], one: &Json| {
        sid(one).and_then(|name| all.iter().find(|it| sid(it).as_ref() == Some(&name)).cloned())
    };
    for (index, statement) in old.iter().enumerate() {
        let name = sid(statement).unwrap_or_else(|| format!("statement {}", index + 1));
        match twin(new, statement) {
            Some(Json::Object(now)) => {
                if let Json::Object(before) = statement
                    && *before != now
                {
                    out.push(line(Sign::Tilde, depth, format!("{name}:")));
                    mappings(before, &now, depth + 1, out);
                }
            }
            _ if new.contains(statement) => {}
            _ => entry(Sign::Minus, statement, depth, out),
        }
    }
    for statement in new.iter().filter(|it| !old.contains(it) && twin(old, it).is_none()) {
        entry(Sign::Plus, statement, depth, out);
    }
}

/// Removed entries, then added ones. An entry that occurs twice counts twice.
fn lists(old: &[Json], new: &[Json], depth: usize, out: &mut Vec<Line>) {
    let mut added: Vec<&Json> = new.iter().collect();
    let mut kept = 0;
    for item in old {
        if let Some(at) = added.iter().position(|it| *it == item) {
            added.remove(at);
            kept += 1;
        } else {
            entry(Sign::Minus, item, depth, out);
        }
    }
    for item in &added {
        entry(Sign::Plus, item, depth, out);
    }
    if added.is_empty() && kept == old.len() {
        out.push(line(Sign::Tilde, depth, format!("another order: {}", inline(&Json::Array(new.to_vec())))));
    } else if kept > 0 {
        out.push(line(Sign::Same, depth, format!("({kept} unchanged)")));
    }
}

fn texts(old: &str, new: &str, depth: usize, out: &mut Vec<Line>) {
    let difference = TextDiff::from_lines(old, new);
    for (index, group) in difference.grouped_ops(AROUND).iter().enumerate() {
        if index > 0 {
            out.push(line(Sign::Same, depth, "…"));
        }
        for change in group.iter().flat_map(|op| difference.iter_changes(op)) {
            let sign = match change.tag() {
                ChangeTag::Insert => Sign::Plus,
                ChangeTag::Delete => Sign::Minus,
                ChangeTag::Equal => Sign::Same,
            };
            out.push(line(sign, depth, change.value().trim_end_matches(['\r', '\n'])));
        }
    }
}

/// True for a text difference that a state of the machine has made.
fn is_difference(text: &str) -> bool {
    text.starts_with("--- ") && text.contains("\n+++ ")
}

fn signed(text: &str, depth: usize) -> Line {
    let sign = match text.chars().next() {
        Some('+') if !text.starts_with("+++ ") => Sign::Plus,
        Some('-') if !text.starts_with("--- ") => Sign::Minus,
        _ => Sign::Same,
    };
    line(sign, depth, if sign == Sign::Same { text } else { &text[1..] })
}

/// User data are compared as scripts, and policies in text as policies.
fn readable(name: &str, value: &Json) -> Json {
    let Some(text) = value.as_str() else { return value.clone() };
    if name.ends_with("user_data")
        && let Some(decoded) = STANDARD.decode(text).ok().and_then(|bytes| String::from_utf8(bytes).ok())
    {
        return decoded.into();
    }
    if text.trim_start().starts_with('{')
        && let Ok(policy @ Json::Object(_)) = serde_json::from_str::<Json>(text)
        && policy.get("Statement").is_some()
    {
        return policy;
    }
    value.clone()
}

/// A value in one line. Texts are quoted, so that an empty one can be seen.
pub(super) fn shown(value: &Json) -> String {
    match value {
        Json::String(text) if text.contains("(known after apply)") => text.clone(),
        Json::Array(_) | Json::Object(_) => inline(value),
        other => other.to_string(),
    }
}

/// A mapping as `key: value, …`, without unset values.
fn inline(value: &Json) -> String {
    match value {
        Json::Object(map) => {
            let set = map.iter().filter(|(_, value)| !value.is_null());
            set.map(|(key, value)| format!("{key}: {}", nested(value))).collect::<Vec<_>>().join(", ")
        }
        other => nested(other),
    }
}

fn nested(value: &Json) -> String {
    match value {
        Json::String(text) if !text.is_empty() && !text.contains(['"', '\n']) => text.clone(),
        Json::Array(list) => format!("[{}]", list.iter().map(nested).collect::<Vec<_>>().join(", ")),
        Json::Object(_) => format!("{{{}}}", inline(value)),
        other => other.to_string(),
    }
}
