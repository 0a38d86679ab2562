//! The arguments of `cron.*`.

use crate::file;
use model::effect::BY_PROGRAMS;
use model::{Argument, Function, Shape};

const NAME: Argument = Argument::optional("name", Shape::Text, "the command; the ID if left out");
const VARIABLE: Argument = Argument::optional("name", Shape::Text, "the variable; the ID if left out");
const USER: Argument = Argument::optional("user", Shape::Text, "the user of the crontab; root if left out");
const IDENTIFIER: Argument = Argument::optional(
    "identifier",
    Shape::Text,
    "a name that identifies the job, so that its command may change; the command if left out",
);
const SPECIAL: Argument = Argument::optional("special", Shape::Text, "a time by name: @daily, @reboot");

const fn time(name: &'static str, doc: &'static str) -> Argument {
    Argument::optional(name, Shape::Text, doc)
}

const MINUTE: Argument = time("minute", "0 to 59; * if left out; random: any, chosen once");
const HOUR: Argument = time("hour", "0 to 23; * if left out; random: any, chosen once");
const DAYMONTH: Argument = time("daymonth", "1 to 31; * if left out; random: any, chosen once");
const MONTH: Argument = time("month", "1 to 12; * if left out; random: any, chosen once");
const DAYWEEK: Argument = time("dayweek", "0 to 6; * if left out; random: any, chosen once");

const PRESENT: &[Argument] = &[
    NAME,
    USER,
    MINUTE,
    HOUR,
    DAYMONTH,
    MONTH,
    DAYWEEK,
    Argument::optional("comment", Shape::Text, "a comment above it"),
    Argument::optional("commented", Shape::Boolean, "whether the job is in the table but disabled"),
    IDENTIFIER,
    SPECIAL,
];

const ABSENT: &[Argument] = &[NAME, USER, IDENTIFIER, SPECIAL];

const FILE: &[Argument] = &[
    Argument::optional("name", Shape::Text, "the source of the crontab: salt://… or an absolute path"),
    USER,
    file::SOURCE_HASH,
    file::SOURCE_HASH_NAME,
    file::TEMPLATE,
    file::CONTEXT,
    file::DEFAULTS,
    Argument::optional("replace", Shape::Boolean, "whether a present crontab is changed; true if left out"),
    Argument::optional("backup", Shape::Text, "taken for compatibility: there is no file to keep"),
];

/// The functions of `cron`.
pub const FUNCTIONS: &[Function] = &[
    Function::present(&["cron.present"], PRESENT, "Creates or changes a job of a crontab.").does(BY_PROGRAMS),
    Function::absent(&["cron.absent"], ABSENT, "Removes a job of a crontab.").does(BY_PROGRAMS).open(),
    Function::other("file", &["cron.file"], FILE, "Sets a whole crontab.").does(BY_PROGRAMS),
    Function::other(
        "env_present",
        &["cron.env_present"],
        &[VARIABLE, Argument::optional("value", Shape::Text, "its value; empty if left out"), USER],
        "Sets a variable for the jobs of a crontab.",
    )
    .does(BY_PROGRAMS),
    Function::other(
        "env_absent",
        &["cron.env_absent"],
        &[VARIABLE, USER],
        "Removes a variable of a crontab.",
    )
    .does(BY_PROGRAMS),
];
