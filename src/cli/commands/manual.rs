//! `sys.*`: what there is to call and to declare, and the manual of each.

use super::session::Session;
use super::{Answer, CliError, Command, aws, commands, function};
use crate::engine::composed;
use crate::exec::{self, Bound, CallError, Signature, takes};
use crate::model::glob;
use crate::model::problem::did_you_mean;
use crate::model::{Argument, Function, Map, Value};
use crate::resources::{self, AwsFunction, Composite};
use crate::system::{self, AnyLocal};

const NAMES: Signature = Signature { parameters: &[], any_positional: true, any_named: false };

const RENDERERS: &[&str] = &["gpg", "jinja", "json", "yaml"];

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "sys.doc",
        signature: NAMES,
        doc: "Shows the manual of functions, modules or globs; without any, of all functions.",
        run: doc,
    },
    Command {
        name: "sys.state_doc",
        signature: NAMES,
        doc: "Shows the manual of state functions, state modules or globs; without any, of all.",
        run: state_doc,
    },
    Command {
        name: "sys.list_functions",
        signature: NAMES,
        doc: "Lists the functions that can be called, of some modules where these are named.",
        run: |_, bound| Ok(Answer::data(listed(function::names(), bound))),
    },
    Command {
        name: "sys.list_modules",
        signature: NAMES,
        doc: "Lists the modules whose functions can be called.",
        run: |_, bound| Ok(Answer::data(listed(modules(&function::names()), bound))),
    },
    Command {
        name: "sys.list_state_functions",
        signature: NAMES,
        doc: "Lists the functions that an SLS can declare, of some modules where these are named.",
        run: |_, bound| Ok(Answer::data(listed(state_names(), bound))),
    },
    Command {
        name: "sys.list_state_modules",
        signature: NAMES,
        doc: "Lists the modules that an SLS can declare.",
        run: |_, bound| Ok(Answer::data(listed(modules(&state_names()), bound))),
    },
    Command {
        name: "sys.list_renderers",
        signature: NAMES,
        doc: "Lists the words that the first line of an SLS may hold: #!jinja|yaml.",
        run: |_, bound| Ok(Answer::data(listed(RENDERERS.to_vec(), bound))),
    },
    Command {
        name: "sys.reload_modules",
        signature: takes(&[]),
        doc: "Does nothing: there are no modules to load.",
        run: |_, _| Ok(Answer::data(Value::Null)),
    },
];

fn doc(_: &Session<'_>, bound: &Bound) -> Result<Answer, CliError> {
    let mut pages = function_pages();
    // A state module of the same name (`test`, `boto_sqs`) is told about too where it is asked for.
    if !bound.rest.is_empty() {
        pages.extend(state_pages());
    }
    told("sys.doc", pages, bound)
}

fn state_doc(_: &Session<'_>, bound: &Bound) -> Result<Answer, CliError> {
    told("sys.state_doc", state_pages(), bound)
}

/// A name with its manual.
type Page = (&'static str, String);

fn function_pages() -> Vec<Page> {
    let own = commands().map(|command| (command.name, page(command.name, &command.signature, command.doc)));
    let functions = exec::FUNCTIONS.iter().flat_map(|module| module.iter());
    let functions = functions.map(|it| (it.name, page(it.name, &it.signature, it.doc)));
    own.chain(functions).chain(aws_pages()).collect()
}

fn aws_pages() -> impl Iterator<Item = Page> {
    resources::functions()
        .flat_map(|it| it.function.names.iter().map(move |name| (*name, aws_page(it.function, name))))
        .chain(resources::COMPOSITES.iter().map(|it| (it.function.name(), composed_page(it))))
}

fn composed_page(composite: &Composite) -> String {
    let function = &composite.function;
    let mut page = format!("{}\n\nUsage: orchestrate {}", function.doc, aws::usage_of_composed(composite));
    page.push_str("\n\nArguments:");
    let arguments = function.arguments.iter().chain([&composed::TEST]);
    arguments.for_each(|argument| page.push_str(&argument_lines(argument)));
    page
}

fn aws_page(function: &AwsFunction, name: &str) -> String {
    let mut page = format!("{}\n\nUsage: orchestrate {}", function.doc, aws::usage(function, name));
    if !function.arguments.is_empty() {
        page.push_str("\n\nArguments:");
    }
    function.arguments.iter().for_each(|argument| page.push_str(&argument_lines(argument)));
    page
}

fn page(name: &str, signature: &Signature, doc: &str) -> String {
    format!("{doc}\n\nUsage: orchestrate {}", signature.usage(name))
}

pub(super) fn state_functions() -> impl Iterator<Item = &'static Function> {
    resources::state_functions().chain(system::kinds().flat_map(AnyLocal::functions))
}

fn state_names() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = state_functions().flat_map(|it| it.names).copied().collect();
    names.sort_unstable();
    names
}

fn state_pages() -> Vec<Page> {
    let pages = state_functions().flat_map(|function| {
        let text = state_page(function);
        function.names.iter().map(move |name| (*name, text.clone()))
    });
    pages.collect()
}

fn state_page(function: &Function) -> String {
    let mut page = function.doc.trim_end().to_owned();
    if !function.arguments.is_empty() {
        page.push_str("\n\nArguments:");
    }
    for argument in function.arguments {
        page.push_str(&argument_lines(argument));
    }
    page
}

fn argument_lines(argument: &Argument) -> String {
    let need = if argument.required { ", required" } else { "" };
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

fn told(function: &str, pages: Vec<Page>, bound: &Bound) -> Result<Answer, CliError> {
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
    Ok(Answer::data(Value::Map(chosen.map(|(name, text)| (name.into(), text.into())).collect::<Map>())))
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
