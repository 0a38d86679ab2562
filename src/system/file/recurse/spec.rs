//! The arguments of `file.recurse`.

use crate::file::arguments::{BACKUP, CONTEXT, DEFAULTS, DIR_MODE, GROUP, MODE, NAME, TEMPLATE, USER};
use model::{Argument, Function, Shape};

const RECURSE: &[Argument] = &[
    NAME,
    Argument::required(
        "source",
        Shape::Texts,
        "salt://… of a directory, or a list of these, of which the first that exists is used",
    ),
    Argument::optional("keep_source", Shape::Boolean, "taken for compatibility: nothing is cached"),
    Argument::optional(
        "clean",
        Shape::Boolean,
        "whether to remove paths that the source does not have; false if left out",
    ),
    USER,
    GROUP,
    MODE,
    DIR_MODE,
    Argument::optional("file_mode", Shape::Text, "the permission bits of files; keep: those of the source"),
    Argument::optional("sym_mode", Shape::Text, "taken for compatibility: links have none"),
    TEMPLATE,
    CONTEXT,
    DEFAULTS,
    BACKUP,
    Argument::optional("replace", Shape::Boolean, "whether to change present files; true if left out"),
    Argument::optional(
        "include_empty",
        Shape::Boolean,
        "whether empty directories are made too; false if left out",
    ),
    Argument::optional(
        "include_pat",
        Shape::Texts,
        "globs, or E@ and a regular expression, of the files to copy",
    ),
    Argument::optional(
        "exclude_pat",
        Shape::Texts,
        "globs, or E@ and a regular expression, of the files to leave out",
    ),
    Argument::optional("maxdepth", Shape::Integer, "how deep to go; 0 is the files of the directory itself"),
    Argument::optional("keep_symlinks", Shape::Boolean, "whether links stay links; false if left out"),
    Argument::optional("force_symlinks", Shape::Boolean, "whether a link replaces a file; false if left out"),
    Argument::optional("show_changes", Shape::Boolean, "whether to show differences; true if left out"),
    Argument::optional("win_owner", Shape::Any, "for Windows"),
    Argument::optional("win_perms", Shape::Any, "for Windows"),
    Argument::optional("win_deny_perms", Shape::Any, "for Windows"),
    Argument::optional("win_inheritance", Shape::Any, "for Windows"),
];

/// `file.recurse`.
pub const FUNCTIONS: &[Function] = &[Function::other(
    "recurse",
    &["file.recurse"],
    RECURSE,
    "Copies a directory of the tree to this machine.",
)];
