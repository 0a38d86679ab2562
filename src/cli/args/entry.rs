//! An entry of the command table in clap's form: its help, its words and its options.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction};

use exec::Signature;
use model::{Argument, Effect, Literal, Shape, effect};

/// An entry of any table.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// Its name: `artifact build`.
    pub name: &'static str,
    /// Its arguments.
    pub signature: Signature,
    /// The manual: a first line, then details.
    pub doc: &'static str,
    /// The type of its answer, in a few words.
    pub returns: &'static str,
    /// Its effects on the world.
    pub does: &'static [Effect],
}

impl Entry {
    /// The command in clap's form, under the last word of its name. Words that `given` names are left out.
    pub(crate) fn command(&self, given: &[&str]) -> clap::Command {
        let word = self.name.rsplit(' ').next().unwrap_or_default().to_owned();
        let first = self.doc.lines().next().unwrap_or_default();
        let mut command = clap::Command::new(word)
            .about(first)
            .long_about(self.doc)
            .after_help(self.footer())
            .infer_long_args(true);
        let words = self.signature.word_count();
        for (place, argument) in self.signature.parameters.iter().enumerate() {
            let is_word = place < words;
            if !(is_word && given.contains(&argument.name)) {
                command = command.arg(if is_word { word_of(argument) } else { option_of(argument) });
            }
        }
        if let Some((name, doc)) = self.signature.rest {
            let rest = Arg::new(name).value_name(name.to_uppercase()).help(doc);
            command = command.arg(rest.action(ArgAction::Append).num_args(1..));
        }
        command
    }

    /// The text below the options.
    pub(crate) fn footer(&self) -> String {
        format!("It returns {}.\nEffects: {}.", self.returns, effect::sentence(self.does))
    }
}

fn word_of(argument: &Argument) -> Arg {
    let word = Arg::new(argument.name).value_name(argument.name.to_uppercase()).help(argument.doc);
    with_words(word, argument).required(argument.required)
}

/// An alias of one letter is the short option; all others are long ones.
fn option_of(argument: &Argument) -> Arg {
    let long = argument.name.replace('_', "-");
    let help = match argument.default {
        Literal::Text(text) if !text.is_empty() => format!("{} [default: {text}]", argument.doc),
        Literal::Int(number) => format!("{} [default: {number}]", argument.doc),
        Literal::Bool(true) => format!("{} [default: True]", argument.doc),
        _ => argument.doc.to_owned(),
    };
    let option = Arg::new(argument.name).long(long).help(help).required(argument.required);
    let option = if argument.name.contains('_') { option.alias(argument.name) } else { option };
    let option = argument.aliases.iter().fold(option, |option, alias| match alias.parse::<char>() {
        Ok(letter) => option.short(letter),
        Err(_) => option.visible_alias(*alias),
    });
    match argument.shape {
        Shape::Boolean => {
            option.value_name("BOOL").num_args(0..=1).require_equals(true).default_missing_value("True")
        }
        _ => with_words(option.value_name(argument.name.to_uppercase()), argument),
    }
}

/// If an argument takes only certain words, clap refuses others, and completions propose them.
fn with_words(arg: Arg, argument: &Argument) -> Arg {
    match argument.shape {
        Shape::Word(words) => arg.value_parser(PossibleValuesParser::new(words.iter().copied())),
        _ => arg,
    }
}
