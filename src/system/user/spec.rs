//! The arguments of `user.*`.

use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Shape};

const NAME: Argument = Argument::optional("name", Shape::Text, "the name of the user; the ID if left out");
const LOCAL: Argument = Argument::optional(
    "local",
    Shape::Word(&["False", "false"]),
    "taken for compatibility: users are always those of the tools that the system has",
);

const PRESENT: &[Argument] = &[
    NAME,
    Argument::optional("uid", Shape::Integer, "its number"),
    Argument::optional("gid", Shape::Text, "its first group: a name or a number"),
    Argument::optional(
        "usergroup",
        Shape::Boolean,
        "whether a group of its name is created for it; if left out, the system's configuration decides",
    ),
    Argument::optional("groups", Shape::Texts, "its groups, all of which must exist; [] for none"),
    Argument::optional("optional_groups", Shape::Texts, "groups that it is added to if they exist"),
    Argument::optional(
        "remove_groups",
        Shape::Boolean,
        "whether it is removed from other groups; true if left out",
    ),
    Argument::optional("home", Shape::Text, "its home"),
    Argument::optional("createhome", Shape::Boolean, "whether its home is made; true if left out"),
    Argument::optional(
        "persist_home",
        Shape::Boolean,
        "whether the contents of the old home move to a new one",
    ),
    Argument::optional("password", Shape::Secret, "its password, hashed"),
    Argument::optional(
        "hash_password",
        Shape::Boolean,
        "whether the password is plain text that the program hashes",
    ),
    Argument::optional(
        "enforce_password",
        Shape::Boolean,
        "whether a different password is replaced; true if left out",
    ),
    Argument::optional("empty_password", Shape::Boolean, "whether it has no password at all"),
    Argument::optional("shell", Shape::Text, "its shell"),
    Argument::optional("unique", Shape::Boolean, "whether no other may have its number; true if left out"),
    Argument::optional("system", Shape::Boolean, "whether it is a system account"),
    Argument::optional("fullname", Shape::Text, "its full name"),
    Argument::optional("roomnumber", Shape::Text, "the number of its room"),
    Argument::optional("workphone", Shape::Text, "its telephone at work"),
    Argument::optional("homephone", Shape::Text, "its telephone at home"),
    Argument::optional("other", Shape::Text, "other information"),
    Argument::optional("date", Shape::Integer, "the day of the last change of its password, from 1970"),
    Argument::optional("mindays", Shape::Integer, "days that must pass between two changes"),
    Argument::optional("maxdays", Shape::Integer, "days after which the password must be changed"),
    Argument::optional("inactdays", Shape::Integer, "days after that until the account is locked"),
    Argument::optional("warndays", Shape::Integer, "days before that on which it is warned"),
    Argument::optional(
        "expire",
        Shape::Integer,
        "the day on which the account expires, from 1970; -1 for none",
    ),
    Argument::optional("password_lock", Shape::Boolean, "whether its password is locked"),
    Argument::optional("allow_uid_change", Shape::Boolean, "whether its number may change"),
    Argument::optional("allow_gid_change", Shape::Boolean, "whether its first group may change"),
    Argument::optional("nologinit", Shape::Boolean, "whether lastlog and faillog must not contain it"),
    LOCAL,
    Argument::optional("loginclass", Shape::Any, "for BSD"),
    Argument::optional("win_homedrive", Shape::Any, "for Windows"),
    Argument::optional("win_profile", Shape::Any, "for Windows"),
    Argument::optional("win_logonscript", Shape::Any, "for Windows"),
    Argument::optional("win_description", Shape::Any, "for Windows"),
];

const ABSENT: &[Argument] = &[
    NAME,
    Argument::optional("purge", Shape::Boolean, "whether its home and mail are removed too"),
    Argument::optional("force", Shape::Boolean, "whether it is removed even if it is logged in"),
    LOCAL,
];

/// The functions of `user`.
pub const FUNCTIONS: &[Function] = &[
    Function::present(&["user.present"], PRESENT, "Creates or changes a user.").does(BY_PROGRAMS),
    Function::absent(&["user.absent"], ABSENT, "Removes a user.").does(BY_PROGRAMS),
];
