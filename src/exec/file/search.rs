//! Regular expressions and shell patterns on files.

use std::path::{Path, PathBuf};

use super::path;
use super::text::read;
use crate::call::{Bound, CallError};
use crate::signature::{flag, int, required, takes};
use crate::{Context, Function, Signature, cmd};
use machine::file;
use machine::process::{Command, Finished};
use model::Effect::{ReadsMachine, RunsPrograms};
use model::pattern::{Flags, Pattern};
use model::{Shape, Value, glob, python};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "file.search",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            required("pattern", Shape::Text, "the regular expression"),
            int("flags", 8, "flags of Python's re, as a number"),
            int("bufsize", 1, "accepted as in Salt, without effect"),
            flag("ignore_if_missing", false, "True: a missing file does not match, instead of an error"),
            flag("multiline", false, "True: the expression may span lines"),
        ]),
        doc: "Returns whether a regular expression matches somewhere in a file; '^' and '$' are ends of \
              lines.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: search,
    },
    Function {
        name: "file.grep",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            required("pattern", Shape::Text, "the regular expression"),
        ])
        .and_more("opts", "options of grep"),
        doc: "Runs grep with options over the files of a shell pattern, and returns its code and output.",
        returns: "a mapping: pid, retcode, stdout, stderr",
        does: &[ReadsMachine, RunsPrograms],
        call: grep,
    },
    Function {
        name: "file.path_exists_glob",
        signature: takes(&[required("path", Shape::Text, "the path")]),
        doc: "Returns whether a shell pattern matches any path.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| Ok((!expand(&path(context, bound, "path")).is_empty()).into()),
    },
    Function {
        name: "file.find",
        signature: FIND,
        doc: super::find::DOC,
        returns: "a list of paths",
        does: &[ReadsMachine],
        call: super::find::find,
    },
];

const FIND: Signature =
    takes(&[required("path", Shape::Text, "the path")]).and_more("args", "the rest").and_named();

fn search(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    if !path(context, bound, "path").is_file() {
        if bound.is_true("ignore_if_missing") {
            return Ok(false.into());
        }
        return Err(bound.fails(format!("there is no file '{}'", bound.text("path"))));
    }
    let names: Vec<String> = match bound.value("flags") {
        Value::List(list) => list.iter().map(python::text).collect(),
        Value::Str(name) => vec![name.clone()],
        _ => vec![],
    };
    let given = Flags::of_number(bound.int("flags").unwrap_or(0));
    let mut flags = names.iter().fold(given, |flags, name| flags.with(name).unwrap_or(flags));
    flags.multiline |= bound.is_true("multiline");
    let pattern = Pattern::new(&bound.text("pattern"), flags).map_err(|error| bound.failed(&error))?;
    let text = read(context, bound, "path")?;
    pattern.matches(&text).map(Value::from).map_err(|error| bound.failed(&error))
}

fn grep(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let given = path(context, bound, "path");
    let mut files = expand(&given);
    if files.is_empty() {
        files.push(given);
    }
    let mut options = bound.rest_texts();
    if files.len() > 1 {
        // As grep does by itself, but here it sees one file at a time.
        options.insert(0, "-H".to_owned());
    }
    let all: Result<Vec<Finished>, CallError> =
        files.iter().map(|path| grep_file(bound, &options, path)).collect();
    let finished = all?.into_iter().reduce(joined).unwrap_or_default();
    Ok(cmd::whole_answer(&finished, true))
}

/// Searches one file. The program does not open it: a user may have put a link or a pipe in its place.
fn grep_file(bound: &Bound, options: &[String], path: &Path) -> Result<Finished, CallError> {
    let shown = path.display().to_string();
    let contents = match path.is_dir() {
        true => None,
        false => file::read_if_there(path).map_err(|error| bound.failed(&error))?,
    };
    let mut words = vec!["grep".to_owned()];
    words.extend(options.iter().flat_map(|words| words.split_whitespace()).map(str::to_owned));
    words.extend([format!("--label={shown}"), "-e".to_owned(), bound.text("pattern"), "--".to_owned()]);
    words.push(if contents.is_some() { "-".to_owned() } else { shown });
    let mut command = Command::argv(words);
    command.stdin = contents;
    command.run_blocking().map_err(|error| bound.failed(&error))
}

/// The output of both; found if one of them found something.
fn joined(mut one: Finished, other: Finished) -> Finished {
    if !one.is_success() {
        one.end = other.end;
    }
    one.stdout.extend(other.stdout);
    one.stderr.extend(other.stderr);
    one.is_cut |= other.is_cut;
    one
}

/// The paths that match a shell pattern, sorted. A pattern without wildcards matches an existing path.
pub(super) fn expand(pattern: &Path) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::from(if pattern.is_absolute() { "/" } else { "" })];
    for step in pattern.components().filter(|step| matches!(step, std::path::Component::Normal(_))) {
        let step = step.as_os_str().to_string_lossy();
        found = found.iter().flat_map(|directory| fitting(directory, &step)).collect();
    }
    found.retain(|path| path.as_os_str() != "");
    found.sort_unstable();
    found
}

fn fitting(directory: &Path, step: &str) -> Vec<PathBuf> {
    if !glob::is_glob(step) {
        let path = directory.join(step);
        return if path.symlink_metadata().is_ok() { vec![path] } else { vec![] };
    }
    let here = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let entries = std::fs::read_dir(here).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let fits =
        |name: &String| glob::is_match(step, name) && (!name.starts_with('.') || step.starts_with('.'));
    names.filter(fits).map(|name| directory.join(name)).collect()
}
