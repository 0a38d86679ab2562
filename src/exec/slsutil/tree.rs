//! The contents of the tree of states.

use std::path::Path;

use crate::Context;
use crate::call::{Bound, CallError};
use model::Value;
use sls::tree::FoundFile;

fn normal(path: &str) -> &str {
    path.trim_start_matches("salt://").trim_matches('/')
}

pub(super) fn is_file(context: &Context<'_>, env: &str, path: &str) -> bool {
    context.states.find(env, normal(path)).is_some()
}

/// No path leads out of the roots.
pub(super) fn is_directory(context: &Context<'_>, env: &str, path: &str) -> bool {
    let path = normal(path);
    let leads_out = path.split('/').any(|step| step == "..");
    !leads_out && context.states.directories(env).iter().any(|root| root.join(path).is_dir())
}

/// A file of the tree, or one of the machine.
pub(super) fn find_or_local(context: &Context<'_>, path: &str) -> Option<FoundFile> {
    if path.starts_with("salt://") {
        return context.states.find(&context.saltenv(&Value::Null), path);
    }
    let local = crate::file::expanded(context, path.trim_start_matches("file://"));
    local.is_file().then(|| FoundFile { relative: path.trim_start_matches('/').to_owned(), path: local })
}

pub(super) fn findup(context: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    let names: Vec<String> = match bound.value("filenames") {
        Value::Str(name) => vec![name.clone()],
        Value::List(list) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => return Err(bound.fails("'filenames' must be a text or a list of texts")),
    };
    let (env, start) = (bound.text("saltenv"), bound.text("startpath"));
    let start = normal(&start);
    if !start.is_empty() && !is_file(context, &env, start) && !is_directory(context, &env, start) {
        return Err(bound.fails(format!("the tree has no '{start}' to start at")));
    }
    for directory in Path::new(start).ancestors() {
        let paths = names.iter().map(|name| directory.join(name).display().to_string());
        if let Some(found) = paths.into_iter().find(|path| is_file(context, &env, path)) {
            return Ok(found.into());
        }
    }
    Err(bound.fails(format!("none of {} is there or above", names.join(", "))))
}
