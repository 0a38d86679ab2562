//! `keyvalue`: values of keys, one a line.

use super::{Live, changes_of, ended};
use crate::file::text::lines;
use crate::operation::{Operation, Operations, act, refused, with};
use crate::source::plain;
use crate::{Call, Intent};
use model::{Map, NodeKind, Outcome, Value};

/// A key and its wanted value.
struct Pair {
    key: String,
    value: String,
    /// Salt names the type of values that are not text.
    note: &'static str,
    /// How many lines of it may still be changed.
    left: Option<usize>,
    found: bool,
}

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let fields = call.fields;
    let flag = |name: &str| fields.boolean(name).unwrap_or(false);
    let Some(mut pairs) = pairs(call) else {
        return refused("file.keyvalue key and value not supplied and key_values is empty");
    };
    let is_new = live.now.stat.is_none();
    if is_new && !flag("create_if_missing") {
        let comment = format!("unable to open {}", call.name);
        return if flag("ignore_if_missing") {
            Intent::Settled(Outcome::succeeded(comment))
        } else {
            refused(comment)
        };
    }
    let mut found = Found::default();
    for line in lines(&live.text) {
        found.take(call, &mut pairs, line);
    }
    let separator = separator(call);
    let missing = pairs.iter().filter(|pair| !pair.found);
    if flag("append_if_not_found") || is_new {
        for pair in missing {
            found.text = format!("{}{}{separator}{}\n", ended(found.text), pair.key, pair.value);
            found.shown.extend(["- <EOF>\n".into(), added(pair, &separator), "+ <EOF>\n".into()]);
            found.count += 1;
        }
    } else if flag("prepend_if_not_found") {
        for pair in missing {
            found.text = format!("{}{separator}{}\n{}", pair.key, pair.value, found.text);
            found.shown.extend(["  <SOF>\n".into(), added(pair, &separator)]);
            found.count += 1;
        }
    }
    finish(call, found)
}

fn separator(call: &Call<'_>) -> String {
    call.fields.text("separator").unwrap_or_else(|| "=".to_owned())
}

fn added(pair: &Pair, separator: &str) -> String {
    format!("+ {}{separator}{}{}\n", pair.key, pair.value, pair.note)
}

fn finish(call: &Call<'_>, found: Found) -> Intent<Operations> {
    if found.count == 0 {
        return Intent::Settled(Outcome::succeeded(""));
    }
    let (name, count) = (call.name, found.count);
    let mut foreseen = format!("File {name} is set to be changed ({count} lines)");
    let mut changes = Map::new();
    if call.fields.boolean("show_changes") != Some(false) {
        foreseen.push_str("\nPredicted diff:\n");
        for line in &found.shown {
            foreseen.push_str(&format!("\r\t\t{line}"));
        }
        changes = changes_of(found.shown.concat().into());
    }
    let done = Outcome::succeeded(format!("Changed {count} lines"));
    let write = Operation::write(name, found.text);
    act(with(Outcome::would_change(foreseen), changes.clone()), vec![write], with(done, changes))
}

/// The new text, and the differences.
#[derive(Default)]
struct Found {
    text: String,
    shown: Vec<String>,
    count: usize,
}

impl Found {
    fn take(&mut self, call: &Call<'_>, pairs: &mut [Pair], line: &str) {
        let new = changed(call, pairs, line);
        if let Some((new, pair)) = new {
            let bare = line.trim_end_matches(['\n', '\r']);
            let end = &line[bare.len()..];
            self.shown.extend([format!("- {bare}\n"), format!("+ {new}{}\n", pair.note)]);
            self.count += 1;
            self.text.push_str(&format!("{new}{end}"));
        } else {
            self.text.push_str(line);
        }
    }
}

/// The new form of the line, if it is a line of a key and differs.
fn changed<'a>(call: &Call<'_>, pairs: &'a mut [Pair], line: &str) -> Option<(String, &'a Pair)> {
    let fields = call.fields;
    let separator = separator(call);
    let flag = |name: &str| fields.boolean(name).unwrap_or(false);
    let bare = line.trim_end_matches(['\n', '\r']);
    let marks = fields.text("uncomment").unwrap_or_default();
    let open = bare.trim_start_matches(|letter| marks.contains(letter));
    let open = if open.len() < bare.len() { open.trim_start() } else { bare };
    let (key, value) = open.split_once(separator.as_str())?;
    let alike = |a: &str, b: &str, ignores: bool| {
        if ignores { a.to_lowercase() == b.to_lowercase() } else { a == b }
    };
    let pair = pairs.iter_mut().find(|pair| alike(&pair.key, key, flag("key_ignore_case")))?;
    pair.found = true;
    let same = alike(&pair.value, value.trim(), flag("value_ignore_case")) && open == bare;
    if pair.left == Some(0) {
        return None;
    }
    pair.left = pair.left.map(|left| left - 1);
    (!same).then(|| (format!("{key}{separator}{}", pair.value), &*pair))
}

fn pairs(call: &Call<'_>) -> Option<Vec<Pair>> {
    let fields = call.fields;
    let left = match fields.integer("count").unwrap_or(1) {
        count if count < 0 => None,
        count => usize::try_from(count).ok(),
    };
    let pair = |key: String, value: &Value| {
        let note = match value {
            Value::Int(_) => " (from int type)",
            Value::Float(_) => " (from float type)",
            Value::Bool(_) => " (from bool type)",
            _ => "",
        };
        Pair { key, value: plain(value), note, left, found: false }
    };
    let own = match (fields.text("key"), fields.node("value").map(|node| &node.kind)) {
        (Some(key), Some(NodeKind::Scalar(value))) => Some(vec![pair(key, value)]),
        _ => None,
    };
    own.or_else(|| {
        let table = fields.table("key_values").filter(|table| !table.is_empty())?;
        Some(table.into_iter().map(|(key, node)| pair(key, &node.to_value())).collect())
    })
}
