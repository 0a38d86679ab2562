//! `slsutil.*`: merging, rendering, and small helpers for authors of SLS.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.slsutil.html>.

mod banner;
mod serial;
mod tree;

use std::path::PathBuf;

use super::call::{Bound, CallError};
use super::merge::{MergeStrategy, by_strategy, merged};
use super::signature::{flag, int, maybe, required, takes, text};
use super::{Context, Function};
use model::Effect::{ChangesArgument, NeedsPillar, ReadsMachine};
use model::{Argument, Map, Shape, Value};
use sls::tree::FoundFile;

const IN_TREE: &[Argument] =
    &[required("path", Shape::Text, "the path"), text("saltenv", "base", "the environment of the tree")];

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "slsutil.merge",
        signature: takes(&[
            required("obj_a", Shape::Record(&[]), "the lower mapping"),
            required("obj_b", Shape::Record(&[]), "the upper mapping, which wins"),
            text("strategy", "smart", "smart, recurse, overwrite or list"),
            text("renderer", "yaml", "accepted as in Salt, without effect"),
            flag("merge_lists", false, "True: lists are joined; False: they are replaced"),
        ]),
        doc: "Merges two mappings by a strategy: smart, recurse, overwrite, list.",
        returns: "the merged mapping",
        does: &[],
        call: |_, bound| {
            let both = (bound.value("obj_a"), bound.value("obj_b"));
            by_strategy(both.0, both.1, &bound.text("strategy"), bound.is_true("merge_lists"))
                .ok_or_else(|| bound.fails("both must be mappings"))
        },
    },
    Function {
        name: "slsutil.merge_all",
        signature: takes(&[
            required("lst", Shape::List(&Shape::Any), "the mappings"),
            text("strategy", "smart", "smart, recurse, overwrite or list"),
            text("renderer", "yaml", "accepted as in Salt, without effect"),
            flag("merge_lists", false, "True: lists are joined; False: they are replaced"),
        ]),
        doc: "Merges the mappings of a list by a strategy, one after the other.",
        returns: "the merged mapping",
        does: &[],
        call: merge_all,
    },
    Function {
        name: "slsutil.update",
        signature: takes(&[
            required("dest", Shape::Record(&[]), "the lower mapping"),
            required("upd", Shape::Record(&[]), "the upper mapping, which wins"),
            flag("recursive_update", true, "False: nested mappings are replaced"),
            flag("merge_lists", false, "True: lists are joined; False: they are replaced"),
        ]),
        doc: "Merges one mapping over another.",
        returns: "the merged mapping",
        does: &[ChangesArgument],
        call: |_, bound| match (bound.value("dest"), bound.value("upd")) {
            (below @ Value::Map(_), above @ Value::Map(_)) => {
                let recurses = bound.is_true("recursive_update");
                Ok(merged(
                    below,
                    above,
                    MergeStrategy { recurses, joins_lists: recurses && bound.is_true("merge_lists") },
                ))
            }
            _ => Err(bound.fails("'dest' and 'upd' must both be mappings")),
        },
    },
    Function {
        name: "slsutil.renderer",
        signature: takes(&[
            maybe("path", Shape::Text, "the file: salt://… or a path"),
            maybe("string", Shape::Text, "the text, instead of a file"),
            text("default_renderer", "jinja|yaml", "the pipeline"),
        ])
        .and_named(),
        doc: "Renders a file or a text with a pipeline such as 'jinja|yaml' and returns the data; \
              'jinja' alone returns the text.\n\nOther named arguments are variables of the template.",
        returns: "the data, or a text",
        does: &[ReadsMachine, NeedsPillar],
        call: renderer,
    },
    Function {
        name: "slsutil.serialize",
        signature: takes(&[
            required("serializer", Shape::Text, "json, yaml, python or configparser"),
            required("obj", Shape::Any, "the data"),
        ])
        .and_named(),
        doc: "Writes data as text: json, yaml, python, configparser.",
        returns: "a text",
        does: &[],
        call: serial::serialize,
    },
    Function {
        name: "slsutil.deserialize",
        signature: takes(&[
            required("serializer", Shape::Text, "json, yaml, python or configparser"),
            required("stream_or_string", Shape::Text, "the text"),
        ])
        .and_named(),
        doc: "Reads data from text: json, yaml, configparser.",
        returns: "the data",
        does: &[],
        call: serial::deserialize,
    },
    Function {
        name: "slsutil.boolstr",
        signature: takes(&[
            required("value", Shape::Any, "the value"),
            text("true", "true", "the text for a true value"),
            text("false", "false", "the text for any other"),
        ]),
        doc: "Returns one of two texts, depending on whether a value is true.",
        returns: "a text",
        does: &[],
        call: |_, bound| Ok(bound.value(if bound.is_true("value") { "true" } else { "false" }).clone()),
    },
    Function {
        name: "slsutil.banner",
        signature: takes(&[
            int("width", 72, "how many columns"),
            text("commentchar", "#", "the beginning of each line"),
            text("borderchar", "#", "the character of the border"),
            maybe("blockstart", Shape::Text, "a line before"),
            maybe("blockend", Shape::Text, "a line after"),
            maybe("title", Shape::Text, "the title"),
            maybe("text", Shape::Text, "the text"),
            flag("newline", false, "True: the banner ends with an end of line"),
        ]),
        doc: "Returns a comment block that says what manages a file.",
        returns: "a text",
        does: &[],
        call: banner::banner,
    },
    Function {
        name: "slsutil.file_exists",
        signature: takes(IN_TREE),
        doc: "Returns whether the tree has a file.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| Ok(tree::is_file(context, &bound.text("saltenv"), &bound.text("path")).into()),
    },
    Function {
        name: "slsutil.dir_exists",
        signature: takes(IN_TREE),
        doc: "Returns whether the tree has a directory.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| {
            Ok(tree::is_directory(context, &bound.text("saltenv"), &bound.text("path")).into())
        },
    },
    Function {
        name: "slsutil.path_exists",
        signature: takes(IN_TREE),
        doc: "Returns whether the tree has a file or directory.",
        returns: "a boolean",
        does: &[ReadsMachine],
        call: |context, bound| {
            let (env, path) = (bound.text("saltenv"), bound.text("path"));
            Ok((tree::is_file(context, &env, &path) || tree::is_directory(context, &env, &path)).into())
        },
    },
    Function {
        name: "slsutil.findup",
        signature: takes(&[
            required("startpath", Shape::Text, "where the search begins"),
            required("filenames", Shape::Any, "a name, or a list of names"),
            text("saltenv", "base", "the environment of the tree"),
        ]),
        doc: "Returns the path of the nearest file with one of these names, in a directory of the tree \
              or above it.",
        returns: "a path",
        does: &[ReadsMachine],
        call: tree::findup,
    },
];

