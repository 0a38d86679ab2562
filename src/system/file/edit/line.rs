//! `line`: one line inserted, replaced or removed.

use std::path::PathBuf;

use super::{Live, PLAIN, changes_of, ended, finish, not_found, shown};
use crate::file::text::{Flags, Pattern, escape, lines};
use crate::operation::{Operation, Operations, Writing, act, refused, with};
use crate::owner::Owner;
use crate::{Call, Intent};
use machine::file::{Permissions, parse_mode};
use model::Outcome;

pub(super) fn diff(call: &Call<'_>, live: &Live) -> Intent<Operations> {
    let creates = call.fields.boolean("create") == Some(true);
    if live.now.stat.is_none() && !creates {
        return not_found(call);
    }
    let new = match edited(call, &live.text) {
        Ok(new) => new,
        Err(reason) => return refused(reason),
    };
    if live.now.stat.is_none() {
        return created(call, new);
    }
    if new == live.text || call.fields.boolean("backup") != Some(true) {
        // Unlike the other functions, this one keeps a copy only on request.
        return without_copy(call, live, new);
    }
    let seconds = jiff::Timestamp::try_from(live.when).map(|now| now.to_zoned(jiff::tz::TimeZone::system()));
    let suffix = seconds.map(|now| now.strftime("%Y-%m-%d-%H-%M-%S").to_string()).unwrap_or_default();
    let to = PathBuf::from(format!("{}.{suffix}", live.real.display()));
    let copy = Operation::Copy { from: live.real.clone(), to, preserves: true, replaces: false };
    write(call, live, new, vec![copy])
}

fn without_copy(call: &Call<'_>, live: &Live, new: String) -> Intent<Operations> {
    if new == live.text { finish(call, live, new, &PLAIN) } else { write(call, live, new, vec![]) }
}

fn write(call: &Call<'_>, live: &Live, new: String, mut operations: Vec<Operation>) -> Intent<Operations> {
    let changes = changes_of(shown(call, &live.text, &new));
    let foreseen = with(Outcome::would_change(PLAIN.would), changes.clone());
    operations.push(Operation::write(call.name, new));
    act(foreseen, operations, with(Outcome::succeeded(PLAIN.did), changes))
}

fn created(call: &Call<'_>, new: String) -> Intent<Operations> {
    let owner = Owner::read(call.fields, &[]);
    let mode = call.fields.text("file_mode").and_then(|text| parse_mode(&text));
    let changes = changes_of(shown(call, "", &new));
    let foreseen = with(Outcome::would_change(PLAIN.would), changes.clone());
    let mut writing = Writing::new(call.name, new);
    writing.permissions = Permissions { mode, ..owner.permissions() };
    act(foreseen, vec![writing.into()], with(Outcome::succeeded(PLAIN.did), changes))
}

/// The new text.
fn edited(call: &Call<'_>, text: &str) -> Result<String, String> {
    let fields = call.fields;
    let Some(mode) = fields.text("mode") else {
        return Err("Mode was not defined. How to process the file?".to_owned());
    };
    let content = fields.text("content").unwrap_or_default();
    if content.is_empty() && mode != "delete" {
        return Err("Content can only be empty if mode is ['delete']".to_owned());
    }
    let all: Vec<String> = lines(text).into_iter().map(|line| ended(line.to_owned())).collect();
    let edit = Lines { all, content, indents: fields.boolean("indent").unwrap_or(true) };
    let pattern = fields.text("match").unwrap_or_else(|| edit.content.clone());
    let new = match mode.as_str() {
        "delete" => edit.without(&pattern),
        "replace" => edit.replaced(&pattern),
        "insert" => edit.inserted(call)?,
        _ => edit.ensured(call)?,
    };
    let new = new.concat();
    // An unchanged text keeps a last line without an end.
    Ok(if new == ended(text.to_owned()) { text.to_owned() } else { new })
}

/// The lines of a file, and the wanted line.
struct Lines {
    all: Vec<String>,
    content: String,
    indents: bool,
}

fn compiled(text: &str) -> Option<Pattern> {
    let pattern = Pattern::new(text, Flags::default());
    pattern.or_else(|_| Pattern::new(&escape(text), Flags::default())).ok().filter(|_| !text.is_empty())
}

