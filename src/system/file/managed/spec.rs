//! The arguments of `file.managed`.

use crate::file::arguments::*;
use model::{Argument, Function, Shape};

const SCALAR_OR_LIST: Shape = Shape::Either(&[Shape::Text, Shape::List(&Shape::Text)]);

const MANAGED: &[Argument] = &[
    NAME,
    SOURCE,
    SOURCE_HASH,
    SOURCE_HASH_NAME,
    SKIP_VERIFY,
    USER,
    GROUP,
    MODE,
    DIR_MODE,
    MAKEDIRS,
    TEMPLATE,
    CONTEXT,
    DEFAULTS,
    SHOW_CHANGES,
    BACKUP,
    ENCODING,
    ENCODING_ERRORS,
    CHECK_CMD,
    TMP_DIR,
    TMP_EXT,
    CREATE,
    Argument::optional("keep_source", Shape::Boolean, "taken for compatibility: nothing is cached"),
    Argument::optional("replace", Shape::Boolean, "whether to change a present file; true if left out"),
    Argument::optional("contents", SCALAR_OR_LIST, "its contents: text, or a list of lines"),
    Argument::optional("contents_pillar", Shape::Texts, "pillar keys of its contents"),
    Argument::optional("contents_grains", Shape::Texts, "grains of its contents"),
    Argument::optional(
        "contents_newline",
        Shape::Boolean,
        "whether the last line has a line end; true if left out",
    ),
    Argument::optional(
        "contents_delimiter",
        Shape::Text,
        "the separator of the keys of a path; a colon if left out",
    ),
    Argument::optional("allow_empty", Shape::Boolean, "whether contents may be empty; true if left out"),
    FOLLOW_SYMLINKS,
    Argument::optional("attrs", Shape::Text, "file system attributes; not supported"),
    Argument::optional("selinux", Shape::Any, "SELinux context; not supported"),
    Argument::optional("verify_ssl", Shape::Boolean, "taken for compatibility"),
    Argument::optional("use_etag", Shape::Boolean, "taken for compatibility"),
    WINDOWS[0],
    WINDOWS[1],
    WINDOWS[2],
    WINDOWS[3],
    WINDOWS[4],
];

/// `file.managed`.
pub const FUNCTIONS: &[Function] = &[Function::other(
    "managed",
    &["file.managed"],
    MANAGED,
    "Gives a file the contents of a source or of the SLS, and an owner and a mode.",
)];