fn merge_all(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let Value::List(list) = bound.value("lst") else {
        return Err(bound.fails("'lst' must be a list of mappings"));
    };
    let (strategy, joins) = (bound.text("strategy"), bound.is_true("merge_lists"));
    list.iter().try_fold(Value::Map(Map::new()), |whole, next| {
        by_strategy(&whole, next, &strategy, joins).ok_or_else(|| bound.fails("all must be mappings"))
    })
}

fn renderer(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let pipeline = bound.text("default_renderer");
    let (text, file) = match (bound.value("path"), bound.value("string")) {
        (_, Value::Str(string)) if !string.is_empty() => {
            (string.clone(), FoundFile { relative: String::new(), path: PathBuf::from("the string") })
        }
        (Value::Str(path), _) if !path.is_empty() => {
            let Some(file) = tree::find_or_local(context, path) else { return Ok(Value::Map(Map::new())) };
            // A path of this machine may be a user's.
            let is_local = file.path.as_os_str() == path.as_str();
            let read = if is_local { machine::file::read } else { machine::file::read_of_tree };
            let bytes = read(&file.path).map_err(|error| bound.failed(&error))?;
            (String::from_utf8_lossy(&bytes).into_owned(), file)
        }
        _ => return Err(bound.fails("either 'path' or 'string' must be given")),
    };
    // A pipeline of Jinja alone gives text; trees are rendered only to data.
    if pipeline.trim() == "jinja" && !text.starts_with("#!") {
        let rendered = context.jinja(&text, &file.relative, &bound.named);
        return rendered.map(Value::from).map_err(|problems| bound.failed(&problems));
    }
    context.data(&text, &file, &pipeline, &bound.named).map_err(|problems| bound.failed(&problems))
}
