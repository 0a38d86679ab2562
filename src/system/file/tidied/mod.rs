//! `file.tidied`: old or large files removed from a directory.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.file.html#salt.states.file.tidied>.

mod choose;

use std::path::PathBuf;

use super::arguments::NAME;
use crate::operation::{Operation, Operations, act, with};
use crate::{Call, Intent, LocalState};
use model::{Argument, Function, Map, Outcome, Shape, Value};

const TIDIED: &[Argument] = &[
    NAME,
    Argument::optional("age", Shape::Number, "their age in days, at least; 0 if left out"),
    Argument::optional(
        "matches",
        Shape::Texts,
        "regular expressions; one of them must match the name; all if left out",
    ),
    Argument::optional(
        "rmdirs",
        Shape::Boolean,
        "whether directories that become empty are removed too; false if left out",
    ),
    Argument::optional(
        "size",
        Shape::Text,
        "their size, at least: a number of bytes, or with k, m, g; 0 if left out",
    ),
    Argument::optional("exclude", Shape::Texts, "regular expressions of names that stay"),
    Argument::optional(
        "full_path_match",
        Shape::Boolean,
        "whether expressions match the whole path; false if left out",
    ),
    Argument::optional("followlinks", Shape::Boolean, "not supported: links are not followed"),
    Argument::optional(
        "time_comparison",
        Shape::Word(&["atime", "mtime", "ctime"]),
        "the time from which the age is counted; atime if left out",
    ),
    Argument::optional(
        "age_size_logical_operator",
        Shape::Word(&["OR", "AND", "or", "and"]),
        "whether both age and size must match; OR if left out",
    ),
    Argument::optional("age_size_only", Shape::Word(&["age", "size"]), "the only condition of the two"),
    Argument::optional("rmlinks", Shape::Boolean, "whether links are removed too; true if left out"),
];

/// `file.tidied`.
pub struct Tidied;

impl LocalState for Tidied {
    /// The paths to remove, the contents of a directory before it.
    type Live = Vec<PathBuf>;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = &[Function::other(
        "tidied",
        &["file.tidied"],
        TIDIED,
        "Removes old or large files from a directory.",
    )];
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Vec<PathBuf>, Outcome> {
        if !call.name.starts_with('/') {
            return Err(Outcome::failed(format!("Specified file {} is not an absolute path", call.name)));
        }
        let root = PathBuf::from(call.name);
        if !root.is_dir() {
            return Err(Outcome::failed(format!("{} does not exist or is not a directory.", call.name)));
        }
        choose::Rules::read(&call).and_then(|rules| rules.choose(&root)).map_err(Outcome::failed)
    }

    fn diff(call: Call<'_>, paths: Vec<PathBuf>) -> Intent<Operations> {
        let name = call.name;
        if paths.is_empty() {
            return Intent::Settled(Outcome::succeeded(format!("Nothing to remove from directory {name}")));
        }
        let shown: Vec<Value> = paths.iter().map(|path| path.display().to_string().into()).collect();
        let count = shown.len();
        let changes: Map = [("removed".into(), Value::List(shown))].into_iter().collect();
        let done = format!("Removed {count} files or directories from directory {name}");
        act(
            with(Outcome::would_change(format!("{name} is set for tidy")), changes.clone()),
            paths.into_iter().map(Operation::Remove).collect(),
            with(Outcome::succeeded(done), changes),
        )
    }
}
