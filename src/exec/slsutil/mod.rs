//! `slsutil.*`: merging, rendering, and small help for authors of SLS.
//!
//! See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.slsutil.html>.

mod banner;
mod serial;
mod tree;

use std::path::PathBuf;

use super::call::{Bound, CallError};
use super::merge::{Way, by_strategy, merged};
use super::signature::{Parameter, flag, int, maybe, required, takes, text};
use super::{Context, Function};
use crate::model::{Map, Value};
use crate::sls::tree::FoundFile;

const IN_TREE: &[Parameter] = &[required("path"), text("saltenv", "base")];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::new(
        "slsutil.merge",
        takes(&[
            required("obj_a"),
            required("obj_b"),
            text("strategy", "smart"),
            text("renderer", "yaml"),
            flag("merge_lists", false),
        ]),
        "Merges two mappings by a strategy: smart, recurse, overwrite, list.",
        |_, bound| {
            let both = (bound.value("obj_a"), bound.value("obj_b"));
            by_strategy(both.0, both.1, &bound.text("strategy"), bound.is_true("merge_lists"))
                .ok_or_else(|| bound.fails("both are to be mappings"))
        },
    ),
    Function::new(
        "slsutil.merge_all",
        takes(&[
            required("lst"),
            text("strategy", "smart"),
            text("renderer", "yaml"),
            flag("merge_lists", false),
        ]),
        "Merges the mappings of a list by a strategy, one after the other.",
        merge_all,
    ),
    Function::new(
        "slsutil.update",
        takes(&[
            required("dest"),
            required("upd"),
            flag("recursive_update", true),
            flag("merge_lists", false),
        ]),
        "Lays one mapping over another.",
        |_, bound| match (bound.value("dest"), bound.value("upd")) {
            (below @ Value::Map(_), above @ Value::Map(_)) => {
                let recurses = bound.is_true("recursive_update");
                Ok(merged(
                    below,
                    above,
                    Way { recurses, joins_lists: recurses && bound.is_true("merge_lists") },
                ))
            }
            _ => Err(bound.fails("'dest' and 'upd' are both to be mappings")),
        },
    ),
    Function::new(
        "slsutil.renderer",
        takes(&[maybe("path"), maybe("string"), text("default_renderer", "jinja|yaml")]).and_named(),
        "Renders a file or a text by a pipeline such as 'jinja|yaml' and gives the data, or the text of 'jinja' alone.\n\nOther named arguments are variables of the template.",
        renderer,
    ),
    Function::new(
        "slsutil.serialize",
        takes(&[required("serializer"), required("obj")]).and_named(),
        "Writes data as text: json, yaml, python, configparser.",
        serial::serialize,
    ),
    Function::new(
        "slsutil.deserialize",
        takes(&[required("serializer"), required("stream_or_string")]).and_named(),
        "Reads data from text: json, yaml, configparser.",
        serial::deserialize,
    ),
    Function::new(
        "slsutil.boolstr",
        takes(&[required("value"), text("true", "true"), text("false", "false")]),
        "Gives one of two texts, by whether a value is true.",
        |_, bound| Ok(bound.value(if bound.is_true("value") { "true" } else { "false" }).clone()),
    ),
    Function::new(
        "slsutil.banner",
        takes(&[
            int("width", 72),
            text("commentchar", "#"),
            text("borderchar", "#"),
            maybe("blockstart"),
            maybe("blockend"),
            maybe("title"),
            maybe("text"),
            flag("newline", false),
        ]),
        "Gives a comment block that says by what a file is managed.",
        banner::banner,
    ),
    Function::new(
        "slsutil.file_exists",
        takes(IN_TREE),
        "Tells whether the tree has a file.",
        |context, bound| Ok(tree::is_file(context, &bound.text("saltenv"), &bound.text("path")).into()),
    ),
    Function::new(
        "slsutil.dir_exists",
        takes(IN_TREE),
        "Tells whether the tree has a directory.",
        |context, bound| Ok(tree::is_directory(context, &bound.text("saltenv"), &bound.text("path")).into()),
    ),
    Function::new(
        "slsutil.path_exists",
        takes(IN_TREE),
        "Tells whether the tree has a file or directory.",
        |context, bound| {
            let (env, path) = (bound.text("saltenv"), bound.text("path"));
            Ok((tree::is_file(context, &env, &path) || tree::is_directory(context, &env, &path)).into())
        },
    ),
    Function::new(
        "slsutil.findup",
        takes(&[required("startpath"), required("filenames"), text("saltenv", "base")]),
        "Gives the path of the nearest file of one of these names, in a directory of the tree or above it.",
        tree::findup,
    ),
];

fn merge_all(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let Value::List(list) = bound.value("lst") else {
        return Err(bound.fails("'lst' is to be a list of mappings"));
    };
    let (strategy, joins) = (bound.text("strategy"), bound.is_true("merge_lists"));
    list.iter().try_fold(Value::Map(Map::new()), |whole, next| {
        by_strategy(&whole, next, &strategy, joins).ok_or_else(|| bound.fails("all are to be mappings"))
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
            let bytes = std::fs::read(&file.path)
                .map_err(|error| bound.fails(format!("'{path}' cannot be read: {error}")))?;
            (String::from_utf8_lossy(&bytes).into_owned(), file)
        }
        _ => return Err(bound.fails("either 'path' or 'string' must be given")),
    };
    // Text alone is what a pipeline of Jinja gives; trees are rendered to data only.
    if pipeline.trim() == "jinja" && !text.starts_with("#!") {
        let rendered = context.jinja(&text, &file.relative, &bound.named);
        return rendered.map(Value::from).map_err(|problems| bound.failed(&problems));
    }
    context.data(&text, &file, &pipeline, &bound.named).map_err(|problems| bound.failed(&problems))
}
