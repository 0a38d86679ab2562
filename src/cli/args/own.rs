//! The commands that `salt-call` does not have, in clap's form: each is made from its entry in the command table.
//!
//! An argument of the entry is a word (`SERVICE`) or an option (`--revision`), according to [`Signature::words`].
//! Salt's form `revision=R` is accepted too. All options of the program may be before and after the command.
//!
//! [`Signature::words`]: exec::Signature::words

use std::ffi::OsString;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches};

use super::words::{next_argument, option, takes_value};
use super::{Args, OwnCall};
use crate::commands::{Command, GROUPS, callable_names, commands};
use model::Shape;

/// The text below the options of each command.
const MORE_OPTIONS: &str = "The options of 'orchestrate --help' may be given too.";

/// The whole command line, commands included: for help, completions and the manual page.
pub(crate) fn whole() -> clap::Command {
    let names = PossibleValuesParser::new(callable_names());
    let tree = tree(&[], false);
    let tree = tree.subcommands(crate::fleet::COMMANDS.iter().map(|it| it.entry().command(&[])));
    tree.mut_args(|argument| {
        if argument.get_id() != "function" {
            return argument;
        }
        argument.value_parser(names.clone()).hide_possible_values(true)
    })
}

/// True if the word begins the name of a command of our own.
pub(super) fn is_own(word: &str) -> bool {
    own().any(|command| command.name.split(' ').next() == Some(word))
}

/// Reads a command line whose function, at that position, is a command of our own.
///
/// # Errors
///
/// The error of clap.
pub(super) fn parse(words: Vec<OsString>, at: usize) -> Result<Args, clap::Error> {
    let (words, named) = take_named(words, at);
    let given: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
    let matches = tree(&given, true).try_get_matches_from(words)?;
    let mut args = Args::from_arg_matches(&matches)?;
    args.own = chosen(&matches).map(|(command, matches)| call(command, matches, named));
    Ok(args)
}

fn own() -> impl Iterator<Item = &'static Command> {
    commands().filter(|command| command.is_own())
}

/// Removes `name=value` words whose name is an argument of the command.
fn take_named(words: Vec<OsString>, at: usize) -> (Vec<OsString>, Vec<(String, String)>) {
    let first = words[at].to_string_lossy().into_owned();
    let options = Args::command();
    let next = next_argument(&words, at + 1, &options).map(|next| words[next].to_string_lossy().into_owned());
    let name = |command: &&Command| {
        command.name == first || next.as_ref().is_some_and(|next| command.name == format!("{first} {next}"))
    };
    let Some(command) = own().find(name) else { return (words, vec![]) };
    let mut named = vec![];
    let mut kept = vec![];
    let mut is_value = false;
    let mut are_options_over = false;
    for (place, word) in words.into_iter().enumerate() {
        let text = word.to_str().unwrap_or_default();
        are_options_over |= text == "--";
        let pair = text.split_once('=').filter(|_| place > at && !is_value && !are_options_over);
        let parameter = pair.and_then(|(name, value)| {
            command.signature.parameters.iter().find(|it| it.name == name).map(|it| (it.name, value))
        });
        is_value = matches!(option(text), Some((name, None)) if takes_next(command, name, &options));
        match parameter {
            Some((name, value)) => named.push((name.to_owned(), value.to_owned())),
            None => kept.push(word),
        }
    }
    (kept, named)
}

/// Whether an option takes the next word as its value.
fn takes_next(command: &Command, name: &str, options: &clap::Command) -> bool {
    let spelled = name.replace('-', "_");
    let own = command.signature.parameters.iter().find(|argument| argument.name == spelled);
    own.map_or_else(|| takes_value(name, options), |own| !matches!(own.shape, Shape::Boolean))
}

/// All options and commands, except the words of `given`, which were given by name. Commands read the program's options
/// only while a line is parsed: those with other grammars have no part in that.
fn tree(given: &[&str], is_parsed: bool) -> clap::Command {
    let options = Args::command().mut_args(|argument| {
        let is_option = !argument.is_positional();
        argument.global(is_option && is_parsed)
    });
    let shared: Vec<Arg> = options.get_arguments().filter(|it| !it.is_positional()).cloned().collect();
    let hidden = |command: clap::Command| command.args(shared.iter().map(|it| it.clone().hide(true)));
    let single = own().filter(|command| !command.name.contains(' '));
    let mut root = options.subcommands(single.map(|command| hidden(subcommand(command, given))));
    for (name, about) in GROUPS {
        let members = own().filter(|command| command.name.split_once(' ').is_some_and(|(it, _)| it == *name));
        let group = clap::Command::new(*name)
            .about(*about)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .disable_help_subcommand(true)
            .subcommands(members.map(|command| hidden(subcommand(command, given))));
        root = root.subcommand(hidden(group));
    }
    root.disable_help_subcommand(true)
}

/// One of our own commands in clap's form.
fn subcommand(command: &Command, given: &[&str]) -> clap::Command {
    let entry = command.entry();
    entry.command(given).after_help(format!("{}\n\n{MORE_OPTIONS}", entry.footer()))
}

