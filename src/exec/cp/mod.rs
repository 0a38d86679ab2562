//! `cp.*`: files of the tree of states, and copies of them.
//!
//! `http://` and `https://` sources are not fetched here. See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.cp.html>.

mod copy;
mod list;

use std::path::{Path, PathBuf};

use super::call::{Bound, CallError};
use super::signature::{flag, maybe, required, takes, text};
use super::{Context, Function};
use machine::file::{self, Algorithm, Permissions};
use model::Effect::{ChangesMachine, NeedsPillar, ReadsMachine, RendersTemplate};
use model::{Argument, Map, Shape, Value};

const PATH: &[Argument] = &[
    required("path", Shape::Text, "the path"),
    maybe("saltenv", Shape::Text, "the environment of the tree"),
];
const PREFIX: &[Argument] = &[
    maybe("saltenv", Shape::Text, "the environment of the tree"),
    text("prefix", "", "only those below this directory"),
];

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "cp.get_file_str",
        signature: takes(PATH),
        doc: "Returns the content of a file of the tree, or False.",
        returns: "a text, or False",
        does: &[ReadsMachine],
        call: |context, bound| {
            let bytes = bytes_of(context, bound, &bound.text("path"))?;
            Ok(bytes.map_or(Value::Bool(false), |bytes| String::from_utf8_lossy(&bytes).into_owned().into()))
        },
    },
    Function {
        name: "cp.list_master",
        signature: takes(PREFIX),
        doc: "Lists the files of the tree.",
        returns: "a list of paths",
        does: &[ReadsMachine],
        call: |context, bound| Ok(list::files(context, bound, &bound.text("prefix")).into()),
    },
    Function {
        name: "cp.list_master_dirs",
        signature: takes(PREFIX),
        doc: "Lists the directories of the tree.",
        returns: "a list of paths",
        does: &[ReadsMachine],
        call: |context, bound| Ok(list::directories(context, bound, &bound.text("prefix")).into()),
    },
    Function {
        name: "cp.list_states",
        signature: takes(&[maybe("saltenv", Shape::Text, "the environment of the tree")]),
        doc: "Lists the SLS of the tree.",
        returns: "a list of names",
        does: &[ReadsMachine],
        call: |context, bound| Ok(context.states.list_sls(&env(context, bound)).into()),
    },
    Function {
        name: "cp.envs",
        signature: takes(&[]),
        doc: "Lists the environments.",
        returns: "a list of names",
        does: &[],
        call: |context, _| Ok(context.states.environments().map(str::to_owned).collect::<Vec<_>>().into()),
    },
    Function {
        name: "cp.hash_file",
        signature: takes(PATH),
        doc: "Returns the hash of a file of the tree or of the machine.",
        returns: "a mapping: hsum, hash_type",
        does: &[ReadsMachine],
        call: hash_file,
    },
    Function {
        name: "cp.stat_file",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            maybe("saltenv", Shape::Text, "the environment of the tree"),
            flag("octal", true, "True: octal digits; False: a number"),
        ]),
        doc: "Returns the permission bits of a file of the tree.",
        returns: "a text, or an integer",
        does: &[ReadsMachine],
        call: stat_file,
    },
    Function {
        name: "cp.is_cached",
        signature: takes(PATH),
        doc: "Returns the path of a file's cached copy, or empty text.",
        returns: "a path, or empty text",
        does: &[ReadsMachine],
        call: |context, bound| {
            let place = copy::place(context, bound, &bound.text("path"));
            Ok(place.filter(|place| place.is_file()).map_or_else(String::new, shown).into())
        },
    },
    Function {
        name: "cp.cache_dest",
        signature: takes(&[
            required("url", Shape::Text, "the URL"),
            maybe("saltenv", Shape::Text, "the environment of the tree"),
        ]),
        doc: "Returns the path that a file's cached copy would have.",
        returns: "a path, or empty text",
        does: &[],
        call: |context, bound| {
            Ok(copy::place(context, bound, &bound.text("url")).map_or_else(String::new, shown).into())
        },
    },
    Function {
        name: "cp.cache_file",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            maybe("saltenv", Shape::Text, "the environment of the tree"),
            maybe("source_hash", Shape::Text, "the expected digest: sha256=…"),
            flag("verify_ssl", true, "False: certificates are not checked"),
            flag("use_etag", false, "accepted as in Salt, without effect"),
        ]),
        doc: "Copies a file of the tree into the cache and returns its path, or False.",
        returns: "a path, or False",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| copy::cached(context, bound, &bound.text("path")),
    },
    Function {
        name: "cp.cache_files",
        signature: takes(&[
            required("paths", Shape::Texts, "the files"),
            maybe("saltenv", Shape::Text, "the environment of the tree"),
        ]),
        doc: "Copies several files of the tree into the cache and returns their paths.",
        returns: "a list of paths",
        does: &[ReadsMachine, ChangesMachine],
        call: |context, bound| {
            let all: Result<Vec<Value>, CallError> =
                bound.texts("paths").iter().map(|path| copy::cached(context, bound, path)).collect();
            Ok(Value::List(all?))
        },
    },
    Function {
        name: "cp.cache_dir",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            maybe("saltenv", Shape::Text, "the environment of the tree"),
            flag("include_empty", false, "True: empty directories too"),
            maybe(
                "include_pat",
                Shape::Text,
                "only files whose path matches this pattern: a glob, or E@ and a regular expression",
            ),
            maybe(
                "exclude_pat",
                Shape::Text,
                "no files whose path matches this pattern: a glob, or E@ and a regular expression",
            ),
        ]),
        doc: "Copies a directory of the tree into the cache and returns the paths of its files.",
        returns: "a list of paths",
        does: &[ReadsMachine, ChangesMachine],
        call: copy::cache_directory,
    },
    Function {
        name: "cp.get_file",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            required("dest", Shape::Text, "the path of the copy"),
            maybe("saltenv", Shape::Text, "the environment of the tree"),
            flag("makedirs", false, "True: create the directories above the copy"),
            maybe("template", Shape::Text, "jinja: the content is rendered first"),
            maybe("gzip", Shape::Any, "accepted as in Salt, without effect"),
        ])
        .and_named(),
        doc: "Copies a file of the tree to a path and returns that; False or empty text if that is not \
              possible.",
        returns: "a path, or False or empty text",
        does: &[ReadsMachine, ChangesMachine, RendersTemplate],
        call: copy::get_file,
    },
    Function {
        name: "cp.get_dir",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            required("dest", Shape::Text, "the path of the copy"),
            maybe("saltenv", Shape::Text, "the environment of the tree"),
            maybe("template", Shape::Text, "jinja: the content is rendered first"),
            maybe("gzip", Shape::Any, "accepted as in Salt, without effect"),
        ])
        .and_named(),
        doc: "Copies a directory of the tree below a path and returns the paths of its files.",
        returns: "a list of paths",
        does: &[ReadsMachine, ChangesMachine, RendersTemplate],
        call: copy::get_directory,
    },
    Function {
        name: "cp.get_template",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            required("dest", Shape::Text, "the path of the copy"),
            text("template", "jinja", "jinja: the content is rendered first"),
            maybe("saltenv", Shape::Text, "the environment of the tree"),
            flag("makedirs", false, "True: create the directories above the copy"),
        ])
        .and_named(),
        doc: "Renders a file of the tree, writes it to a path and returns that.\n\nOther named \
              arguments are variables of the template.",
        returns: "a path, or False or empty text",
        does: &[ReadsMachine, ChangesMachine, NeedsPillar],
        call: copy::get_template,
    },
    Function {
        name: "cp.get_url",
        signature: takes(&[
            required("path", Shape::Text, "the path"),
            text("dest", "", "the path of the copy"),
            maybe("saltenv", Shape::Text, "the environment of the tree"),
            flag("makedirs", false, "True: create the directories above the copy"),
            maybe("source_hash", Shape::Text, "the expected digest: sha256=…"),
        ]),
        doc: "Copies a file to a path, or into the cache without one, and returns the path; with \
              dest=None it returns the content of the file.",
        returns: "a path, the text, or False",
        does: &[ReadsMachine, ChangesMachine],
        call: copy::get_url,
    },
];

