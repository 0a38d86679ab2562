//! What files hold, written when it is called.

use std::fs;

use super::path;
use super::text::read;
use crate::exec::call::{Bound, CallError};
use crate::exec::signature::{Parameter, maybe, required, takes};
use crate::exec::{Context, Function};
use crate::machine::file::{self, Permissions};
use crate::model::{Value, python};

const LINES: &[Parameter] = &[required("path")];

pub(in crate::exec) const FUNCTIONS: &[Function] = &[
    Function::new(
        "file.write",
        takes(LINES).and_more().and_named(),
        "Writes lines to a file, and nothing else.",
        |context, bound| {
            let lines = lines(bound);
            put(context, bound, &terminated(&lines))?;
            Ok(format!("Wrote {} lines to \"{}\"", lines.len(), bound.text("path")).into())
        },
    ),
    Function::new(
        "file.append",
        takes(LINES).and_more().and_named(),
        "Writes lines to the end of a file.",
        |context, bound| {
            let lines = lines(bound);
            let mut text = read(context, bound, "path")?;
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            put(context, bound, &(text + &terminated(&lines)))?;
            Ok(format!("Wrote {} lines to \"{}\"", lines.len(), bound.text("path")).into())
        },
    ),
    Function::new(
        "file.prepend",
        takes(LINES).and_more().and_named(),
        "Writes lines before those of a file.",
        |context, bound| {
            let lines = lines(bound);
            let text = read(context, bound, "path").unwrap_or_default();
            put(context, bound, &(terminated(&lines) + &text))?;
            Ok(format!("Prepended {} lines to \"{}\"", lines.len(), bound.text("path")).into())
        },
    ),
    Function::new(
        "file.touch",
        takes(&[required("name"), maybe("atime"), maybe("mtime")]),
        "Makes a file, or sets its times to now.",
        touch,
    ),
    Function::new(
        "file.truncate",
        takes(&[required("path"), required("length")]),
        "Cuts a file to a length.",
        truncate,
    ),
];

/// The lines of a call: those by place, or `args=`.
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
    file::write(&path, text.as_bytes(), Permissions::default()).map_err(|error| bound.failed(&error))
}

fn touch(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let path = path(context, bound, "name");
    let opened = fs::OpenOptions::new().append(true).create(true).open(&path);
    let file = opened.map_err(|error| bound.fails(format!("'{}': {error}", path.display())))?;
    let now = (context.clock)().timestamp();
    let time = |name: &str| {
        let named = bound.int(name).and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
        std::time::SystemTime::from(named.unwrap_or(now))
    };
    let times = fs::FileTimes::new().set_accessed(time("atime")).set_modified(time("mtime"));
    file.set_times(times).map_err(|error| bound.failed(&error))?;
    Ok(true.into())
}

fn truncate(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let length = bound.int("length").and_then(|length| u64::try_from(length).ok());
    let length = length.ok_or_else(|| bound.fails("'length' is to be a number of bytes"))?;
    let file = fs::OpenOptions::new().write(true).open(path(context, bound, "path"));
    file.and_then(|file| file.set_len(length)).map_err(|error| bound.failed(&error))?;
    Ok(Value::Null)
}
