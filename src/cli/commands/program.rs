//! `completions`, `man-page`, `reference`: descriptions of the program as files, made from the table of functions and
//! commands.

use super::session::Session;
use super::{CliError, Command, CommandAnswer, complete, man, reference};
use crate::answer::Form;
use exec::{Bound, maybe, required, takes};
use model::{Map, Problem, Shape, Value};

/// The name of the installed program.
pub(super) const PROGRAM: &str = "orchestrate";

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "completions",
        signature: takes(&[required("shell", Shape::Word(&["bash", "zsh", "fish"]), "the shell")]),
        doc: "Prints the completions of a shell: commands, functions, options, SLS and IDs.\n\n\
              For bash: orchestrate completions bash > /etc/bash_completion.d/orchestrate",
        returns: "a script",
        does: &[],
        run: completions,
    },
    Command {
        name: "version",
        signature: takes(&[]),
        doc: "Shows the version.",
        returns: "a text",
        does: &[],
        run: |_, _| Ok(verbatim(concat!("orchestrate ", env!("CARGO_PKG_VERSION")).to_owned())),
    },
    Command {
        name: "man-page",
        signature: takes(&[]),
        doc: "Prints the manual page: orchestrate man-page | man -l -",
        returns: "a text for man",
        does: &[],
        run: |_, _| Ok(verbatim(man::page())),
    },
    Command {
        name: "reference",
        signature: takes(&[maybe(
            "what",
            Shape::Word(&["functions", "states"]),
            "functions (default), or states",
        )])
        .words(1),
        doc: "Prints the manual of all functions and commands, or of all states, as Markdown.\n\nThe first is docs/functions.md. The \
              second is the part of docs/states/ that comes from the program's tables, by state module.",
        returns: "a text, or a mapping of texts by state module",
        does: &[],
        run: reference,
    },
];

fn reference(_: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    if bound.text("what") == "states" {
        let pages = reference::state_pages().into_iter();
        let pages: Map = pages.map(|(module, text)| (module.into(), text.into())).collect();
        return Ok(CommandAnswer::data(Value::Map(pages)));
    }
    Ok(verbatim(reference::page()))
}

fn verbatim(text: String) -> CommandAnswer {
    CommandAnswer { form: Form::Verbatim, ..CommandAnswer::data(Value::from(text)) }
}

fn completions(_: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let word = bound.text("shell");
    let script = complete::script(&word);
    let unknown = || CliError::Usage(Problem::nowhere(format!("there are no completions of '{word}'")));
    script.map(verbatim).ok_or_else(unknown)
}