fn env(context: &Context<'_>, bound: &Bound) -> String {
    context.saltenv(bound.value("saltenv"))
}

fn shown(path: PathBuf) -> String {
    path.display().to_string()
}

/// The file of a source: in the tree for `salt://`, else on the machine.
fn find(context: &Context<'_>, bound: &Bound, source: &str) -> Result<Option<PathBuf>, CallError> {
    if source.starts_with("salt://") {
        let (path, query) = source.split_once('?').unwrap_or((source, ""));
        let named = query.split('&').find_map(|pair| pair.strip_prefix("saltenv="));
        let env = named.map_or_else(|| env(context, bound), str::to_owned);
        return Ok(context.states.find(&env, path).map(|file| file.path));
    }
    if let Some((scheme, _)) = source.split_once("://").filter(|(scheme, _)| *scheme != "file") {
        return Err(bound.fails(format!("files are not fetched by {scheme}; 'http.query' reads a page")));
    }
    let path = super::file::expanded(context, source.trim_start_matches("file://"));
    Ok(Some(path).filter(|path| path.is_file()))
}

/// The content of a source, if it exists.
pub(super) fn bytes_of(
    context: &Context<'_>,
    bound: &Bound,
    source: &str,
) -> Result<Option<Vec<u8>>, CallError> {
    let Some(path) = find(context, bound, source)? else { return Ok(None) };
    let read = if source.starts_with("salt://") { file::read_of_tree } else { file::read };
    read(&path).map(Some).map_err(|error| bound.failed(&error))
}

fn put(bound: &Bound, path: &Path, bytes: &[u8]) -> Result<(), CallError> {
    file::write(path, bytes, Permissions::default()).map_err(|error| bound.failed(&error))
}

fn hash_file(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let source = bound.text("path");
    let Some(path) = find(context, bound, &source)? else {
        // Salt's two answers for a missing file.
        let nothing = Value::List(vec![Value::Map(Map::new()), Value::Null]);
        return Ok(if source.starts_with("salt://") { "".into() } else { nothing });
    };
    let word = context.minion.opts.get("hash_type").and_then(Value::as_str).unwrap_or("sha256");
    let algorithm = Algorithm::parse(word).unwrap_or(Algorithm::Sha256);
    let hash = file::digest(&path, algorithm).map_err(|error| bound.failed(&error))?;
    Ok([("hsum", hash.as_str()), ("hash_type", algorithm.name())].into_iter().collect())
}

fn stat_file(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let Some(path) = find(context, bound, &bound.text("path"))? else { return Ok(Value::Null) };
    let stat = file::Stat::of(&path).map_err(|error| bound.failed(&error))?;
    if bound.is_true("octal") {
        return Ok(stat.mode_text().into());
    }
    use std::os::unix::fs::MetadataExt;
    Ok(Value::Int(stat.metadata.mode().into()))
}
