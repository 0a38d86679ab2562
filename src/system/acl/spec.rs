//! What an SLS may say below `acl.*`.

use crate::model::{Argument, Function, Shape};

const NAME: Argument = Argument::optional("name", Shape::Text, "the path; the ID if left out");
const TYPE: Argument = Argument::required(
    "acl_type",
    Shape::Text,
    "user, group, mask or other; default:user and so on for new files",
);
const WHO: Argument =
    Argument::optional("acl_name", Shape::Text, "the user or group; the file's own if left out");
const NAMES: Argument = Argument::optional("acl_names", Shape::Texts, "the users or groups");
const PERMS: Argument = Argument::optional("perms", Shape::Text, "letters of rwx, or a digit");
const RECURSE: Argument =
    Argument::optional("recurse", Shape::Boolean, "whether all that is in a directory is meant, too");
const FORCE: Argument =
    Argument::optional("force", Shape::Boolean, "whether nobody else stays named where something changes");

/// The functions of `acl`.
pub const FUNCTIONS: &[Function] = &[
    Function::present(
        &["acl.present"],
        &[NAME, TYPE, WHO, PERMS, RECURSE, FORCE],
        "Has a file name a user or group, with these permissions.",
    ),
    Function::absent(
        &["acl.absent"],
        &[NAME, TYPE, WHO, PERMS, RECURSE],
        "Has a file name a user or group no longer.",
    ),
    Function::other(
        "list_present",
        &["acl.list_present"],
        &[NAME, TYPE, NAMES, PERMS, RECURSE, FORCE],
        "Has a file name several users or groups, with these permissions.",
    ),
    Function::other(
        "list_absent",
        &["acl.list_absent"],
        &[NAME, TYPE, NAMES, RECURSE],
        "Has a file name several users or groups no longer.",
    ),
];
