//! `replace`: matches of a regular expression.

use super::{Live, Words, ended, finish, not_found};
use crate::file::text::{Flags, Pattern, escape};
use crate::operation::{Operations, refused};
use crate::{Call, Intent};
use model::{NodeKind, Outcome, Value};

const WORDS: Words<'_> = Words {
    would: "Changes would have been made",
    did: "Changes were made",
    same: "No changes needed to be made",
};

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let flag = |name: &str| call.fields.boolean(name).unwrap_or(false);
    if live.now.stat.is_none() {
        if flag("ignore_if_missing") {
            return Intent::Settled(Outcome::succeeded(WORDS.same));
        }
        return not_found(call);
    }
    if flag("append_if_not_found") && flag("prepend_if_not_found") {
        return refused("Only one of append and prepend_if_not_found is permitted");
    }
    match replaced(call, &live.text) {
        Ok(text) => finish(call, live, text, &WORDS),
        Err(reason) => refused(reason),
    }
}

fn replaced(call: &Call<'_>, text: &str) -> Result<String, String> {
    let fields = call.fields;
    let pattern = fields.required_text("pattern");
    let repl = fields.required_text("repl");
    let pattern = Pattern::new(&pattern, flags(call)?).map_err(|error| error.to_string())?;
    let count = fields.integer("count").and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
    let literal = fields.boolean("backslash_literal").unwrap_or(false);
    let (new, found) = pattern.replace(text, &repl, count, literal).map_err(|error| error.to_string())?;
    let appends = fields.boolean("append_if_not_found").unwrap_or(false);
    let prepends = fields.boolean("prepend_if_not_found").unwrap_or(false);
    if found > 0 || !(appends || prepends) {
        return Ok(new);
    }
    let content = fields.text("not_found_content").unwrap_or(repl);
    let there = Pattern::new(&format!("^{}($|(?=\\r\\n))", escape(&content)), Flags::MULTILINE);
    if there.is_ok_and(|there| there.is_in(text)) {
        return Ok(new);
    }
    let line = ended(content);
    Ok(if appends { format!("{}{line}", ended(text.to_owned())) } else { format!("{line}{text}") })
}

/// A number, a name or a list of names.
fn flags(call: &Call<'_>) -> Result<Flags, String> {
    let Some(node) = call.fields.node("flags") else { return Ok(Flags::MULTILINE) };
    if let NodeKind::Scalar(Value::Int(number)) = node.kind {
        return Ok(Flags::of_number(number));
    }
    let mut flags = Flags::default();
    for name in call.fields.texts("flags").unwrap_or_default() {
        flags = flags.with(&name).ok_or_else(|| format!("Invalid re flag given: {name}"))?;
    }
    Ok(flags)
}
