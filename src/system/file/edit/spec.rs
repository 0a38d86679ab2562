//! The arguments of the functions that edit a text.

use crate::file::arguments::{
    CONTEXT, DEFAULTS, ENCODING, ENCODING_ERRORS, GROUP, MAKEDIRS, NAME, SHOW_CHANGES, SOURCE, SOURCE_HASH,
    TEMPLATE, USER,
};
use model::{Argument, Function, Shape};

const BAK: Argument = Argument::optional(
    "backup",
    Shape::Text,
    "the end of the name of a copy of the old file: .bak if left out; False for none",
);
const APPEND_IF: Argument = Argument::optional(
    "append_if_not_found",
    Shape::Boolean,
    "whether it is added at the end if it is not found",
);
const PREPEND_IF: Argument = Argument::optional(
    "prepend_if_not_found",
    Shape::Boolean,
    "whether it is added at the start if it is not found",
);
const IGNORE_IF_MISSING: Argument =
    Argument::optional("ignore_if_missing", Shape::Boolean, "whether a missing file is a success");
const TEXT: Argument = Argument::optional("text", Shape::Any, "the lines: text, or a list of texts");
const SOURCES: Argument =
    Argument::optional("sources", Shape::List(&Shape::Text), "several sources of lines");
const SOURCE_HASHES: Argument =
    Argument::optional("source_hashes", Shape::List(&Shape::Text), "taken for compatibility");

const APPEND: &[Argument] = &[
    NAME,
    TEXT,
    MAKEDIRS,
    SOURCE,
    SOURCE_HASH,
    TEMPLATE,
    SOURCES,
    SOURCE_HASHES,
    DEFAULTS,
    CONTEXT,
    Argument::optional(
        "ignore_whitespace",
        Shape::Boolean,
        "whether all white space is equal; true if left out",
    ),
    Argument::optional(
        "header",
        Shape::Boolean,
        "whether the lines must be the first ones; false if left out",
    ),
    ENCODING,
    ENCODING_ERRORS,
];

const REPLACE: &[Argument] = &[
    NAME,
    Argument::required("pattern", Shape::Text, "a regular expression"),
    Argument::required("repl", Shape::Text, "the replacement, with \\1 and \\g<name>"),
    Argument::optional("count", Shape::Integer, "how many places are replaced; all if left out"),
    Argument::optional(
        "flags",
        Shape::Any,
        "flags of the expression: a number, or names; MULTILINE if left out",
    ),
    Argument::optional("bufsize", Shape::Any, "taken for compatibility: the file is read whole"),
    APPEND_IF,
    PREPEND_IF,
    Argument::optional("not_found_content", Shape::Text, "the text to add; repl if left out"),
    BAK,
    SHOW_CHANGES,
    IGNORE_IF_MISSING,
    Argument::optional(
        "backslash_literal",
        Shape::Boolean,
        "whether backslashes of repl have no special meaning",
    ),
    ENCODING,
];

const COMMENT: &[Argument] = &[
    NAME,
    Argument::required("regex", Shape::Text, "a regular expression that lines begin with"),
    Argument::optional("char", Shape::Text, "the beginning of a comment; # if left out"),
    BAK,
    Argument::optional("ignore_missing", Shape::Boolean, "whether a file without such lines is a success"),
    ENCODING,
    ENCODING_ERRORS,
];

const LINE: &[Argument] = &[
    NAME,
    Argument::optional("content", Shape::Text, "the line"),
    Argument::optional(
        "match",
        Shape::Text,
        "a regular expression in the lines that are replaced or removed",
    ),
    Argument::optional("mode", Shape::Word(&["ensure", "replace", "delete", "insert"]), "the action"),
    Argument::optional("location", Shape::Word(&["start", "end"]), "where it is inserted"),
    Argument::optional("before", Shape::Text, "a regular expression in the line after it"),
    Argument::optional("after", Shape::Text, "a regular expression in the line before it"),
    SHOW_CHANGES,
    Argument::optional(
        "backup",
        Shape::Text,
        "whether a copy of the old file is kept, its name ending in the time",
    ),
    Argument::optional("quiet", Shape::Boolean, "taken for compatibility"),
    Argument::optional("indent", Shape::Boolean, "whether it is indented as its neighbour; true if left out"),
    Argument::optional("create", Shape::Boolean, "whether to create a missing file; false if left out"),
    USER,
    GROUP,
    Argument::optional("file_mode", Shape::Text, "the permission bits of a new file"),
];

const BLOCKREPLACE: &[Argument] = &[
    NAME,
    Argument::optional("marker_start", Shape::Text, "text of the line above the block"),
    Argument::optional("marker_end", Shape::Text, "text of the line below the block"),
    SOURCE,
    SOURCE_HASH,
    TEMPLATE,
    SOURCES,
    SOURCE_HASHES,
    DEFAULTS,
    CONTEXT,
    Argument::optional("content", Shape::Text, "the block"),
    APPEND_IF,
    PREPEND_IF,
    BAK,
    SHOW_CHANGES,
    Argument::optional(
        "append_newline",
        Shape::Boolean,
        "whether the block's last line has a line end; true if left out",
    ),
    Argument::optional(
        "insert_before_match",
        Shape::Text,
        "a regular expression in the line after a new block",
    ),
    Argument::optional(
        "insert_after_match",
        Shape::Text,
        "a regular expression in the line before a new block",
    ),
];

const KEYVALUE: &[Argument] = &[
    NAME,
    Argument::optional("key", Shape::Text, "the key"),
    Argument::optional("value", Shape::Text, "its value"),
    Argument::optional("key_values", Shape::Table(&Shape::Text), "keys and values, instead of key and value"),
    Argument::optional("separator", Shape::Text, "the separator; = if left out"),
    APPEND_IF,
    PREPEND_IF,
    Argument::optional(
        "search_only",
        Shape::Boolean,
        "taken for compatibility, and as in Salt without effect",
    ),
    SHOW_CHANGES,
    IGNORE_IF_MISSING,
    Argument::optional(
        "count",
        Shape::Integer,
        "how many lines of a key are changed; 1 if left out, -1 for all",
    ),
    Argument::optional(
        "uncomment",
        Shape::Text,
        "characters that begin a comment which counts as a line of the key",
    ),
    Argument::optional("key_ignore_case", Shape::Boolean, "whether the case of keys is ignored"),
    Argument::optional("value_ignore_case", Shape::Boolean, "whether the case of values is ignored"),
    Argument::optional("create_if_missing", Shape::Boolean, "whether to create a missing file"),
];

/// The functions of this family.
pub const FUNCTIONS: &[Function] = &[
    Function::other("append", &["file.append"], APPEND, "Adds missing lines at the end of a file."),
    Function::other("prepend", &["file.prepend"], APPEND, "Adds missing lines at the start of a file."),
    Function::other("replace", &["file.replace"], REPLACE, "Replaces the matches of a regular expression."),
    Function::other("comment", &["file.comment"], COMMENT, "Comments lines out."),
    Function::other("uncomment", &["file.uncomment"], COMMENT, "Uncomments lines."),
    Function::other("line", &["file.line"], LINE, "Inserts, replaces or removes a line."),
    Function::other(
        "blockreplace",
        &["file.blockreplace"],
        BLOCKREPLACE,
        "Sets the text between two marker lines.",
    ),
    Function::other("keyvalue", &["file.keyvalue"], KEYVALUE, "Sets values of keys, one a line."),
];
