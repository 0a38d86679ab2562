//! The arguments of `group.*`.

use model::effect::BY_PROGRAMS;
use model::{Argument, Fields, Function, Shape};

const NAME: Argument = Argument::optional("name", Shape::Text, "the name of the group; the ID if left out");
const LOCAL: Argument = Argument::optional(
    "local",
    Shape::Word(&["False", "false"]),
    "taken for compatibility: groups are always those of the tools that the system has",
);

const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional("gid", Shape::Integer, "its number"),
    Argument::optional("system", Shape::Boolean, "whether it is a system group"),
    Argument::optional("members", Shape::Texts, "its members; [] for none"),
    Argument::optional("addusers", Shape::Texts, "users that must be members; others stay"),
    Argument::optional("delusers", Shape::Texts, "users that must not be members; others stay"),
    Argument::optional("non_unique", Shape::Boolean, "whether another group may have its number"),
    LOCAL,
];

/// The functions of `group`.
pub const FUNCTIONS: &[Function] = &[
    Function::present(&["group.present"], PRESENT, "Creates or changes a group and its members.")
        .does(BY_PROGRAMS),
    Function::absent(&["group.absent"], &[NAME, LOCAL], "Removes a group.").does(BY_PROGRAMS),
];

/// The wanted number; 0 counts as left out, as in Salt.
pub(super) fn gid(fields: &Fields) -> Option<u32> {
    fields.integer("gid").and_then(|gid| u32::try_from(gid).ok()).filter(|gid| *gid != 0)
}
