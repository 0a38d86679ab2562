//! The arguments of `file.directory`.

use crate::file::arguments::{GROUP, MAKEDIRS, NAME, USER};
use model::{Argument, Function, Shape};

const DIRECTORY: &[Argument] = &[
    NAME,
    USER,
    GROUP,
    Argument::optional("dir_mode", Shape::Text, "the permission bits of directories, such as '0755'")
        .alias(&["mode"]),
    Argument::optional("file_mode", Shape::Text, "the permission bits of files in it; dir_mode if left out"),
    Argument::optional(
        "recurse",
        Shape::Any,
        "the aspects to set in all its contents: user, group, mode, ignore_files, ignore_dirs, silent",
    ),
    Argument::optional("max_depth", Shape::Integer, "how deep recurse goes; 0 is the directory alone"),
    MAKEDIRS,
    Argument::optional(
        "clean",
        Shape::Boolean,
        "whether to remove all paths that no required file state keeps; false if left out",
    ),
    Argument::optional(
        "exclude_pat",
        Shape::Texts,
        "globs, or E@ and a regular expression, of paths that clean keeps",
    ),
    Argument::optional(
        "follow_symlinks",
        Shape::Boolean,
        "whether owner and mode are those of the target of a link; false if left out",
    ),
    Argument::optional(
        "force",
        Shape::Boolean,
        "whether a file or link in its place is removed; false if left out",
    ),
    Argument::optional("backupname", Shape::Text, "the new name of a file in its place"),
    Argument::optional(
        "allow_symlink",
        Shape::Boolean,
        "whether a link to a directory is accepted; true if left out",
    ),
    Argument::optional("children_only", Shape::Boolean, "whether recurse leaves the directory itself alone"),
    Argument::optional("win_owner", Shape::Any, "for Windows"),
    Argument::optional("win_perms", Shape::Any, "for Windows"),
    Argument::optional("win_deny_perms", Shape::Any, "for Windows"),
    Argument::optional("win_inheritance", Shape::Any, "for Windows"),
    Argument::optional("win_perms_reset", Shape::Any, "for Windows"),
];

/// `file.directory`.
pub const FUNCTIONS: &[Function] = &[Function::other(
    "directory",
    &["file.directory"],
    DIRECTORY,
    "Creates a directory with an owner and a mode, cleans it, and sets owner and mode of its contents.",
)];
