//! Paths as text: nothing is looked at.

use crate::exec::call::{Bound, CallError};
use crate::exec::signature::{Parameter, required, takes};
use crate::exec::{Context, Function};
use crate::model::Value;

const PATH: &[Parameter] = &[required("path")];

pub(in crate::exec) const FUNCTIONS: &[Function] = &[
    Function::new(
        "file.basename",
        takes(PATH),
        "Gives what stands behind the last slash of a path.",
        |_, bound| Ok(bound.text("path").rsplit('/').next().unwrap_or_default().into()),
    ),
    Function::new(
        "file.dirname",
        takes(PATH),
        "Gives what stands before the last slash of a path.",
        |_, bound| Ok(dirname(&bound.text("path")).into()),
    ),
    Function::new(
        "file.join",
        takes(&[]).and_more(),
        "Joins parts of a path; a part that begins at the root starts anew.",
        join,
    ),
    Function::new(
        "file.normpath",
        takes(PATH),
        "Gives a path without '.', '..' and doubled slashes.",
        |_, bound| Ok(normpath(&bound.text("path")).into()),
    ),
    Function::new("file.pardir", takes(&[]), "Gives the word for the directory above: '..'.", |_, _| {
        Ok("..".into())
    }),
];

/// Python's `os.path.dirname`.
fn dirname(path: &str) -> &str {
    let Some(slash) = path.rfind('/') else { return "" };
    let head = &path[..=slash];
    let bare = head.trim_end_matches('/');
    if bare.is_empty() { head } else { bare }
}

fn join(_: &Context<'_>, bound: &Bound) -> Result<Value, CallError> {
    if bound.rest.is_empty() {
        return Err(bound.fails("there is nothing to join"));
    }
    let mut whole = String::new();
    for part in bound.rest_texts() {
        if part.starts_with('/') {
            whole.clear();
        } else if !whole.is_empty() && !whole.ends_with('/') {
            whole.push('/');
        }
        whole.push_str(&part);
    }
    Ok(whole.into())
}

/// Python's `os.path.normpath`: two slashes at the beginning mean something to POSIX and stay.
fn normpath(path: &str) -> String {
    let slashes = path.len() - path.trim_start_matches('/').len();
    let root = match slashes {
        0 => "",
        2 => "//",
        _ => "/",
    };
    let mut steps: Vec<&str> = vec![];
    for step in path.split('/').filter(|step| !step.is_empty() && *step != ".") {
        match (step, steps.last()) {
            ("..", Some(last)) if *last != ".." => {
                steps.pop();
            }
            ("..", None) if !root.is_empty() => {}
            _ => steps.push(step),
        }
    }
    let whole = format!("{root}{}", steps.join("/"));
    if whole.is_empty() { ".".to_owned() } else { whole }
}
