//! The arguments of `archive.extracted`.

use crate::file::arguments::{GROUP, SKIP_VERIFY, SOURCE, SOURCE_HASH, SOURCE_HASH_NAME, USER};
use model::effect::BY_PROGRAMS_AND_HOSTS;
use model::{Argument, Function, Shape};

const EXTRACTED: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the directory for its contents, absolute; the ID if left out"),
    SOURCE,
    SOURCE_HASH,
    SOURCE_HASH_NAME,
    SKIP_VERIFY,
    USER,
    GROUP,
    Argument::optional("archive_format", Shape::Text, "tar or zip; by the end of its name if left out"),
    Argument::optional("password", Shape::Secret, "the password of a zip"),
    Argument::optional(
        "options",
        Shape::Text,
        "of tar: --strip-components=N; of unzip: -o and -q, which have no effect",
    ),
    Argument::optional(
        "if_missing",
        Shape::Text,
        "it is extracted if this path is missing; if left out, if any of its own is missing",
    ),
    Argument::optional(
        "enforce_toplevel",
        Shape::Boolean,
        "whether it must have a single directory at its top level; true if left out",
    ),
    Argument::optional("overwrite", Shape::Boolean, "whether it is extracted at every run"),
    Argument::optional("clean", Shape::Boolean, "whether the paths of its top level are removed first"),
    Argument::optional("clean_parent", Shape::Boolean, "whether the whole directory is removed first"),
    Argument::optional("force", Shape::Boolean, "whether paths of another type are removed"),
    Argument::optional(
        "trim_output",
        Shape::Either(&[Shape::Boolean, Shape::Integer]),
        "how many paths are shown; 100 for true",
    ),
    Argument::optional(
        "enforce_ownership_on",
        Shape::Text,
        "the paths in it that belong to user and group; all if left out",
    ),
    Argument::optional("keep_source", Shape::Boolean, "taken for compatibility").alias(&["keep"]),
    Argument::optional("use_cmd_unzip", Shape::Boolean, "taken for compatibility"),
    Argument::optional(
        "extract_perms",
        Shape::Boolean,
        "whether files get the permissions that a zip has; true if left out",
    ),
    Argument::optional("list_options", Shape::Text, "taken for compatibility"),
    Argument::optional(
        "source_hash_update",
        Shape::Boolean,
        "taken for compatibility: no hash is kept from run to run",
    ),
    Argument::optional(
        "skip_files_list_verify",
        Shape::Boolean,
        "taken for compatibility: its contents are compared",
    ),
    Argument::optional("use_etag", Shape::Boolean, "taken for compatibility"),
];

/// `archive.extracted`.
pub const FUNCTIONS: &[Function] = &[Function::other(
    "extracted",
    &["archive.extracted"],
    EXTRACTED,
    "Extracts an archive into a directory.",
)
.does(BY_PROGRAMS_AND_HOSTS)];
