//! `append` and `prepend`: lines that are added if they are missing.

use super::{Live, changes_of, ended, only_reports, parents};
use crate::file::text::{lines, unified};
use crate::operation::{Operation, Operations, act, refused, with};
use crate::source::plain;
use crate::{Call, Intent};
use model::{Map, Outcome, Value};

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let name = call.name;
    let appends = call.function.verb == "append";
    let Some(chunks) = chunks(call, live) else {
        return refused("nothing to add is given: text, source or sources");
    };
    let old: Vec<&str> = lines(&live.text).into_iter().map(bare).collect();
    let header = !appends && call.fields.boolean("header") == Some(true);
    let added = if header { missing_header(&old, &chunks) } else { missing(call, &old, &chunks) };
    let is_new = live.now.stat.is_none();
    if added.is_empty() && !is_new {
        return Intent::Settled(Outcome::succeeded(format!("File {name} is in correct state")));
    }
    let count = added.len();
    let mut text: String = added.iter().map(|line| format!("{line}\n")).collect();
    text =
        if appends { format!("{}{text}", ended(live.text.clone())) } else { format!("{text}{}", live.text) };
    let difference = difference(call, &live.text, &text);
    let mut foreseen = with(
        Outcome::would_change(format!("File {name} is set to be updated")),
        changes_of(difference.clone()),
    );
    if is_new {
        let changes: Map = [("new".into(), Value::from(name))].into_iter().collect();
        foreseen = with(Outcome::would_change(format!("File {name} is set to be created")), changes);
    }
    let Some(mut operations) = parents(call, live) else {
        return only_reports(foreseen, format!("{name}: file not found"));
    };
    operations.push(Operation::write(name, text));
    let verb = if appends { "Appended" } else { "Prepended" };
    let done = with(Outcome::succeeded(format!("{verb} {count} lines")), changes_of(difference));
    act(foreseen, operations, done)
}

/// The texts to add, each as its lines.
fn chunks(call: &Call<'_>, live: &Live) -> Option<Vec<Vec<String>>> {
    let given = match call.fields.value("text") {
        Some(Value::List(list)) => list.iter().map(plain).collect(),
        Some(text) => vec![plain(&text)],
        None if live.sources.is_empty() => return None,
        None => live.sources.clone(),
    };
    Some(
        given
            .iter()
            .map(|text| lines(text).into_iter().map(|line| bare(line).to_owned()).collect())
            .collect(),
    )
}

fn bare(line: &str) -> &str {
    line.trim_end_matches(['\n', '\r'])
}

/// The chunks whose lines are nowhere in the file one after the other.
fn missing(call: &Call<'_>, old: &[&str], chunks: &[Vec<String>]) -> Vec<String> {
    let ignores = call.fields.boolean("ignore_whitespace").unwrap_or(true);
    let alike = |a: &str, b: &str| {
        if ignores { a.split_whitespace().eq(b.split_whitespace()) } else { a == b }
    };
    let mut added: Vec<String> = vec![];
    for chunk in chunks.iter().filter(|chunk| !chunk.is_empty()) {
        let there = |lines: &[&str]| {
            lines.windows(chunk.len()).any(|window| window.iter().zip(chunk).all(|(a, b)| alike(a, b)))
        };
        let so_far: Vec<&str> = added.iter().map(String::as_str).collect();
        if !there(old) && !there(&so_far) {
            added.extend(chunk.clone());
        }
    }
    added
}

/// All of them, unless the file begins with them.
fn missing_header(old: &[&str], chunks: &[Vec<String>]) -> Vec<String> {
    let wanted: Vec<String> = chunks.concat();
    let begins = old.len() >= wanted.len() && wanted.iter().zip(old).all(|(a, b)| a == b);
    if begins { vec![] } else { wanted }
}

/// Salt shows the lines of append with headers of two line ends, and without the last one.
fn difference(call: &Call<'_>, old: &str, new: &str) -> Value {
    if call.function.verb == "prepend" {
        return unified(&lines(old), &lines(new), "", "").into();
    }
    let (old, new) = (ended(old.to_owned()), ended(new.to_owned()));
    let mut out = String::new();
    for (index, line) in unified(&lines(&old), &lines(&new), "", "").split_inclusive('\n').enumerate() {
        out.push_str(line);
        if index < 2 || line.starts_with("@@") {
            out.push('\n');
        }
    }
    out.trim_end_matches('\n').into()
}
