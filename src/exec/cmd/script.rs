//! `cmd.script` and code for an interpreter: files that are run and removed again.

use super::options::Options;
use super::{Ran, judged, with};
use crate::call::{Bound, CallError};
use crate::signature::{maybe, required, takes};
use crate::{Context, Function, Signature, cp};
use machine::account;
use machine::process::Temporary;
use model::Effect::{ReadsMachine, RendersTemplate, RunsPrograms};
use model::{Map, Shape, Value, python};

const SCRIPT: Signature = takes(&[
    required("source", Shape::Text, "the script: salt://… or a path"),
    maybe("args", Shape::Any, "arguments of the script"),
])
.and_named();
const CODE: Signature = takes(&[
    required("lang", Shape::Text, "the interpreter: python3, bash …"),
    required("code", Shape::Any, "the code, or a list of its lines"),
    maybe("cwd", Shape::Text, "the working directory"),
    maybe("args", Shape::Any, "arguments of the script"),
])
.and_named();

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "cmd.script",
        signature: SCRIPT,
        doc: "Runs a script of the tree or of the machine, and returns pid, retcode, stdout and \
              stderr.\n\nWith template=jinja it is rendered first. The options are those of cmd.run.",
        returns: "a mapping: pid, retcode, stdout, stderr",
        does: &[ReadsMachine, RunsPrograms, RendersTemplate],
        call: |context, bound| match script(context, bound)? {
            Some(ran) => Ok(ran.into_value()),
            None => Ok([
                ("pid", Value::Int(0)),
                ("retcode", Value::Int(1)),
                ("stdout", "".into()),
                ("stderr", "".into()),
                ("cache_error", true.into()),
            ]
            .into_iter()
            .collect()),
        },
    },
    Function {
        name: "cmd.script_retcode",
        signature: SCRIPT,
        doc: "Runs a script of the tree or of the machine, and returns its exit code.",
        returns: "an integer",
        does: &[ReadsMachine, RunsPrograms, RendersTemplate],
        call: |context, bound| {
            let ran = script(context, bound)?;
            Ok(Value::Int(ran.and_then(|ran| ran.code).unwrap_or(1).into()))
        },
    },
    Function {
        name: "cmd.exec_code",
        signature: CODE,
        doc: "Runs code with an interpreter and returns its output, both streams in one.",
        returns: "a text",
        does: &[RunsPrograms],
        call: |context, bound| code(context, bound, true).map(|ran| ran.stdout.into()),
    },
    Function {
        name: "cmd.exec_code_all",
        signature: CODE,
        doc: "Runs code with an interpreter and returns pid, retcode, stdout and stderr.",
        returns: "a mapping: pid, retcode, stdout, stderr",
        does: &[RunsPrograms],
        call: |context, bound| code(context, bound, false).map(Ran::into_value),
    },
];

/// Nothing if there is no such script.
fn script(context: &Context<'_>, bound: &Bound) -> Result<Option<Ran>, CallError> {
    let source = bound.text("source");
    let Some(bytes) = cp::bytes_of(context, bound, &source)? else { return Ok(None) };
    let bytes = match bound.named.get("template").and_then(Value::as_str) {
        None => bytes,
        Some(_) => {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let relative = source.trim_start_matches("salt://");
            let rendered = context.jinja(&text, relative, &Map::new());
            rendered.map_err(|problems| bound.failed(&problems))?.into_bytes()
        }
    };
    let extension = source.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map(|(_, it)| it);
    let file = temporary(bound, &bytes, extension)?;
    let args = bound.rest_texts();
    let args = match bound.value("args") {
        Value::List(list) => {
            list.iter().map(|arg| python::shell_quoted(&python::text(arg))).collect::<Vec<_>>().join(" ")
        }
        Value::Null => args.join(" "),
        text => python::text(text),
    };
    let command = format!("{} {args}", file.path().display());
    let mut call = Bound { function: bound.function.clone(), ..Bound::default() };
    call.values.insert("cmd", command.trim().into());
    // It has been rendered already.
    call.named = with(&bound.named, [("template", Value::Null)]);
    call.named.shift_remove("template");
    let options = Options::of(context, &call, Some(true))?;
    let finished = options.command(false).run_blocking().map_err(|error| bound.failed(&error))?;
    judged(&call, &options, &finished).map(Some)
}

fn code(context: &Context<'_>, bound: &Bound, joins: bool) -> Result<Ran, CallError> {
    let file = temporary(bound, bound.text("code").as_bytes(), None)?;
    let mut words: Vec<Value> = vec![bound.text("lang").into(), file.path().display().to_string().into()];
    words.extend(bound.value("args").as_list().unwrap_or_default().iter().cloned());
    let mut call = Bound { function: bound.function.clone(), ..Bound::default() };
    call.values.insert("cmd", Value::List(words));
    call.named = with(&bound.named, [("cwd", bound.value("cwd").clone())]);
    let options = Options::of(context, &call, None)?;
    let finished = options.command(joins).run_blocking().map_err(|error| bound.failed(&error))?;
    judged(&call, &options, &finished)
}

/// A program that only its owner can read; it is removed with this value.
fn temporary(bound: &Bound, bytes: &[u8], extension: Option<&str>) -> Result<Temporary, CallError> {
    let owner = bound.named.get("runas").and_then(Value::as_str).and_then(account::find_user);
    let written = Temporary::write(bytes, extension, owner.map(|owner| owner.uid));
    written.map_err(|error| bound.failed(&error))
}
