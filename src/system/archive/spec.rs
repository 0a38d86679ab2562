//! What an SLS may say below `archive.extracted`.

use crate::model::effect::BY_PROGRAMS_AND_HOSTS;
use crate::model::{Argument, Function, Shape};
use crate::system::file::arguments::{GROUP, SKIP_VERIFY, SOURCE, SOURCE_HASH, SOURCE_HASH_NAME, USER};

const EXTRACTED: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the directory it is put in, absolute; the ID if left out"),
    SOURCE,
    SOURCE_HASH,
    SOURCE_HASH_NAME,
    SKIP_VERIFY,
    USER,
    GROUP,
    Argument::optional("archive_format", Shape::Text, "tar or zip; what its name ends in if left out"),
    Argument::optional("password", Shape::Text, "what a zip is locked with"),
    Argument::optional(
        "options",
        Shape::Text,
        "of tar: --strip-components=N; of unzip: -o and -q, which change nothing",
    ),
    Argument::optional(
        "if_missing",
        Shape::Text,
        "the path whose absence has it extracted; any of its own if left out",
    ),
    Argument::optional(
        "enforce_toplevel",
        Shape::Boolean,
        "whether it may hold one directory at its top and nothing else; true if left out",
    ),
    Argument::optional("overwrite", Shape::Boolean, "whether it is extracted at every run"),
    Argument::optional("clean", Shape::Boolean, "whether what it holds at its top is removed first"),
    Argument::optional("clean_parent", Shape::Boolean, "whether the whole directory is removed first"),
    Argument::optional("force", Shape::Boolean, "whether what is of another kind makes room"),
    Argument::optional(
        "trim_output",
        Shape::Either(&[Shape::Boolean, Shape::Integer]),
        "how many paths are shown; 100 for true",
    ),
    Argument::optional(
        "enforce_ownership_on",
        Shape::Text,
        "what of it belongs to user and group; all of it if left out",
    ),
    Argument::optional("keep_source", Shape::Boolean, "taken for compatibility").alias(&["keep"]),
    Argument::optional("use_cmd_unzip", Shape::Boolean, "taken for compatibility"),
    Argument::optional(
        "extract_perms",
        Shape::Boolean,
        "whether permissions are as a zip says; true if left out",
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
        "taken for compatibility: what it holds is looked at",
    ),
    Argument::optional("use_etag", Shape::Boolean, "taken for compatibility"),
];

/// `archive.extracted`.
pub const FUNCTIONS: &[Function] = &[Function::other(
    "extracted",
    &["archive.extracted"],
    EXTRACTED,
    "Has what an archive holds in a directory.",
)
.does(BY_PROGRAMS_AND_HOSTS)];
