//! Finds the function among the typed words, and the values of options, before clap reads them.
//!
//! Salt's functions and our own commands have different grammars after the same options, so the function is found first.

use std::ffi::{OsStr, OsString};

/// An option of the form `--name` or `--name=value`.
pub(super) fn option(word: &str) -> Option<(&str, Option<&str>)> {
    let word = word.strip_prefix("--").filter(|word| !word.is_empty())?;
    Some(word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value))))
}

/// The position of the function among the words, the first being the program; none if only options were typed.
pub(super) fn function_at(words: &[OsString], options: &clap::Command) -> Option<usize> {
    next_argument(words, 1, options)
}

/// The first word from a position on that is neither an option nor the value of one.
pub(super) fn next_argument(words: &[OsString], from: usize, options: &clap::Command) -> Option<usize> {
    let mut at = from;
    while let Some(word) = words.get(at) {
        match width(word, options) {
            Some(width) => at += width,
            None if word == "--" => return None,
            None => return Some(at),
        }
    }
    None
}

/// How many words an option takes, with its own; none for a word that is not an option.
fn width(word: &OsStr, options: &clap::Command) -> Option<usize> {
    let text = word.to_str().unwrap_or_default();
    match (option(text), text.strip_prefix('-')) {
        (Some((name, None)), _) if takes_value(name, options) => Some(2),
        (Some(_), _) => Some(1),
        (None, Some(letters)) if !letters.is_empty() && letters != "-" => {
            let letter = letters.chars().next();
            let known = options.get_arguments().find(|known| known.get_short() == letter);
            let takes_next =
                letters.len() == 1 && known.is_some_and(|known| known.get_action().takes_values());
            Some(1 + usize::from(takes_next))
        }
        _ => None,
    }
}

/// Whether an option, or the beginning of one, takes the next word.
pub(super) fn takes_value(name: &str, options: &clap::Command) -> bool {
    let is_spelled = |argument: &&clap::Arg| {
        let aliases = argument.get_all_aliases().unwrap_or_default();
        argument.get_long().into_iter().chain(aliases).any(|long| long == name)
    };
    let begins = |argument: &&clap::Arg| argument.get_long().is_some_and(|long| long.starts_with(name));
    let found = options.get_arguments().find(is_spelled).or_else(|| options.get_arguments().find(begins));
    found.is_some_and(|argument| argument.get_action().takes_values() && !argument.is_require_equals_set())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Args;
    use clap::CommandFactory;

    #[test]
    fn the_function_is_the_first_word_that_belongs_to_no_option() {
        for (typed, function) in [
            ("o deploy a", Some(1)),
            ("o -c dir --out json deploy a", Some(5)),
            ("o -cdir deploy", Some(2)),
            ("o --out=json --local deploy", Some(3)),
            ("o --log-file deploy state.sls", Some(3)),
            ("o --help", None),
            ("o -- deploy", None),
            ("o", None),
        ] {
            let words: Vec<OsString> = typed.split(' ').map(OsString::from).collect();
            assert_eq!(function_at(&words, &Args::command()), function, "{typed}");
        }
    }
}
