//! Paths as text: the machine is not read.

use crate::call::{Bound, CallError};
use crate::signature::{required, takes};
use crate::{Context, Function};
use model::{Argument, Shape, Value};

const PATH: &[Argument] = &[required("path", Shape::Text, "the path")];

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "file.basename",
        signature: takes(PATH),
        doc: "Returns the part after the last slash of a path.",
        returns: "a text",
        does: &[],
        call: |_, bound| Ok(bound.text("path").rsplit('/').next().unwrap_or_default().into()),
    },
    Function {
        name: "file.dirname",
        signature: takes(PATH),
        doc: "Returns the part before the last slash of a path.",
        returns: "a text",
        does: &[],
        call: |_, bound| Ok(dirname(&bound.text("path")).into()),
    },
    Function {
        name: "file.join",
        signature: takes(&[]).and_more("parts", "the parts"),
        doc: "Joins parts of a path; an absolute part starts the path anew.",
        returns: "a text",
        does: &[],
        call: join,
    },
    Function {
        name: "file.normpath",
        signature: takes(PATH),
        doc: "Returns a path without '.', '..' and doubled slashes.",
        returns: "a text",
        does: &[],
        call: |_, bound| Ok(normpath(&bound.text("path")).into()),
    },
    Function {
        name: "file.pardir",
        signature: takes(&[]),
        doc: "Returns the word for the directory above: '..'.",
        returns: "a text",
        does: &[],
        call: |_, _| Ok("..".into()),
    },
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

/// Python's `os.path.normpath`: POSIX gives two leading slashes a meaning, so they stay.
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
