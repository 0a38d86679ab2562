//! Copies of files of the tree: in the cache, or at a path of the call.

use std::path::{Path, PathBuf};

use super::{bytes_of, env, find, list, put, shown};
use crate::Context;
use crate::call::{Bound, CallError};
use machine::file;
use model::minion::cachedir;
use model::{Map, Value, glob};

/// The path of a cached copy: below `files/ENV` for the tree, below `extrn_files/ENV` for a page, none for a file of the machine.
pub(super) fn place(context: &Context<'_>, bound: &Bound, source: &str) -> Option<PathBuf> {
    let cache = cachedir(&context.minion.opts);
    let (scheme, rest) = source.split_once("://")?;
    let directory = if scheme == "salt" { "files" } else { "extrn_files" };
    // A path that leads out of the tree has no copy.
    let rest = rest.split('/').filter(|step| !matches!(*step, "" | "." | "..")).collect::<Vec<_>>().join("/");
    let rest = if scheme == "salt" { rest } else { rest.replace('?', "-") };
    Some(cache.join(directory).join(env(context, bound)).join(rest))
}

/// Copies into the cache and returns the path; a file of the machine is not copied.
pub(super) fn cached(context: &Context<'_>, bound: &Bound, source: &str) -> Result<Value, CallError> {
    let Some(place) = place(context, bound, source) else { return Ok(source.into()) };
    if let Some(path) = source.strip_prefix("file://") {
        return Ok(path.into());
    }
    let Some(bytes) = bytes_of(context, bound, source)? else { return Ok(false.into()) };
    directory_of(bound, &place)?;
    if file::read(&place).is_ok_and(|old| old == bytes) {
        return Ok(shown(place).into());
    }
    put(bound, &place, &bytes)?;
    Ok(shown(place).into())
}

fn directory_of(bound: &Bound, path: &Path) -> Result<(), CallError> {
    let directory = path.parent().unwrap_or(path);
    file::make_directories(directory).map_err(|error| bound.failed(&error))
}

/// The files below a directory of the tree, as paths of the tree.
fn below(context: &Context<'_>, bound: &Bound) -> (String, Vec<String>) {
    let path = bound.text("path");
    let prefix = path.trim_start_matches("salt://").trim_matches('/').to_owned();
    let files = list::files(context, bound, &prefix);
    (prefix, files)
}

pub(super) fn cache_directory(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let (_, files) = below(context, bound);
    let pattern = |name: &str| bound.value(name).as_str().map(str::to_owned);
    let (include, exclude) = (pattern("include_pat"), pattern("exclude_pat"));
    let wanted = files.iter().filter(|file| {
        include.as_ref().is_none_or(|pattern| glob::is_match(pattern, file))
            && !exclude.as_ref().is_some_and(|pattern| glob::is_match(pattern, file))
    });
    let all: Result<Vec<Value>, CallError> =
        wanted.map(|file| cached(context, bound, &format!("salt://{file}"))).collect();
    all.map(Value::List)
}

/// A name with the Jinja of `template=jinja` rendered.
fn rendered_name(context: &Context<'_>, bound: &Bound, name: &str) -> Result<String, CallError> {
    let text = bound.text(name);
    match bound.value("template").as_str() {
        Some("jinja") => context.jinja(&text, "", &Map::new()).map_err(|problems| bound.failed(&problems)),
        _ => Ok(text),
    }
}

/// The path of the copy: inside a directory, under its own name. Nothing if the directory is missing and must not be
/// created.
fn target(
    context: &Context<'_>,
    bound: &Bound,
    source: &str,
    dest: &str,
) -> Result<Option<PathBuf>, CallError> {
    let path = crate::file::expanded(context, dest);
    let name = source.rsplit('/').next().unwrap_or_default();
    let path = if dest.ends_with('/') || path.is_dir() { path.join(name) } else { path };
    if path.parent().is_some_and(Path::is_dir) {
        return Ok(Some(path));
    }
    if !bound.is_true("makedirs") {
        return Ok(None);
    }
    directory_of(bound, &path)?;
    Ok(Some(path))
}

pub(super) fn get_file(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let source = rendered_name(context, bound, "path")?;
    let dest = rendered_name(context, bound, "dest")?;
    let Some(bytes) = bytes_of(context, bound, &source)? else { return Ok("".into()) };
    let Some(path) = target(context, bound, &source, &dest)? else { return Ok(false.into()) };
    put(bound, &path, &bytes)?;
    Ok(shown(path).into())
}

pub(super) fn get_directory(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let (prefix, files) = below(context, bound);
    let dest = crate::file::expanded(context, &bound.text("dest"));
    let above = prefix.rsplit_once('/').map_or(0, |(above, _)| above.len() + 1);
    let mut copied = vec![];
    for file in files {
        let path = dest.join(&file[above..]);
        directory_of(bound, &path)?;
        let bytes = bytes_of(context, bound, &format!("salt://{file}"))?.unwrap_or_default();
        put(bound, &path, &bytes)?;
        copied.push(shown(path));
    }
    Ok(copied.into())
}

pub(super) fn get_template(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let (source, dest) = (bound.text("path"), bound.text("dest"));
    if bound.text("template") != "jinja" {
        return Err(bound.fails(format!("there is no template engine '{}'", bound.text("template"))));
    }
    let Some(bytes) = bytes_of(context, bound, &source)? else { return Ok("".into()) };
    let Some(path) = target(context, bound, &source, &dest)? else { return Ok("".into()) };
    let text = String::from_utf8_lossy(&bytes);
    let relative = source.trim_start_matches("salt://");
    let rendered = context.jinja(&text, relative, &bound.named);
    put(bound, &path, rendered.map_err(|problems| bound.failed(&problems))?.as_bytes())?;
    Ok(shown(path).into())
}

pub(super) fn get_url(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let source = bound.text("path");
    let is_of_machine = !source.contains("://") || source.starts_with("file://");
    if bound.value("dest").is_null() {
        return match bytes_of(context, bound, &source)? {
            Some(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned().into()),
            None if is_of_machine => Err(bound.fails(format!("there is no '{source}'"))),
            None => Ok(false.into()),
        };
    }
    if is_of_machine {
        let path = find(context, bound, &source)?;
        return Ok(path.map_or_else(|| source.trim_start_matches("file://").to_owned(), shown).into());
    }
    match bound.text("dest") {
        dest if dest.is_empty() => cached(context, bound, &source),
        _ => match get_file(context, bound)? {
            Value::Str(path) if path.is_empty() => Ok(false.into()),
            other => Ok(other),
        },
    }
}
