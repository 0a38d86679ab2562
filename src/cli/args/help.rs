//! The help of the whole program, with its commands by purpose; `help …` and `--version` after a command.

use std::ffi::OsString;

use super::words::function_at;
use super::{Args, own};
use crate::commands::{COMMANDS, GROUPS, Purpose, commands};
use clap::CommandFactory;

/// The width of the column of names.
const NAMES: usize = 14;

/// The program's help, with its commands by purpose, for `-h` or `--help` among the words.
pub(super) fn whole_help(words: &[OsString]) -> Option<clap::Error> {
    let is_short = words.iter().any(|word| word == "-h");
    let program = words.first().cloned().unwrap_or_default();
    let whole = own::whole();
    let lists: Vec<String> = Purpose::ALL.iter().map(|purpose| list(*purpose, &whole)).collect();
    let lists = lists.into_iter().filter(|list| !list.is_empty()).collect::<Vec<_>>().join(if is_short {
        "\n"
    } else {
        "\n\n"
    });
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{lists}\n\n{{all-args}}{{after-help}}"
    );
    // The lists above replace clap's list of all commands.
    let names: Vec<String> = whole.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    let hidden =
        names.into_iter().fold(whole, |whole, name| whole.mut_subcommand(name, |command| command.hide(true)));
    let asked = [program, if is_short { "-h" } else { "--help" }.into()];
    // The short help fits a page without what has no effect, and without the words that its usage shows.
    let is_idle = |it: &clap::Arg| {
        it.is_positional() || it.get_help_heading().is_some_and(|heading| heading.starts_with("Accepted"))
    };
    let hidden = hidden.mut_args(|it| if is_idle(&it) { it.hide_short_help(true) } else { it });
    hidden.help_template(template).try_get_matches_from(asked).err()
}

/// The commands of a purpose, each with the first sentence of its manual.
fn list(purpose: Purpose, whole: &clap::Command) -> String {
    let mut lines = vec![];
    for name in purpose.functions() {
        if let Some(function) = commands().find(|command| command.name == *name) {
            lines.push(line(name, function.doc));
        }
    }
    for name in names(purpose) {
        let about = whole.find_subcommand(name).and_then(clap::Command::get_about);
        lines.push(line(name, &about.map(ToString::to_string).unwrap_or_default()));
    }
    if lines.is_empty() {
        return String::new();
    }
    format!("{}:\n{}", purpose.heading(), lines.join("\n"))
}

fn line(name: &str, doc: &str) -> String {
    let first = doc.lines().next().unwrap_or_default();
    let first = first.split_once(". ").map_or(first, |(sentence, _)| sentence);
    format!("  {name:<NAMES$} {}", first.trim_end_matches('.'))
}

/// The commands and groups of a purpose, each once.
fn names(purpose: Purpose) -> Vec<&'static str> {
    let families = COMMANDS.iter().filter(|(of, _)| *of == purpose);
    let own = families.flat_map(|(_, family)| family.iter()).filter(|command| command.is_own());
    let mut names: Vec<&'static str> = vec![];
    for command in own {
        let first = command.name.split(' ').next().unwrap_or_default();
        if !names.contains(&first) {
            names.push(first);
        }
    }
    if purpose == Purpose::Fleet {
        names.extend(crate::fleet::COMMANDS.iter().map(|command| command.name));
    }
    names
}

/// The words without `help` before a command: `help plan` is `plan --help`, and `help` alone is `--help`. Other names are left to
/// the command `help`, which shows the manual of functions.
pub(crate) fn rewritten(words: Vec<OsString>) -> Vec<OsString> {
    let Some(at) = function_at(&words, &Args::command()).filter(|at| words[*at] == "help") else {
        return words;
    };
    let next = words.get(at + 1).and_then(|word| word.to_str()).filter(|word| !word.starts_with('-'));
    if !next.is_none_or(is_command) {
        return words;
    }
    let mut asked = words;
    asked.remove(at);
    asked.push("--help".into());
    asked
}

fn is_command(word: &str) -> bool {
    if crate::fleet::COMMANDS.iter().any(|command| command.name == word) {
        return true;
    }
    own::is_own(word) || GROUPS.iter().any(|(name, _)| *name == word)
}

/// True for `plan --version`: no command has such an option of its own.
pub(super) fn asks_for_version(words: &[OsString], at: usize) -> bool {
    let after = words.iter().skip(at + 1).take_while(|word| *word != "--");
    after.into_iter().any(|word| word == "--version" || word == "-V")
}

/// `-d deploy` asks for a manual, and runs nothing.
pub(crate) fn asks_for_manual(words: &[OsString]) -> bool {
    words
        .iter()
        .take_while(|word| *word != "--")
        .filter_map(|word| word.to_str())
        .any(|word| word == "-d" || (word.starts_with("--doc") && "--documentation".starts_with(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_list() {
        let listed: Vec<&str> = Purpose::ALL.iter().flat_map(|purpose| names(*purpose)).collect();
        for command in own::whole().get_subcommands() {
            let count = listed.iter().filter(|name| **name == command.get_name()).count();
            assert_eq!(count, 1, "{}", command.get_name());
        }
        assert_eq!(names(Purpose::ChangeAws)[..3], ["plan", "apply", "destroy"]);
    }
}
