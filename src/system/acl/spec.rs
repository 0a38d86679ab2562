//! The arguments of `acl.*`.

use model::{Argument, Function, Shape};

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
    Argument::optional("recurse", Shape::Boolean, "whether the contents of a directory get it too");
const FORCE: Argument =
    Argument::optional("force", Shape::Boolean, "whether other entries are removed if the list changes");

/// The functions of `acl`.
pub const FUNCTIONS: &[Function] = &[
    Function::present(
        &["acl.present"],
        &[NAME, TYPE, WHO, PERMS, RECURSE, FORCE],
        "Gives a user or group these permissions on a file.",
    ),
    Function::absent(
        &["acl.absent"],
        &[NAME, TYPE, WHO, PERMS, RECURSE],
        "Removes a user or group from the list of a file.",
    ),
    Function::other(
        "list_present",
        &["acl.list_present"],
        &[NAME, TYPE, NAMES, PERMS, RECURSE, FORCE],
        "Gives several users or groups these permissions on a file.",
    ),
    Function::other(
        "list_absent",
        &["acl.list_absent"],
        &[NAME, TYPE, NAMES, RECURSE],
        "Removes several users or groups from the list of a file.",
    ),
];
