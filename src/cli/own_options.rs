//! Options of commands that `salt-call` does not have: behind `deploy`, `--revision R` is the argument `revision=R`.
//!
//! Commands whose names have no point are this program's own; what their signatures name may be written as an option,
//! and their arguments are text, not YAML: a revision `0123` is no number. Asked for help, they show their manual.

use std::ffi::OsString;

use clap::CommandFactory;

use super::args::Args;
use super::commands::commands;
use crate::exec::Default as Otherwise;

/// The words with such options as arguments.
pub fn translate(words: Vec<OsString>) -> Vec<OsString> {
    // Most command lines name nothing of ours: they do not wait for a second reading of all options.
    if !words.iter().any(|word| word.to_str().is_some_and(|word| !own(word).is_empty())) {
        return words;
    }
    let all = Args::command();
    let Some(at) = function_at(&words, &all) else { return words };
    let own = own(&words[at].to_string_lossy());
    if own.is_empty() {
        return words;
    }
    if words[at..].iter().take_while(|word| *word != "--").any(|word| word == "--help" || word == "-h") {
        return manual(&words[at..], &words[0]);
    }
    let mut words = words.into_iter();
    let mut translated: Vec<OsString> = words.by_ref().take(at + 1).collect();
    while let Some(word) = words.next() {
        let text = word.to_str().unwrap_or_default();
        if text == "--" {
            translated.push(word);
            break;
        }
        let Some((name, value)) = option(text) else {
            translated.push(word);
            continue;
        };
        let argument = own.iter().find(|(own, _)| *own == name.replace('-', "_"));
        match (argument, value) {
            (Some((name, _)), Some(value)) => translated.push(format!("{name}={value}").into()),
            (Some((name, true)), None) => translated.push(format!("{name}=True").into()),
            (Some((name, false)), None) => match words.next() {
                Some(value) => {
                    translated.push([OsString::from(format!("{name}=")), value].into_iter().collect());
                }
                None => translated.push(word),
            },
            (None, value) => {
                let has_more = value.is_none() && takes_value(name, &all);
                translated.push(word);
                translated.extend(has_more.then(|| words.next()).flatten());
            }
        }
    }
    translated.extend(words);
    translated
}

/// The words that show the manual of the command which these words begin with.
fn manual(words: &[OsString], program: &OsString) -> Vec<OsString> {
    let whole: Vec<_> = words.iter().take(2).map(|word| word.to_string_lossy()).collect();
    let whole = whole.join(" ");
    let is_of_two = commands().any(|command| command.name == whole);
    let name = if is_of_two { whole.into() } else { words[0].clone() };
    vec![program.clone(), "--doc".into(), name]
}

/// `--name=value` and `--name`.
fn option(word: &str) -> Option<(&str, Option<&str>)> {
    let word = word.strip_prefix("--").filter(|word| !word.is_empty())?;
    Some(word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value))))
}

/// Which word is the function's name.
fn function_at(words: &[OsString], all: &clap::Command) -> Option<usize> {
    let mut at = 1;
    while let Some(word) = words.get(at) {
        let text = word.to_str().unwrap_or_default();
        if text == "--" {
            return None;
        }
        at += match (option(text), text.strip_prefix('-')) {
            (Some((name, None)), _) if takes_value(name, all) => 2,
            (Some(_), _) => 1,
            (None, Some(letters)) if !letters.is_empty() => {
                let letter = letters.chars().next();
                let known = all.get_arguments().find(|known| known.get_short() == letter);
                let is_parted =
                    letters.len() == 1 && known.is_some_and(|known| known.get_action().takes_values());
                1 + usize::from(is_parted)
            }
            _ => return Some(at),
        };
    }
    None
}

/// Whether an option, or the beginning of one, takes the next word.
fn takes_value(name: &str, all: &clap::Command) -> bool {
    let is_spelled = |argument: &&clap::Arg| {
        let aliases = argument.get_all_aliases().unwrap_or_default();
        argument.get_long().into_iter().chain(aliases).any(|long| long == name)
    };
    let begins = |argument: &&clap::Arg| argument.get_long().is_some_and(|long| long.starts_with(name));
    let found = all.get_arguments().find(is_spelled).or_else(|| all.get_arguments().find(begins));
    found.is_some_and(|argument| argument.get_action().takes_values())
}

/// What a command of this program's own may be given as options, and whether that stands alone.
fn own(function: &str) -> Vec<(&'static str, bool)> {
    let is_meant = |name: &str| name == function || name.split(' ').next() == Some(function);
    let own = commands().filter(|command| !command.name.contains('.') && is_meant(command.name));
    let parameters = own.flat_map(|command| command.signature.parameters);
    parameters.map(|it| (it.name, matches!(it.default, Otherwise::Bool(_)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn becomes(typed: &str, translated: &str) {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(translate(words(typed)), words(translated));
    }

    #[test]
    fn options_of_own_commands_are_arguments() {
        becomes("o deploy myapp testing --revision r1", "o deploy myapp testing revision=r1");
        becomes(
            "o deploy --revision=r1 myapp testing --test",
            "o deploy revision=r1 myapp testing test=True",
        );
        becomes(
            "o -c dir --out json artifact promote --rollback myapp r1 --expires-days 3",
            "o -c dir --out json artifact promote rollback=True myapp r1 expires_days=3",
        );
    }

    #[test]
    fn help_behind_a_command_is_its_manual() {
        becomes("o -c dir deploy --help", "o --doc deploy");
        becomes("o artifact -h", "o --doc artifact");
        becomes("o deploy a b -- --help", "o deploy a b -- --help");
        let typed = ["o", "artifact", "build", "dir", "--help"].map(OsString::from).to_vec();
        assert_eq!(translate(typed), ["o", "--doc", "artifact build"]);
    }

    #[test]
    fn all_others_stay() {
        for typed in [
            "o deploy myapp testing --out json -c dir",
            "o deploy myapp testing -- --revision r1",
            "o deploy myapp --revision",
            "o state.sls --revision r1",
            "o --log-file deploy state.sls --revision r1",
            "o --help",
            "o",
        ] {
            becomes(typed, typed);
        }
        becomes("o -cdir deploy a b --out json --test", "o -cdir deploy a b --out json test=True");
    }
}