/// The command that was typed, with clap's result for it.
fn chosen(matches: &ArgMatches) -> Option<(&'static Command, &ArgMatches)> {
    let (first, inner) = matches.subcommand()?;
    let (name, inner) = match inner.subcommand() {
        Some((second, innermost)) => (format!("{first} {second}"), innermost),
        None => (first.to_owned(), inner),
    };
    own().find(|command| command.name == name).map(|command| (command, inner))
}

fn call(command: &'static Command, matches: &ArgMatches, mut named: Vec<(String, String)>) -> OwnCall {
    for argument in command.signature.parameters {
        // Clap does not know words that were given by name.
        if let Ok(Some(value)) = matches.try_get_one::<String>(argument.name) {
            named.push((argument.name.to_owned(), value.clone()));
        }
    }
    let rest = command.signature.rest.and_then(|(name, _)| matches.get_many::<String>(name));
    OwnCall { name: command.name, named, rest: rest.into_iter().flatten().cloned().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args;

    fn parsed(typed: &str) -> Result<Args, clap::Error> {
        args::parse(typed.split(' ').map(OsString::from))
    }

    #[track_caller]
    fn means(typed: &str, name: &str, named: &[(&str, &str)], rest: &[&str]) {
        let own = parsed(typed).unwrap().own.unwrap();
        let mut given: Vec<_> =
            own.named.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        given.sort_unstable();
        assert_eq!((own.name, &given[..]), (name, named), "{typed}");
        assert_eq!(own.rest, rest, "{typed}");
    }

    #[test]
    fn options_of_own_commands_stand_anywhere() {
        let deployed = [("instance", "testing"), ("revision", "r1"), ("service", "myapp")];
        for typed in [
            "o deploy myapp testing --revision r1",
            "o deploy --revision=r1 myapp testing",
            "o deploy myapp testing revision=r1",
            "o deploy instance=testing myapp revision=r1",
            "o deploy myapp testing --local revision=r1",
            "o --out json -c dir deploy myapp testing --local --revision r1 -l debug",
        ] {
            means(typed, "deploy", &deployed, &[]);
        }
        means(
            "o artifact promote --rollback myapp r1 --expires-days 3 --key k",
            "artifact promote",
            &[
                ("expires_days", "3"),
                ("key", "k"),
                ("revision", "r1"),
                ("rollback", "True"),
                ("service", "myapp"),
            ],
            &[],
        );
        means("o rollback myapp --hooks=False", "rollback", &[("hooks", "False"), ("service", "myapp")], &[]);
        means("o lint --out=json a b", "lint", &[], &["a", "b"]);
        means("o status", "status", &[], &[]);
    }

    #[test]
    fn options_of_the_program_are_read_on_both_sides_of_a_command() {
        let args = parsed("o -c dir deploy a b --out json --retcode-passthrough").unwrap();
        assert_eq!(args.config_dir.as_deref(), Some(std::path::Path::new("dir")));
        assert_eq!(args.output.out.as_deref(), Some("json"));
        assert!(args.retcode_passthrough);
    }

    #[test]
    fn names_of_commands_are_words_elsewhere() {
        for typed in ["o state.sls deploy", "o state.sls --out json status", "o -d deploy", "o sys.doc lint"]
        {
            let args = parsed(typed).unwrap();
            assert!(args.own.is_none(), "{typed}");
            assert!(args.function.is_some(), "{typed}");
        }
    }

    #[test]
    fn what_a_command_does_not_take_is_refused() {
        for typed in [
            "o deploy myapp",
            "o deploy a b c",
            "o deploy a b --bogus",
            "o deploy a b --revision",
            "o artifact",
            "o artifact pubish x",
            "o lint --test",
        ] {
            assert!(parsed(typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn every_command_has_its_help_and_every_option_its_sentence() {
        whole().debug_assert();
        for command in own() {
            let words: Vec<OsString> =
                ["o"].into_iter().chain(command.name.split(' ')).map(OsString::from).collect();
            let help = args::parse(words.into_iter().chain([OsString::from("--help")])).unwrap_err();
            assert_eq!(help.kind(), clap::error::ErrorKind::DisplayHelp, "{}", command.name);
            let text = help.render().to_string();
            for argument in command.signature.parameters {
                assert!(text.contains(argument.doc.split(' ').next().unwrap()), "{}: {text}", argument.name);
            }
            assert!(!text.contains("--pillar-root"), "{text}");
        }
    }

    #[test]
    fn every_group_has_members_and_every_member_its_group() {
        let groups: Vec<&str> = GROUPS.iter().map(|(name, _)| *name).collect();
        for name in own().filter_map(|command| command.name.split_once(' ')).map(|(group, _)| group) {
            assert!(groups.contains(&name), "{name} is no group");
        }
        for group in groups {
            assert!(own().any(|command| command.name.starts_with(&format!("{group} "))), "{group} is empty");
        }
    }
}
