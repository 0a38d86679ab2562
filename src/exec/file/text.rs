//! The contents of files, as text.

use std::os::unix::fs::FileExt;
use std::path::Path;

use super::path;
use crate::call::{Bound, CallError};
use crate::signature::{flag, maybe, required, takes, text};
use crate::{Context, Function};
use machine::file;
use model::Effect::ReadsMachine;
use model::pattern::{Flags, Pattern};
use model::{Argument, Map, Shape, Value, glob};

const PATH_AND_TEXT: &[Argument] =
    &[required("path", Shape::Text, "the path"), required("text", Shape::Text, "the text")];

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "file.read",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            flag("binary", false, "accepted as in Salt, without effect"),
        ]),
        doc: "Returns the content of a file.",
        returns: "a text",
        does: &[ReadsMachine],
        call: |context, bound| read(context, bound, "path").map(Value::from),
    },
    Function {
        name: "file.seek_read",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            required("size", Shape::Integer, "how many bytes"),
            required("offset", Shape::Integer, "from which byte"),
        ]),
        doc: "Returns some bytes of a file, from an offset.",
        returns: "a text",
        does: &[ReadsMachine],
        call: seek_read,
    },
    Function {
        name: "file.contains",
        signature: takes(PATH_AND_TEXT),
        doc: "Returns whether a file holds a text; blanks around the text do not count.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| {
            let wanted = bound.text("text");
            Ok(read(context, bound, "path").is_ok_and(|text| text.contains(wanted.trim())).into())
        },
    },
    Function {
        name: "file.contains_regex",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            required("regex", Shape::Text, "the regular expression"),
            text("lchar", "", "letters to remove from the beginning of each line"),
        ]),
        doc: "Returns whether a regular expression matches somewhere in a line of a file, without the \
              letters of 'lchar' at its beginning.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: contains_regex,
    },
    Function {
        name: "file.contains_glob",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            required("glob_expr", Shape::Text, "the shell pattern"),
        ]),
        doc: "Returns whether a shell pattern matches a line of a file, its line break included.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| {
            let (pattern, text) = (bound.text("glob_expr"), read(context, bound, "path").unwrap_or_default());
            Ok(text
                .split_inclusive('\n')
                .any(|line| glob::is_match(&pattern, line) && !ends(line, &pattern))
                .into())
        },
    },
    Function {
        name: "file.get_diff",
        signature: takes(&[
            required("file1", Shape::Text, "the old file"),
            required("file2", Shape::Text, "the new file"),
            text("saltenv", "base", "the environment of the tree"),
            flag("show_filenames", true, "True: the paths are shown"),
            flag("show_changes", true, "False: only whether they differ"),
            flag("template", false, "True: the answer says that files are templates, not how they differ"),
            maybe("source_hash_file1", Shape::Text, "accepted as in Salt, without effect"),
            maybe("source_hash_file2", Shape::Text, "accepted as in Salt, without effect"),
        ]),
        doc: "Returns the difference of two files in unified form, empty if there is none.",
        returns: "a text",
        does: &[ReadsMachine],
        call: get_diff,
    },
    Function {
        name: "file.list_backups",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            maybe("limit", Shape::Integer, "how many at most"),
        ]),
        doc: "Lists the backup copies of a file.",
        returns: "a mapping",
        does: &[ReadsMachine],
        call: |_, _| Ok(Value::Map(Map::new())),
    },
    Function {
        name: "file.source_list",
        signature: takes(&[
            required("source", Shape::Any, "the sources, the best first"),
            required("source_hash", Shape::Any, "the digest of each"),
            required("saltenv", Shape::Text, "the environment of the tree"),
        ]),
        doc: "Returns the first source of a list that exists, with its hash.",
        returns: "a list: the source, its digest",
        does: &[ReadsMachine],
        call: source_list,
    },
];

/// Salt's pattern must match the line with its line break, for which a final `*` is not enough.
fn ends(line: &str, pattern: &str) -> bool {
    line.ends_with('\n') && !pattern.ends_with('\n')
}

