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
    Argument::optional("template", Shape::Text, "jinja, where its text is a template");
pub(in crate::system) const CONTEXT: Argument =
    Argument::optional("context", Shape::Any, "variables for the template: a mapping");
pub(in crate::system) const DEFAULTS: Argument =
    Argument::optional("defaults", Shape::Any, "variables that context may replace: a mapping");
pub(in crate::system) const SHOW_CHANGES: Argument =
    Argument::optional("show_changes", Shape::Boolean, "whether to show the difference; true if left out");
pub(in crate::system) const BACKUP: Argument =
    Argument::optional("backup", Shape::Text, "minion: what was there is kept below the cache directory");
pub(in crate::system) const ENCODING: Argument = Argument::optional(
    "encoding",
    Shape::Word(&["utf-8", "utf8", "ascii", "latin-1", "iso-8859-1"]),
    "the encoding that is written; utf-8 if left out",
);
pub(in crate::system) const ENCODING_ERRORS: Argument = Argument::optional(
    "encoding_errors",
    Shape::Text,
    "taken for compatibility; letters that do not fit are an error",
);
pub(in crate::system) const CHECK_CMD: Argument = Argument::optional(
    "check_cmd",
    Shape::Texts,
    "a command that must agree to the new file, whose path is its last word",
);
pub(in crate::system) const TMP_DIR: Argument =
    Argument::optional("tmp_dir", Shape::Text, "where check_cmd finds the new file");
pub(in crate::system) const TMP_EXT: Argument =
    Argument::optional("tmp_ext", Shape::Text, "how its name ends there");
pub(in crate::system) const CREATE: Argument = Argument::optional(
    "create",
    Shape::Boolean,
    "whether to make a file that is not there; true if left out",
);
pub(in crate::system) const FOLLOW_SYMLINKS: Argument = Argument::optional(
    "follow_symlinks",
    Shape::Boolean,
    "whether a link is written through; true if left out",
);
const HASH_ELEMENTS: Shape = Shape::Either(&[Shape::Text, Shape::Table(&Shape::Text)]);
pub(in crate::system) const SOURCE: Argument = Argument::optional(
    "source",
    Shape::Either(&[Shape::Text, Shape::List(&HASH_ELEMENTS)]),
    "salt://…, http(s)://…, an absolute path, or a list of these of which the first that is there is taken",
);
pub(in crate::system) const SOURCE_HASH: Argument = Argument::optional(
    "source_hash",
    Shape::Text,
    "what a source that is not of the tree hashes to: sha256=…, or a file that lists hashes",
);
pub(in crate::system) const SOURCE_HASH_NAME: Argument = Argument::optional(
    "source_hash_name",
    Shape::Text,
    "taken for compatibility: the name in a list of hashes",
);
pub(in crate::system) const SKIP_VERIFY: Argument =
    Argument::optional("skip_verify", Shape::Boolean, "whether to take a source without a hash");

/// Arguments for Windows, which mean nothing here and are passed over as Salt does.
pub(in crate::system) const WINDOWS: [Argument; 5] = [
    Argument::optional("win_owner", Shape::Any, "for Windows"),
    Argument::optional("win_perms", Shape::Any, "for Windows"),
    Argument::optional("win_deny_perms", Shape::Any, "for Windows"),
    Argument::optional("win_inheritance", Shape::Any, "for Windows"),
    Argument::optional("win_perms_reset", Shape::Any, "for Windows"),
];
