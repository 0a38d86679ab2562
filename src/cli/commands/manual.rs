//! `sys.*`: lists functions and state functions, and shows the manual of each.

use super::session::Session;
use super::table::{self, Callable, callable_names};
use super::{CliError, Command, CommandAnswer};
use exec::{Bound, CallError, Signature, takes};
use model::glob;
use model::problem::did_you_mean;
use model::{Argument, Literal, Map, Value, effect, python};

const NAMES: Signature = takes(&[]).and_more("names", "names of functions, modules, or globs");

const RENDERERS: &[&str] = &["gpg", "jinja", "json", "yaml"];

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "sys.doc",
        signature: NAMES,
        doc: "Shows the manual of functions, modules or globs; without any, of all functions.",
        returns: "a mapping by name",
        does: &[],
        run: doc,
    },
    Command {
        name: "sys.state_doc",
        signature: NAMES,
        doc: "Shows the manual of state functions, state modules or globs; without any, of all.",
        returns: "a mapping by name",
        does: &[],
        run: state_doc,
    },
    Command {
        name: "sys.list_functions",
        signature: NAMES,
        doc: "Lists the functions that can be called, only of some modules if these are named.",
        returns: "a list of names",
        does: &[],
        run: |_, bound| Ok(CommandAnswer::data(listed(callable_names(), bound))),
    },
    Command {
        name: "sys.list_modules",
        signature: NAMES,
        doc: "Lists the modules whose functions can be called.",
        returns: "a list of names",
        does: &[],
        run: |_, bound| Ok(CommandAnswer::data(listed(modules(&callable_names()), bound))),
    },
    Command {
        name: "sys.list_state_functions",
        signature: NAMES,
        doc: "Lists the functions that an SLS can declare, only of some modules if these are named.",
        returns: "a list of names",
        does: &[],
        run: |_, bound| Ok(CommandAnswer::data(listed(state_names(), bound))),
    },
    Command {
        name: "sys.list_state_modules",
        signature: NAMES,
        doc: "Lists the modules that an SLS can declare.",
        returns: "a list of names",
        does: &[],
        run: |_, bound| Ok(CommandAnswer::data(listed(modules(&state_names()), bound))),
    },
    Command {
        name: "sys.list_renderers",
        signature: NAMES,
        doc: "Lists the words that the first line of an SLS may hold: #!jinja|yaml.",
        returns: "a list of words",
        does: &[],
        run: |_, bound| Ok(CommandAnswer::data(listed(RENDERERS.to_vec(), bound))),
    },
    Command {
        name: "help",
        signature: NAMES,
        doc: "Shows this help, or the help of a command: 'help plan'. For functions it is 'sys.doc'.",
        returns: "a text, or a mapping by name",
        does: &[],
        run: doc,
    },
    Command {
        name: "sys.reload_modules",
        signature: takes(&[]),
        doc: "Does nothing: there are no modules to load.",
        returns: "None",
        does: &[],
        run: |_, _| Ok(CommandAnswer::data(Value::Null)),
    },
];

fn doc(_: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let mut pages: Vec<Page> = table::functions().map(|callable| (callable.name, page(&callable))).collect();
    // A state module of the same name (`test`, `boto_sqs`) has its section too if it is asked for.
    if !bound.rest.is_empty() {
        pages.extend(state_pages());
    }
    pages_of("sys.doc", pages, bound)
}

fn state_doc(_: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    pages_of("sys.state_doc", state_pages().collect(), bound)
}

/// A name with its manual.
type Page = (&'static str, String);

fn state_pages() -> impl Iterator<Item = Page> {
    table::states().map(|callable| {
        let text = format!("{}{}{}", callable.doc.trim_end(), arguments(&callable), facts(&callable));
        (callable.name, text)
    })
}

/// The manual of a function or command: purpose, usage, arguments, answer and effects.
fn page(callable: &Callable) -> String {
    let doc = callable.doc.trim_end();
    format!("{doc}\n\nUsage: orchestrate {}{}{}", callable.usage(), arguments(callable), facts(callable))
}

fn arguments(callable: &Callable) -> String {
    let mut text = String::new();
    if !callable.arguments.is_empty() || callable.rest.is_some() {
        text.push_str("\n\nArguments:");
    }
    callable.arguments.iter().for_each(|argument| text.push_str(&argument_lines(argument)));
    if let Some((name, doc)) = callable.rest {
        text.push_str(&format!("\n  {name} …\n    {doc}"));
    }
    text
}

fn facts(callable: &Callable) -> String {
    format!("\n\nGives: {}\nDoes: {}", callable.returns, effect::sentence(&callable.does))
}

fn state_names() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = table::states().map(|callable| callable.name).collect();
    names.sort_unstable();
    names
}

fn argument_lines(argument: &Argument) -> String {
    let need = match argument.default {
        _ if argument.required => ", required".to_owned(),
        Literal::Null => String::new(),
        default => format!(", default: {}", python::repr(&default.value())),
    };
    let aliases = if argument.aliases.is_empty() {
        String::new()
    } else {
        format!(" (also {})", argument.aliases.join(", "))
    };
    format!(
        "\n  {}{aliases}: {}{need}\n    {}",
        argument.name,
        argument.shape.expectation(),
        argument.doc.replace('\n', "\n    ")
    )
}

fn pages_of(function: &str, pages: Vec<Page>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let known: Vec<&'static str> = pages.iter().map(|(name, _)| *name).collect();
    for wanted in wanted(bound) {
        if !known.iter().any(|name| is_meant(&wanted, name)) {
            let modules = modules(&known);
            let near = did_you_mean(&wanted, known.iter().copied().chain(modules));
            return Err(CliError::Call(CallError::Failed {
                function: function.to_owned(),
                reason: near.map_or_else(
                    || format!("there is no '{wanted}'"),
                    |near| format!("there is no '{wanted}'; did you mean '{near}'?"),
                ),
            }));
        }
    }
    let wanted = wanted(bound);
    let chosen = pages
        .into_iter()
        .filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|wanted| is_meant(wanted, name)));
    Ok(CommandAnswer::data(Value::Map(
        chosen.map(|(name, text)| (name.into(), text.into())).collect::<Map>(),
    )))
}

pub(super) fn wanted(bound: &Bound) -> Vec<String> {
    bound
        .rest
        .iter()
        .map(|value| value.as_str().map_or_else(|| value.to_json().to_string(), str::to_owned))
        .collect()
}

/// A name, a module, or a glob over names.
pub(super) fn is_meant(wanted: &str, name: &str) -> bool {
    wanted == name
        || name.split_once(['.', ' ']).is_some_and(|(module, _)| module == wanted)
        || glob::is_match(wanted, name)
}

fn listed(names: Vec<&'static str>, bound: &Bound) -> Value {
    let wanted = wanted(bound);
    let chosen = names
        .into_iter()
        .filter(|name| wanted.is_empty() || wanted.iter().any(|wanted| is_meant(wanted, name)));
    chosen.collect::<Vec<_>>().into()
}

fn modules(names: &[&'static str]) -> Vec<&'static str> {
    let mut modules: Vec<&'static str> =
        names.iter().filter_map(|name| name.split_once('.')).map(|(module, _)| module).collect();
    modules.sort_unstable();
    modules.dedup();
    modules
}
