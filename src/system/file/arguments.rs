//! Arguments that several functions of `file` take.

use crate::model::{Argument, Shape};

pub(in crate::system) const NAME: Argument =
    Argument::optional("name", Shape::Text, "the path, absolute; the ID if left out");
pub(in crate::system) const USER: Argument =
    Argument::optional("user", Shape::Text, "its owner: a name or a number");
pub(in crate::system) const GROUP: Argument =
    Argument::optional("group", Shape::Text, "its group: a name or a number").alias(&["gid"]);
pub(in crate::system) const MODE: Argument =
    Argument::optional("mode", Shape::Text, "its permission bits, such as '0644'; keep: those of its source");
pub(in crate::system) const DIR_MODE: Argument =
    Argument::optional("dir_mode", Shape::Text, "the permission bits of directories that are made");
pub(in crate::system) const MAKEDIRS: Argument = Argument::optional(
    "makedirs",
    Shape::Boolean,
    "whether to make the directories above it; false if left out",
);
pub(in crate::system) const TEMPLATE: Argument =
    Argument::optional("template", Shape::Text, "jinja, if its text is a template");
pub(in crate::system) const CONTEXT: Argument =
    Argument::optional("context", Shape::Any, "variables for the template: a mapping");
pub(in crate::system) const DEFAULTS: Argument =
    Argument::optional("defaults", Shape::Any, "variables that context may replace: a mapping");
pub(in crate::system) const SHOW_CHANGES: Argument =
    Argument::optional("show_changes", Shape::Boolean, "whether to show the difference; true if left out");
pub(in crate::system) const BACKUP: Argument =
    Argument::optional("backup", Shape::Text, "minion: the old file is kept below the cache directory");
pub(in crate::system) const ENCODING: Argument = Argument::optional(
    "encoding",
    Shape::Word(&["utf-8", "utf8", "ascii", "latin-1", "iso-8859-1"]),
    "the encoding that is written; utf-8 if left out",
);
pub(in crate::system) const ENCODING_ERRORS: Argument = Argument::optional(
    "encoding_errors",
    Shape::Text,
    "taken for compatibility; letters that the encoding lacks are an error",
);
pub(in crate::system) const CHECK_CMD: Argument = Argument::optional(
    "check_cmd",
    Shape::Texts,
    "a command that checks the new file, whose path is its last word",
);
pub(in crate::system) const TMP_DIR: Argument =
    Argument::optional("tmp_dir", Shape::Text, "the directory of the new file for check_cmd");
pub(in crate::system) const TMP_EXT: Argument =
    Argument::optional("tmp_ext", Shape::Text, "the end of its name there");
pub(in crate::system) const CREATE: Argument =
    Argument::optional("create", Shape::Boolean, "whether to create a missing file; true if left out");
pub(in crate::system) const FOLLOW_SYMLINKS: Argument =
    Argument::optional("follow_symlinks", Shape::Boolean, "whether a link is followed; true if left out");
const HASH_ELEMENTS: Shape = Shape::Either(&[Shape::Text, Shape::Table(&Shape::Text)]);
pub(in crate::system) const SOURCE: Argument = Argument::optional(
    "source",
    Shape::Either(&[Shape::Text, Shape::List(&HASH_ELEMENTS)]),
    "salt://…, http(s)://…, an absolute path, or a list of these, of which the first that exists is used",
);
pub(in crate::system) const SOURCE_HASH: Argument = Argument::optional(
    "source_hash",
    Shape::Text,
    "the hash of a source outside of the tree: sha256=…, or a file of hashes",
);
pub(in crate::system) const SOURCE_HASH_NAME: Argument = Argument::optional(
    "source_hash_name",
    Shape::Text,
    "taken for compatibility: the name in a list of hashes",
);
pub(in crate::system) const SKIP_VERIFY: Argument =
    Argument::optional("skip_verify", Shape::Boolean, "whether a source may have no hash");

/// Arguments for Windows, which have no effect here and are ignored, as Salt does.
pub(in crate::system) const WINDOWS: [Argument; 5] = [
    Argument::optional("win_owner", Shape::Any, "for Windows"),
    Argument::optional("win_perms", Shape::Any, "for Windows"),
    Argument::optional("win_deny_perms", Shape::Any, "for Windows"),
    Argument::optional("win_inheritance", Shape::Any, "for Windows"),
    Argument::optional("win_perms_reset", Shape::Any, "for Windows"),
];
