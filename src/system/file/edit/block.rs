//! `blockreplace`: the text between two marker lines.

use super::{Live, PLAIN, ended, finish, not_found};
use crate::file::text::{Flags, Pattern, lines};
use crate::operation::{Operations, refused};
use crate::source::plain;
use crate::{Call, Intent};
use model::{Map, Value};

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    if live.now.stat.is_none() {
        return not_found(call);
    }
    match replaced(call, live) {
        Ok(text) => finish(call, live, text, &PLAIN),
        Err(reason) => {
            refused(format!("Encountered error managing block: {reason}. See the log for details."))
        }
    }
}

/// The text between the markers: the content, then the accumulated lines.
fn content(call: &Call<'_>, live: &Live) -> String {
    let mut parts = vec![];
    parts.extend(call.fields.text("content").filter(|text| !text.is_empty()));
    parts.extend(live.sources.iter().map(|text| text.trim_end_matches('\n').to_owned()));
    parts.extend(accumulated(&live.accumulated));
    let content = parts.join("\n");
    match call.fields.boolean("append_newline") {
        Some(false) => content,
        _ if content.ends_with('\n') => content,
        _ => format!("{content}\n"),
    }
}

fn accumulated(lists: &Map) -> Vec<String> {
    let list = |value: &Value| value.as_list().map(<[Value]>::to_vec).unwrap_or_default();
    lists.values().flat_map(list).map(|line| plain(&line)).collect()
}

fn replaced(call: &Call<'_>, live: &Live) -> Result<String, String> {
    let fields = call.fields;
    let start = fields.text("marker_start").unwrap_or_else(|| "#-- start managed zone --".to_owned());
    let end = fields.text("marker_end").unwrap_or_else(|| "#-- end managed zone --".to_owned());
    let content = content(call, live);
    let mut out = String::new();
    let (mut inside, mut found) = (false, false);
    for line in lines(&live.text) {
        if inside {
            if line.contains(&end) {
                out.push_str(&content);
                out.push_str(line);
                inside = false;
            }
        } else {
            out.push_str(line);
            (inside, found) = if line.contains(&start) { (true, true) } else { (false, found) };
        }
    }
    if inside {
        return Err("Unterminated marked block. End of file reached before marker_end.".to_owned());
    }
    if found {
        return Ok(out);
    }
    inserted(call, &live.text, &format!("{start}\n{content}{end}\n"))
}

/// A new block, if one may be created.
fn inserted(call: &Call<'_>, text: &str, block: &str) -> Result<String, String> {
    let fields = call.fields;
    for (name, after) in [("insert_before_match", false), ("insert_after_match", true)] {
        let Some(pattern) = fields.text(name) else { continue };
        let pattern = Pattern::new(&pattern, Flags::default()).map_err(|error| error.to_string())?;
        let all = lines(text);
        if let Some(at) = all.iter().position(|line| pattern.is_in(line.trim_end_matches(['\n', '\r']))) {
            let at = at + usize::from(after);
            let before = ended(all.get(..at).unwrap_or_default().concat());
            return Ok(format!("{before}{block}{}", all.get(at..).unwrap_or_default().concat()));
        }
    }
    if fields.boolean("append_if_not_found") == Some(true) {
        return Ok(format!("{}{block}", ended(text.to_owned())));
    }
    if fields.boolean("prepend_if_not_found") == Some(true) {
        return Ok(format!("{block}{text}"));
    }
    Err("Cannot edit marked block. Markers were not found in file.".to_owned())
}
