//! What an SLS may say below the functions that edit a text.

use crate::model::{Argument, Function, Shape};
use crate::system::file::arguments::{
    CONTEXT, DEFAULTS, ENCODING, ENCODING_ERRORS, GROUP, MAKEDIRS, NAME, SHOW_CHANGES, SOURCE, SOURCE_HASH,
    TEMPLATE, USER,
};

const BAK: Argument = Argument::optional(
    "backup",
    Shape::Text,
    "how a copy of what was there is named: .bak if left out; False for none",
);
const APPEND_IF: Argument = Argument::optional(
    "append_if_not_found",
    Shape::Boolean,
    "whether it is added at the end where it is not found",
);
const PREPEND_IF: Argument = Argument::optional(
    "prepend_if_not_found",
    Shape::Boolean,
    "whether it is added at the start where it is not found",
);
const IGNORE_IF_MISSING: Argument =
    Argument::optional("ignore_if_missing", Shape::Boolean, "whether a file that is not there will do");
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
        "whether white space counts alike; true if left out",
    ),
    Argument::optional(
        "header",
        Shape::Boolean,
        "whether prepend wants the lines to be the first; false if left out",
    ),
    ENCODING,
    ENCODING_ERRORS,
];

const REPLACE: &[Argument] = &[
    NAME,
    Argument::required("pattern", Shape::Text, "a regular expression"),
    Argument::required("repl", Shape::Text, "what stands in its place, with \\1 and \\g<name>"),
    Argument::optional("count", Shape::Integer, "how many places are replaced; all if left out"),
    Argument::optional(
        "flags",
        Shape::Any,
        "flags of the expression: a number, or names; MULTILINE if left out",
    ),
    Argument::optional("bufsize", Shape::Any, "taken for compatibility: the file is read whole"),
    APPEND_IF,
    PREPEND_IF,
    Argument::optional("not_found_content", Shape::Text, "what is added; repl if left out"),
    BAK,
    SHOW_CHANGES,
    IGNORE_IF_MISSING,
    Argument::optional(
        "backslash_literal",
        Shape::Boolean,
        "whether backslashes of repl stand for themselves",
    ),
    ENCODING,
];

const COMMENT: &[Argument] = &[
    NAME,
    Argument::required("regex", Shape::Text, "a regular expression that lines begin with"),
    Argument::optional("char", Shape::Text, "what begins a comment; # if left out"),
    BAK,
    Argument::optional("ignore_missing", Shape::Boolean, "whether a file without such lines will do"),
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
    Argument::optional("mode", Shape::Word(&["ensure", "replace", "delete", "insert"]), "what is done"),
    Argument::optional("location", Shape::Word(&["start", "end"]), "where it is inserted"),
    Argument::optional("before", Shape::Text, "a regular expression in the line that it stands before"),
    Argument::optional("after", Shape::Text, "a regular expression in the line that it stands after"),
    SHOW_CHANGES,
    Argument::optional(
        "backup",
        Shape::Text,
        "whether a copy of what was there is kept, its name ending in the time",
    ),
    Argument::optional("quiet", Shape::Boolean, "taken for compatibility"),
    Argument::optional("indent", Shape::Boolean, "whether it is indented as its neighbour; true if left out"),
    Argument::optional(
        "create",
        Shape::Boolean,
        "whether to make a file that is not there; false if left out",
    ),
    USER,
    GROUP,
    Argument::optional("file_mode", Shape::Text, "the permission bits of a file that is made"),
];

const BLOCKREPLACE: &[Argument] = &[
    NAME,
    Argument::optional("marker_start", Shape::Text, "what the line above the block holds"),
    Argument::optional("marker_end", Shape::Text, "what the line below the block holds"),
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
        "whether the block's last line is ended; true if left out",
    ),
    Argument::optional(
        "insert_before_match",
        Shape::Text,
        "a regular expression in the line that a new block stands before",
    ),
    Argument::optional(
        "insert_after_match",
        Shape::Text,
        "a regular expression in the line that a new block stands after",
    ),
];

const KEYVALUE: &[Argument] = &[
    NAME,
    Argument::optional("key", Shape::Text, "the key"),
    Argument::optional("value", Shape::Text, "its value"),
    Argument::optional("key_values", Shape::Table(&Shape::Text), "keys and values, instead of key and value"),
    Argument::optional("separator", Shape::Text, "what stands between; = if left out"),
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
        "letters that begin a comment which counts as the key's line",
    ),
    Argument::optional("key_ignore_case", Shape::Boolean, "whether keys are alike in any case"),
    Argument::optional("value_ignore_case", Shape::Boolean, "whether values are alike in any case"),
    Argument::optional("create_if_missing", Shape::Boolean, "whether to make a file that is not there"),
];

/// The functions of this family.
pub const FUNCTIONS: &[Function] = &[
    Function::other(
        "append",
        &["file.append"],
        APPEND,
        "Adds lines at the end that are not in the file yet.",
    ),
    Function::other(
        "prepend",
        &["file.prepend"],
        APPEND,
        "Adds lines at the start that are not in the file yet.",
    ),
    Function::other("replace", &["file.replace"], REPLACE, "Replaces what a regular expression matches."),
    Function::other("comment", &["file.comment"], COMMENT, "Comments lines out."),
    Function::other("uncomment", &["file.uncomment"], COMMENT, "Makes lines out of comments."),
    Function::other("line", &["file.line"], LINE, "Inserts, replaces or removes a line."),
    Function::other(
        "blockreplace",
        &["file.blockreplace"],
        BLOCKREPLACE,
        "Brings what stands between two marks to a text.",
    ),
    Function::other("keyvalue", &["file.keyvalue"], KEYVALUE, "Brings values of keys about, one a line."),
];
