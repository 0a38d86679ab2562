//! All functions, commands and state functions in one form, from all tables.
//!
//! `sys.doc`, `sys.argspec`, usages, completions and `docs/functions.md` are made from this, so that none of them can
//! differ from the entry that is called.

use super::commands;
use engine::composed;
use kind::{Composite, connection};
use model::Effect::{ChangesAws, ChangesMachine, NeedsPillar, ReadsAws, ReadsMachine};
use model::{Argument, Effect, Function};
use system::{self, AnyLocal};

/// One entry.
#[derive(Clone, Debug)]
pub(super) struct Callable {
    /// Its name: `pillar.get`, `artifact build`.
    pub name: &'static str,
    /// Its arguments, in their order.
    pub arguments: Vec<Argument>,
    /// Other positional ones: their name and meaning.
    pub rest: Option<(&'static str, &'static str)>,
    /// True if it accepts others by name.
    pub any_named: bool,
    /// The number of arguments that are words on the command line, for one of our own commands; the others are options.
    pub words: usize,
    /// The manual: a first line, then details.
    pub doc: &'static str,
    /// The type of its answer, in a few words.
    pub returns: &'static str,
    /// Its effects on the world.
    pub does: Vec<Effect>,
}

impl Callable {
    /// Its usage: `pillar.get key [default]`, `artifact sign DIRECTORY --key KEY`.
    pub fn usage(&self) -> String {
        let is_own = !self.name.contains('.');
        let words = self.arguments.iter().enumerate().map(|(place, argument)| {
            let word = match (is_own, place < self.words) {
                (true, true) => argument.name.to_uppercase(),
                (true, false) => format!("--{}", argument.name.replace('_', "-")),
                (false, _) => argument.name.to_owned(),
            };
            if argument.required { word } else { format!("[{word}]") }
        });
        let rest = self
            .rest
            .map(|(name, _)| if is_own { format!("[{}]…", name.to_uppercase()) } else { "[…]".to_owned() });
        let named = (self.any_named && !is_own).then(|| "[key=value …]".to_owned());
        let name = self.name.to_owned();
        std::iter::once(name).chain(words).chain(rest).chain(named).collect::<Vec<_>>().join(" ")
    }
}

/// Every function and command, by its table.
pub(super) fn functions() -> impl Iterator<Item = Callable> {
    let own = commands().map(|it| {
        of_signature(it.name, &it.signature, Facts { doc: it.doc, returns: it.returns, does: it.does })
    });
    let own = own.chain(crate::fleet::COMMANDS.iter().map(|it| {
        of_signature(it.name, &it.signature, Facts { doc: it.doc, returns: it.returns, does: it.does })
    }));
    let functions = exec::FUNCTIONS.iter().flat_map(|module| module.iter()).map(|it| {
        of_signature(it.name, &it.signature, Facts { doc: it.doc, returns: it.returns, does: it.does })
    });
    own.chain(functions).chain(aws()).chain(kind::COMPOSITES.iter().map(|it| of_composite(it)))
}

/// The function or command with that name.
pub(super) fn find(name: &str) -> Option<Callable> {
    functions().find(|callable| callable.name == name)
}

/// The names of all that the command line can call, sorted.
pub fn callable_names() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = functions().map(|callable| callable.name).collect();
    names.sort_unstable();
    names
}

struct Facts {
    doc: &'static str,
    returns: &'static str,
    does: &'static [Effect],
}

fn of_signature(name: &'static str, signature: &exec::Signature, facts: Facts) -> Callable {
    Callable {
        name,
        arguments: signature.parameters.to_vec(),
        rest: signature.rest,
        any_named: signature.any_named,
        words: signature.word_count(),
        doc: facts.doc,
        returns: facts.returns,
        does: facts.does.to_vec(),
    }
}

fn aws() -> impl Iterator<Item = Callable> {
    kinds::functions().flat_map(|offered| {
        let function = offered.function;
        function.names.iter().map(move |&name| Callable {
            name,
            arguments: function.parameters(),
            rest: None,
            any_named: false,
            words: 0,
            doc: function.doc,
            returns: function.returns,
            does: function.does.to_vec(),
        })
    })
}

fn of_composite(composite: &Composite) -> Callable {
    let function = &composite.function;
    Callable {
        name: function.name(),
        arguments: function.arguments.iter().copied().chain(connection()).chain([composed::TEST]).collect(),
        rest: None,
        any_named: false,
        words: 0,
        doc: function.doc,
        returns: "a mapping: name, result, comment, changes",
        does: composed::DOES.to_vec(),
    }
}

/// Every state function, with all its names.
pub(super) fn states() -> impl Iterator<Item = Callable> {
    let aws = kinds::state_functions().flat_map(|it| of_state(it, &[NeedsPillar, ReadsAws, ChangesAws]));
    let own = system::kinds().flat_map(AnyLocal::functions);
    aws.chain(own.flat_map(|it| of_state(it, &[ReadsMachine, ChangesMachine])))
}

/// The effects of a state are those of its entry, or else those of its layer.
fn of_state(function: &'static Function, layer: &'static [Effect]) -> impl Iterator<Item = Callable> {
    let does = function.does.unwrap_or(layer);
    function.names.iter().map(move |&name| Callable {
        name,
        arguments: function.arguments.to_vec(),
        rest: None,
        // Requisites and conditions are written beside them; Salt's functions have `**kwargs` for these.
        any_named: true,
        words: 0,
        doc: function.doc,
        returns: "name, result, comment, changes",
        does: does.to_vec(),
    })
}
