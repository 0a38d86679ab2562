//! Writes the contents of files, at the call.

use super::path;
use super::text::read_if_there;
use crate::call::{Bound, CallError};
use crate::signature::{maybe, required, takes};
use crate::{Context, Function};
use machine::file::{self, Permissions};
use machine::text;
use model::Effect::{ChangesMachine, ReadsMachine};
use model::{Argument, Shape, Value, python};

const LINES: &[Argument] = &[required("path", Shape::Text, "the path")];

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "file.write",
        signature: takes(LINES).and_more("lines", "the lines, or args=[…]").and_named(),
        doc: "Writes lines to a file, replacing its content.",
        returns: "a text: how many lines were written",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| {
            let lines = lines(bound);
            put(context, bound, &terminated(&lines))?;
            Ok(format!("Wrote {} lines to \"{}\"", lines.len(), bound.text("path")).into())
        },
    },
    Function {
        name: "file.append",
        signature: takes(LINES).and_more("lines", "the lines, or args=[…]").and_named(),
        doc: "Writes lines to the end of a file.",
        returns: "a text: how many lines were written",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| {
            let lines = lines(bound);
            let there = read_if_there(context, bound, "path")?;
            let mut text =
                there.ok_or_else(|| bound.fails(format!("there is no '{}'", bound.text("path"))))?;
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            put(context, bound, &(text + &terminated(&lines)))?;
            Ok(format!("Wrote {} lines to \"{}\"", lines.len(), bound.text("path")).into())
        },
    },
    Function {
        name: "file.prepend",
        signature: takes(LINES).and_more("lines", "the lines, or args=[…]").and_named(),
        doc: "Writes lines before those of a file.",
        returns: "a text: how many lines were written",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| {
            let lines = lines(bound);
            let text = read_if_there(context, bound, "path")?.unwrap_or_default();
            put(context, bound, &(terminated(&lines) + &text))?;
            Ok(format!("Prepended {} lines to \"{}\"", lines.len(), bound.text("path")).into())
        },
    },
    Function {
        name: "file.touch",
        signature: takes(&[
            required("name", Shape::Text, "the path"),
            maybe("atime", Shape::Integer, "time of the last access, in seconds since 1970"),
            maybe("mtime", Shape::Integer, "time of the last change, in seconds since 1970"),
        ]),
        doc: "Makes a file, or sets its times to now.",
        returns: "True",
        does: &[ReadsMachine, ChangesMachine],
        call: touch,
    },
    Function {
        name: "file.truncate",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            required("length", Shape::Integer, "how many bytes stay"),
        ]),
        doc: "Cuts a file to a length.",
        returns: "None",
        does: &[ReadsMachine, ChangesMachine],
        call: truncate,
    },
];

/// The lines of a call: positional ones, or `args=`.
fn lines(bound: &Bound) -> Vec<String> {
    match bound.named.get("args") {
        Some(Value::List(list)) => list.iter().map(python::text).collect(),
        Some(one) => vec![python::text(one)],
        None => bound.rest_texts(),
    }
}

fn terminated(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn put(context: &Context<'_>, bound: &Bound, text: &str) -> Result<(), CallError> {
    let path = path(context, bound, "path");
    file::write(&path, &text::to_bytes(text), Permissions::default()).map_err(|error| bound.failed(&error))
}

fn touch(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let path = path(context, bound, "name");
    if !path.exists() {
        file::write(&path, b"", Permissions::default()).map_err(|error| bound.failed(&error))?;
        if bound.int("atime").is_none() && bound.int("mtime").is_none() {
            return Ok(true.into());
        }
    }
    let now = (context.clock)().timestamp();
    let time = |name: &str| {
        let named = bound.int(name).and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
        std::time::SystemTime::from(named.unwrap_or(now))
    };
    let set = file::set_times(&path, Some(time("atime")), Some(time("mtime")));
    set.map_err(|error| bound.failed(&error))?;
    Ok(true.into())
}

fn truncate(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let length = bound.int("length").and_then(|length| u64::try_from(length).ok());
    let length = length.ok_or_else(|| bound.fails("'length' must be a number of bytes"))?;
    let cut = file::truncate(&path(context, bound, "path"), length);
    cut.map_err(|error| bound.failed(&error))?;
    Ok(Value::Null)
}
