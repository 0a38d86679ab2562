//! `cp.*`: files of the tree of states, and copies of them.
//!
//! `http://` and `https://` sources are not fetched here. See <https://docs.saltproject.io/en/3007/ref/modules/all/salt.modules.cp.html>.

mod copy;
mod list;

use std::path::{Path, PathBuf};

use super::call::{Bound, CallError};
use super::signature::{Parameter, flag, maybe, required, takes, text};
use super::{Context, Function};
use crate::machine::file::{self, Algorithm, Permissions};
use crate::model::{Map, Value};

const PATH: &[Parameter] = &[required("path"), maybe("saltenv")];
const PREFIX: &[Parameter] = &[maybe("saltenv"), text("prefix", "")];

pub(super) const FUNCTIONS: &[Function] = &[
    Function::new(
        "cp.get_file_str",
        takes(PATH),
        "Gives what a file of the tree holds, or False.",
        |context, bound| {
            let bytes = bytes_of(context, bound, &bound.text("path"))?;
            Ok(bytes.map_or(Value::Bool(false), |bytes| String::from_utf8_lossy(&bytes).into_owned().into()))
        },
    ),
    Function::new("cp.list_master", takes(PREFIX), "Lists the files of the tree.", |context, bound| {
        Ok(list::files(context, bound, &bound.text("prefix")).into())
    }),
    Function::new(
        "cp.list_master_dirs",
        takes(PREFIX),
        "Lists the directories of the tree.",
        |context, bound| Ok(list::directories(context, bound, &bound.text("prefix")).into()),
    ),
    Function::new(
        "cp.list_states",
        takes(&[maybe("saltenv")]),
        "Lists the SLS of the tree.",
        |context, bound| Ok(context.states.list_sls(&env(context, bound)).into()),
    ),
    Function::new("cp.envs", takes(&[]), "Lists the environments.", |context, _| {
        Ok(context.states.environments().map(str::to_owned).collect::<Vec<_>>().into())
    }),
    Function::new(
        "cp.hash_file",
        takes(PATH),
        "Gives the hash of a file of the tree or of the machine.",
        hash_file,
    ),
    Function::new(
        "cp.stat_file",
        takes(&[required("path"), maybe("saltenv"), flag("octal", true)]),
        "Gives the permission bits of a file of the tree.",
        stat_file,
    ),
    Function::new(
        "cp.is_cached",
        takes(PATH),
        "Gives the path of a file's cached copy, or empty text.",
        |context, bound| {
            let place = copy::place(context, bound, &bound.text("path"));
            Ok(place.filter(|place| place.is_file()).map_or_else(String::new, shown).into())
        },
    ),
    Function::new(
        "cp.cache_dest",
        takes(&[required("url"), maybe("saltenv")]),
        "Gives the path that a file's cached copy would have.",
        |context, bound| {
            Ok(copy::place(context, bound, &bound.text("url")).map_or_else(String::new, shown).into())
        },
    ),
    Function::new(
        "cp.cache_file",
        takes(&[
            required("path"),
            maybe("saltenv"),
            maybe("source_hash"),
            flag("verify_ssl", true),
            flag("use_etag", false),
        ]),
        "Copies a file of the tree into the cache and gives its path, or False.",
        |context, bound| copy::cached(context, bound, &bound.text("path")),
    ),
    Function::new(
        "cp.cache_files",
        takes(&[required("paths"), maybe("saltenv")]),
        "Copies several files of the tree into the cache and gives their paths.",
        |context, bound| {
            let all: Result<Vec<Value>, CallError> =
                bound.texts("paths").iter().map(|path| copy::cached(context, bound, path)).collect();
            Ok(Value::List(all?))
        },
    ),
    Function::new(
        "cp.cache_dir",
        takes(&[
            required("path"),
            maybe("saltenv"),
            flag("include_empty", false),
            maybe("include_pat"),
            maybe("exclude_pat"),
        ]),
        "Copies a directory of the tree into the cache and gives the paths of its files.",
        copy::cache_directory,
    ),
    Function::new(
        "cp.get_file",
        takes(&[
            required("path"),
            required("dest"),
            maybe("saltenv"),
            flag("makedirs", false),
            maybe("template"),
            maybe("gzip"),
        ])
        .and_named(),
        "Copies a file of the tree to a path and gives that; False or empty text where it cannot.",
        copy::get_file,
    ),
    Function::new(
        "cp.get_dir",
        takes(&[required("path"), required("dest"), maybe("saltenv"), maybe("template"), maybe("gzip")])
            .and_named(),
        "Copies a directory of the tree below a path and gives the paths of its files.",
        copy::get_directory,
    ),
    Function::new(
        "cp.get_template",
        takes(&[
            required("path"),
            required("dest"),
            text("template", "jinja"),
            maybe("saltenv"),
            flag("makedirs", false),
        ])
        .and_named(),
        "Renders a file of the tree, writes it to a path and gives that.\n\nOther named arguments are variables of the template.",
        copy::get_template,
    ),
    Function::new(
        "cp.get_url",
        takes(&[
            required("path"),
            text("dest", ""),
            maybe("saltenv"),
            flag("makedirs", false),
            maybe("source_hash"),
        ]),
        "Copies a file to a path, or into the cache without one, and gives the path; with dest=None it gives what the file holds.",
        copy::get_url,
    ),
];

fn env(context: &Context<'_>, bound: &Bound) -> String {
    context.saltenv(bound.value("saltenv"))
}

fn shown(path: PathBuf) -> String {
    path.display().to_string()
}

/// The file that a source names: of the tree for `salt://`, else of the machine.
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

/// What a source holds, if it is there.
pub(super) fn bytes_of(
    context: &Context<'_>,
    bound: &Bound,
    source: &str,
) -> Result<Option<Vec<u8>>, CallError> {
    let Some(path) = find(context, bound, source)? else { return Ok(None) };
    file::read(&path).map(Some).map_err(|error| bound.failed(&error))
}

fn put(bound: &Bound, path: &Path, bytes: &[u8]) -> Result<(), CallError> {
    file::write(path, bytes, Permissions::default()).map_err(|error| bound.failed(&error))
}

fn hash_file(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let source = bound.text("path");
    let Some(path) = find(context, bound, &source)? else {
        // Salt's two ways of saying that there is no file.
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
