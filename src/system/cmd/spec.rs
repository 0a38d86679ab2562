//! The arguments of `cmd.*`.

use crate::file::arguments::{CONTEXT, DEFAULTS};
use model::Effect;
use model::{Argument, Function, Shape};

const TEXT_OR_LIST: Shape = Shape::Texts;

const fn passed_over(name: &'static str, why: &'static str) -> Argument {
    Argument::optional(name, Shape::Any, why)
}

macro_rules! with_options {
    ($($own:expr),* $(,)?) => {
        &[
            $($own,)*
            Argument::optional("cwd", Shape::Text, "where it runs, absolute; the user's home if left out"),
            Argument::optional("runas", Shape::Text, "the user who runs it"),
            Argument::optional("group", Shape::Text, "the group that runs it; the user's if left out"),
            Argument::optional("shell", Shape::Text, "the shell; the grain shell if left out"),
            Argument::optional(
                "env",
                Shape::Either(&[Shape::Table(&Shape::Any), Shape::List(&Shape::Table(&Shape::Any))]),
                "variables: a mapping, or a list of mappings",
            ),
            Argument::optional("clean_env", Shape::Boolean, "whether it has only these variables"),
            Argument::optional("prepend_path", Shape::Text, "directories to look for programs in first"),
            Argument::optional(
                "stateful",
                Shape::Either(&[Shape::Boolean, Shape::List(&Shape::Table(&Shape::Text))]),
                "whether its last line reports its changes; a list with test_name: the command that reports them in advance",
            ),
            Argument::optional("umask", Shape::Text, "the bits that new files lack, in quotes: '022'"),
            Argument::optional("stdin", Shape::Text, "its input"),
            Argument::optional("timeout", Shape::Number, "how many seconds it may take"),
            Argument::optional("ignore_timeout", Shape::Boolean, "whether a missed deadline is success"),
            Argument::optional("bg", Shape::Boolean, "whether nobody waits for its end"),
            Argument::optional("hide_output", Shape::Boolean, "whether to keep its output out of changes"),
            Argument::optional("rstrip", Shape::Boolean, "whether blanks at the end of output are cut off; true if left out"),
            Argument::optional("redirect_stderr", Shape::Boolean, "whether stderr goes into stdout"),
            Argument::optional("success_retcodes", TEXT_OR_LIST, "exit codes that mean success, besides 0"),
            Argument::optional("success_stdout", TEXT_OR_LIST, "parts of its output that mean success"),
            Argument::optional("success_stderr", TEXT_OR_LIST, "the same of stderr"),
            Argument::optional("reset_system_locale", Shape::Boolean, "whether it speaks English; true if left out"),
            Argument::optional("template", Shape::Text, "jinja, if it is a template"),
            CONTEXT,
            DEFAULTS,
            Argument::optional("root", Shape::Text, "the directory that is its root; not supported"),
            passed_over("saltenv", "taken for compatibility: write ?saltenv= in the source"),
            passed_over("output_loglevel", "taken for compatibility: output is in changes alone"),
            passed_over("output_encoding", "taken for compatibility: output is UTF-8"),
            passed_over("log_callback", "taken for compatibility"),
            passed_over("ignore_retcode", "taken for compatibility"),
            passed_over("use_vt", "taken for compatibility: there is no terminal"),
            passed_over("password", "for Windows"),
        ]
    };
}

const RUN: &[Argument] =
    with_options![Argument::optional("name", Shape::Text, "the command, for a shell; the ID if left out"),];

const SCRIPT: &[Argument] = with_options![
    Argument::optional("name", Shape::Text, "its name, and its arguments; the source if that is left out"),
    Argument::optional("source", Shape::Text, "the script: salt://…, or an absolute path"),
    Argument::optional(
        "args",
        Shape::Texts,
        "its arguments: a text that is split as a shell does, or a list"
    ),
];

const NONE: &[Argument] = &[Argument::optional("name", Shape::Text, "anything")];

/// `cmd.*`.
pub const FUNCTIONS: &[Function] = &[
    Function::other("run", &["cmd.run"], RUN, "Runs a command by a shell.").does(&[Effect::RunsPrograms]),
    Function::other(
        "wait",
        &["cmd.wait", "cmd.watch"],
        RUN,
        "Runs a command by a shell if a state that it watches has changed.",
    )
    .does(&[Effect::RunsPrograms]),
    Function::other("script", &["cmd.script"], SCRIPT, "Runs a script of the tree or of the machine.")
        .does(&[Effect::RunsPrograms]),
    Function::other(
        "wait_script",
        &["cmd.wait_script"],
        SCRIPT,
        "Runs a script if a state that it watches has changed.",
    )
    .does(&[Effect::RunsPrograms]),
    Function::other("call", &["cmd.call"], NONE, "Calls a function of Python; not supported.")
        .does(&[Effect::RunsPrograms])
        .open(),
    Function::other("call", &["cmd.wait_call"], NONE, "Calls a function of Python; not supported.")
        .does(&[Effect::RunsPrograms])
        .open(),
];