pub(super) fn read(context: &Context<'_>, bound: &Bound, name: &str) -> Result<String, CallError> {
    let bytes = file::read(&path(context, bound, name)).map_err(|error| bound.failed(&error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The same without a loss of bytes, to be written again; nothing if there is no file.
pub(super) fn read_if_there(
    context: &Context<'_>,
    bound: &Bound,
    name: &str,
) -> Result<Option<String>, CallError> {
    file::text_if_there(&path(context, bound, name)).map_err(|error| bound.failed(&error))
}

/// The contents of a file of the tree, if it is text.
pub(super) fn text_of_tree(path: &Path) -> Option<String> {
    String::from_utf8(file::read_of_tree(path).ok()?).ok()
}

fn seek_read(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let path = path(context, bound, "path");
    let number = |name: &str| bound.int(name).and_then(|number| u64::try_from(number).ok());
    let (Some(size), Some(offset)) = (number("size"), number("offset")) else {
        return Err(bound.fails("'size' and 'offset' must be numbers"));
    };
    let file = file::open(&path).map_err(|error| bound.failed(&error))?;
    let length = file.metadata().map_or(0, |of| of.len()).saturating_sub(offset).min(size);
    let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
    let count = file.read_at(&mut bytes, offset).map_err(|error| bound.failed(&error))?;
    Ok(String::from_utf8_lossy(&bytes[..count]).into_owned().into())
}

fn contains_regex(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let pattern =
        Pattern::new(&bound.text("regex"), Flags::default()).map_err(|error| bound.failed(&error))?;
    let Ok(text) = read(context, bound, "path") else { return Ok(false.into()) };
    let leading: Vec<char> = bound.text("lchar").chars().collect();
    let mut lines = text.lines().map(|line| line.trim_start_matches(leading.as_slice()));
    Ok(lines.any(|line| pattern.is_in(line)).into())
}

fn get_diff(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let content = |name: &str| {
        let written = bound.text(name);
        if !written.starts_with("salt://") {
            return read(context, bound, name);
        }
        let env = context.saltenv(bound.value("saltenv"));
        let file = context.states.find(&env, &written);
        let text = file.and_then(|file| text_of_tree(&file.path));
        text.ok_or_else(|| bound.fails(format!("'{written}' cannot be read")))
    };
    let (before, after) = (content("file1")?, content("file2")?);
    if before == after {
        return Ok("".into());
    }
    if !bound.is_true("show_changes") {
        return Ok("<show_changes=False>".into());
    }
    let shown = bound.is_true("show_filenames");
    let name = |argument: &str| if shown { bound.text(argument) } else { String::new() };
    let differences = similar::TextDiff::from_lines(&before, &after);
    let text = differences
        .unified_diff()
        .context_radius(3)
        .missing_newline_hint(false)
        .header(&name("file1"), &name("file2"))
        .to_string();
    // Two texts whose last lines differ only by a line break end like the second.
    Ok(if after.ends_with('\n') { text.into() } else { text.trim_end_matches('\n').into() })
}

fn source_list(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let answer = |source: &str, hash: &Value| Ok(Value::List(vec![source.into(), hash.clone()]));
    let sources = match bound.value("source") {
        Value::List(list) => list,
        other => return Ok(Value::List(vec![other.clone(), bound.value("source_hash").clone()])),
    };
    let env = context.saltenv(bound.value("saltenv"));
    let is_there = |source: &str| match source.strip_prefix("salt://") {
        Some(_) => context.states.find(&env, source).is_some(),
        None => super::expanded(context, source.trim_start_matches("file://")).exists(),
    };
    for source in sources {
        match source {
            Value::Map(map) => {
                if let Some((key, hash)) = map.iter().find(|(key, _)| is_there(&key.to_string())) {
                    return answer(&key.to_string(), hash);
                }
            }
            Value::Str(source) if is_there(source) => return answer(source, bound.value("source_hash")),
            _ => {}
        }
    }
    Err(bound.fails("none of the sources is there"))
}
