//! Arguments that several functions of `file` take.

use model::{Argument, Shape};

pub(crate) const NAME: Argument =
    Argument::optional("name", Shape::Text, "the path, absolute; the ID if left out");
pub(crate) const USER: Argument = Argument::optional("user", Shape::Text, "its owner: a name or a number");
pub(crate) const GROUP: Argument =
    Argument::optional("group", Shape::Text, "its group: a name or a number").alias(&["gid"]);
pub(crate) const MODE: Argument =
    Argument::optional("mode", Shape::Text, "its permission bits, such as '0644'; keep: those of its source");
pub(crate) const DIR_MODE: Argument =
    Argument::optional("dir_mode", Shape::Text, "the permission bits of directories that are made");
pub(crate) const MAKEDIRS: Argument = Argument::optional(
    "makedirs",
    Shape::Boolean,
    "whether to make the directories above it; false if left out",
);
pub(crate) const TEMPLATE: Argument =
    Argument::optional("template", Shape::Text, "jinja, if its text is a template");
pub(crate) const CONTEXT: Argument =
    Argument::optional("context", Shape::Any, "variables for the template: a mapping");
pub(crate) const DEFAULTS: Argument =
    Argument::optional("defaults", Shape::Any, "variables that context may replace: a mapping");
pub(crate) const SHOW_CHANGES: Argument =
    Argument::optional("show_changes", Shape::Boolean, "whether to show the difference; true if left out");
pub(crate) const BACKUP: Argument =
    Argument::optional("backup", Shape::Text, "minion: the old file is kept below the cache directory");
pub(crate) const ENCODING: Argument = Argument::optional(
    "encoding",
    Shape::Word(&["utf-8", "utf8", "ascii", "latin-1", "iso-8859-1"]),
    "the encoding that is written; utf-8 if left out",
);
pub(crate) const ENCODING_ERRORS: Argument = Argument::optional(
    "encoding_errors",
    Shape::Text,
    "taken for compatibility; letters that the encoding lacks are an error",
);
pub(crate) const CHECK_CMD: Argument = Argument::optional(
    "check_cmd",
    Shape::Texts,
    "a command that checks the new file, whose path is its last word",
);
pub(crate) const TMP_DIR: Argument =
    Argument::optional("tmp_dir", Shape::Text, "the directory of the new file for check_cmd");
pub(crate) const TMP_EXT: Argument = Argument::optional("tmp_ext", Shape::Text, "the end of its name there");
pub(crate) const CREATE: Argument =
    Argument::optional("create", Shape::Boolean, "whether to create a missing file; true if left out");
pub(crate) const FOLLOW_SYMLINKS: Argument =
    Argument::optional("follow_symlinks", Shape::Boolean, "whether a link is followed; true if left out");
const HASH_ELEMENTS: Shape = Shape::Either(&[Shape::Text, Shape::Table(&Shape::Text)]);
pub(crate) const SOURCE: Argument = Argument::optional(
    "source",
    Shape::Either(&[Shape::Text, Shape::List(&HASH_ELEMENTS)]),
    "salt://…, http(s)://…, an absolute path, or a list of these, of which the first that exists is used",
);
pub(crate) const SOURCE_HASH: Argument = Argument::optional(
    "source_hash",
    Shape::Text,
    "the hash of a source outside of the tree: sha256=…, or a file of hashes",
);
pub(crate) const SOURCE_HASH_NAME: Argument = Argument::optional(
    "source_hash_name",
    Shape::Text,
    "taken for compatibility: the name in a list of hashes",
);
pub(crate) const SKIP_VERIFY: Argument =
    Argument::optional("skip_verify", Shape::Boolean, "whether a source may have no hash");

/// Arguments for Windows, which have no effect here and are ignored, as Salt does.
pub(crate) const WINDOWS: [Argument; 5] = [
    Argument::optional("win_owner", Shape::Any, "for Windows"),
    Argument::optional("win_perms", Shape::Any, "for Windows"),
    Argument::optional("win_deny_perms", Shape::Any, "for Windows"),
    Argument::optional("win_inheritance", Shape::Any, "for Windows"),
    Argument::optional("win_perms_reset", Shape::Any, "for Windows"),
];