impl Lines {
    fn without(&self, pattern: &str) -> Vec<String> {
        let Some(pattern) = compiled(pattern) else { return self.all.clone() };
        self.all.iter().filter(|line| !pattern.is_in(line.trim_end())).cloned().collect()
    }

    fn replaced(&self, pattern: &str) -> Vec<String> {
        let Some(pattern) = compiled(pattern) else { return self.all.clone() };
        let replace =
            |line: &String| if pattern.is_in(line.trim_end()) { self.beside(line) } else { line.clone() };
        self.all.iter().map(replace).collect()
    }

    /// The content, indented as a line beside it.
    fn beside(&self, line: &str) -> String {
        if !self.indents {
            return format!("{}\n", self.content);
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        format!("{}{}\n", indent.trim_end_matches('\n'), self.content.trim_start())
    }

    fn is_content(&self, line: Option<&String>) -> bool {
        line.is_some_and(|line| line.trim() == self.content.trim())
    }

    /// The only line that an expression matches.
    fn only(&self, call: &Call<'_>, name: &str) -> Result<Option<usize>, String> {
        let Some(pattern) = call.fields.text(name).and_then(|text| compiled(&text)) else { return Ok(None) };
        let mut found = (0..self.all.len()).filter(|at| pattern.is_in(self.all[*at].trim_end()));
        let first = found.next();
        if found.next().is_some() {
            return Err(format!("Found more than expected occurrences in \"{name}\" expression"));
        }
        Ok(first)
    }

    fn with_at(&self, at: usize, beside: &str) -> Vec<String> {
        let mut all = self.all.clone();
        all.insert(at, self.beside(beside));
        all
    }

    fn inserted(&self, call: &Call<'_>) -> Result<Vec<String>, String> {
        let fields = call.fields;
        if !fields.has("before") && !fields.has("after") {
            return match fields.text("location").as_deref() {
                Some("start") if self.is_content(self.all.first()) => Ok(self.all.clone()),
                Some("start") => Ok(self.with_at(0, "")),
                Some("end") if self.is_content(self.all.last()) => Ok(self.all.clone()),
                Some(_) => Ok(self.with_at(self.all.len(), "")),
                None => {
                    Err("On insert either \"location\" or \"before/after\" conditions are required."
                        .to_owned())
                }
            };
        }
        let (before, after) = (self.only(call, "before")?, self.only(call, "after")?);
        match (before, after) {
            (Some(before), _) => Ok(self.before(before)),
            (None, Some(after)) => Ok(self.after(after)),
            (None, None) => Err("Neither before or after was found in file".to_owned()),
        }
    }

    fn before(&self, at: usize) -> Vec<String> {
        let there = at.checked_sub(1).and_then(|above| self.all.get(above));
        if self.is_content(there) { self.all.clone() } else { self.with_at(at, &self.all[at]) }
    }

    fn after(&self, at: usize) -> Vec<String> {
        if self.is_content(self.all.get(at + 1)) {
            self.all.clone()
        } else {
            self.with_at(at + 1, &self.all[at])
        }
    }

    fn ensured(&self, call: &Call<'_>) -> Result<Vec<String>, String> {
        let (before, after) = (self.only(call, "before")?, self.only(call, "after")?);
        match (after, before) {
            (Some(after), Some(before)) if before == after + 1 => Ok(self.with_at(before, &self.all[after])),
            (Some(after), Some(before)) if before == after + 2 => {
                let mut all = self.all.clone();
                if !self.is_content(self.all.get(after + 1)) {
                    all[after + 1] = self.beside(&self.all[after + 1]);
                }
                Ok(all)
            }
            (Some(_), Some(_)) => {
                Err("Found more than one line between boundaries \"before\" and \"after\".".to_owned())
            }
            (Some(after), None) => Ok(self.after(after)),
            (None, Some(before)) => Ok(self.before(before)),
            (None, None) => Err(
                "Wrong conditions? Unable to ensure line without knowing where to put it before and/or after."
                    .to_owned(),
            ),
        }
    }
}
