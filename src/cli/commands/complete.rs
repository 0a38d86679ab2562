//! `complete`: what a command line may go on with. The completions of shells call it, so they know the SLS and IDs of the tree.

use super::program::PROGRAM;
use super::session::Session;
use super::table::{self, Callable, callable_names};
use super::{CliError, Command, CommandAnswer};
use crate::answer::Form;
use crate::args::whole;
use exec::{Bound, takes};
use model::{Effect, Shape, Value};
use sls::tree::Tree;

/// The functions that are proposed before anything is typed.
const USUAL: &[&str] =
    &["state.apply", "state.highstate", "state.sls", "pillar.get", "grains.get", "sys.doc"];

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "complete",
    signature: takes(&[]).and_more("words", "the words so far; the last one is completed"),
    doc: "Prints what a command line may go on with, one word a line.\n\nThe completions of shells call it: orchestrate complete -- \
          state.apply my",
    returns: "a text",
    does: &[Effect::ReadsMachine],
    run: complete,
}];

fn complete(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let words: Vec<&str> = bound.rest.iter().filter_map(Value::as_str).collect();
    let (current, before) = words.split_last().map_or(("", &[][..]), |(last, before)| (*last, before));
    let found = Typed::read(&whole(), before).candidates(session, current);
    Ok(CommandAnswer { form: Form::Verbatim, ..CommandAnswer::data(Value::from(found.join("\n"))) })
}

/// The words before the one that is completed.
struct Typed {
    /// The command that they name; the program itself for functions of Salt.
    command: clap::Command,
    /// Its name: `runs show`; empty for the program itself.
    name: String,
    /// The words that are no options.
    words: Vec<String>,
    /// The option whose value is next.
    option: Option<clap::Arg>,
}

impl Typed {
    fn read(program: &clap::Command, before: &[&str]) -> Self {
        let mut typed = Self { command: program.clone(), name: String::new(), words: vec![], option: None };
        for word in before {
            if typed.option.take().is_some() {
                continue;
            }
            if word.starts_with('-') {
                typed.option = typed.option(word);
                continue;
            }
            let below = typed.command.find_subcommand(word).filter(|_| typed.words.is_empty()).cloned();
            match below {
                Some(below) => {
                    typed.name = format!("{} {word}", typed.name).trim().to_owned();
                    typed.command = below;
                }
                None => typed.words.push((*word).to_owned()),
            }
        }
        typed
    }

    /// The option that takes the next word as its value.
    fn option(&self, word: &str) -> Option<clap::Arg> {
        let is_it = |it: &&clap::Arg| {
            let long = it.get_long().is_some_and(|long| word.strip_prefix("--") == Some(long));
            long || it.get_short().is_some_and(|short| word == format!("-{short}"))
        };
        let found = self.command.get_arguments().find(is_it).cloned();
        found.filter(|it| it.get_action().takes_values() && !it.is_require_equals_set())
    }

    fn candidates(&self, session: &Session<'_>, current: &str) -> Vec<String> {
        let all = if let Some(option) = &self.option {
            option.get_possible_values().iter().map(|it| it.get_name().to_owned()).collect()
        } else if current.starts_with('-') {
            let longs = self.command.get_arguments().filter_map(clap::Arg::get_long);
            longs.map(|long| format!("--{long}")).collect()
        } else if self.command.has_subcommands() && self.words.is_empty() {
            self.names(current)
        } else {
            self.values(session, current)
        };
        let mut fitting: Vec<String> = all.into_iter().filter(|word| word.starts_with(current)).collect();
        fitting.sort();
        fitting.dedup();
        fitting
    }

    /// Commands, and functions once their module is typed.
    fn names(&self, current: &str) -> Vec<String> {
        let below = self.command.get_subcommands().map(|it| it.get_name().to_owned());
        let mut names: Vec<String> = below.collect();
        if self.name.is_empty() {
            names.extend(functions(current));
        }
        names
    }

    /// The values of the argument that is next.
    fn values(&self, session: &Session<'_>, current: &str) -> Vec<String> {
        let (name, place) = match self.words.split_first() {
            Some((function, words)) if self.name.is_empty() => (function.as_str(), words.len()),
            _ => (self.name.as_str(), self.words.len()),
        };
        let Some(callable) = table::find(name) else { return vec![] };
        let argument = callable.arguments.get(place).filter(|_| place < words(&callable));
        if let Some(Shape::Word(words)) = argument.map(|it| it.shape) {
            return words.iter().map(|word| (*word).to_owned()).collect();
        }
        match argument.map(|it| it.name).or(callable.rest.map(|(name, _)| name)) {
            Some("mods" | "sls") => in_list(current, &sls(session)),
            Some("id" | "ids") => in_list(current, &ids(session)),
            Some("name") if name == "blame" => ids(session),
            Some("run" | "other") => vec!["last".to_owned()],
            Some("names") => functions(current),
            Some("target") => groups(session).into_iter().chain(instances(session)).collect(),
            _ => vec![],
        }
    }
}

/// The number of arguments that may be words.
fn words(callable: &Callable) -> usize {
    if callable.name.contains('.') { callable.arguments.len() } else { callable.words }
}

/// Modules, and the functions of a module once it is typed with its dot.
fn functions(current: &str) -> Vec<String> {
    let all = callable_names().into_iter().filter(|name| name.contains('.'));
    if current.is_empty() {
        return USUAL.iter().map(|name| (*name).to_owned()).collect();
    }
    if current.contains('.') {
        return all.map(str::to_owned).collect();
    }
    let modules = all.filter_map(|name| name.split_once('.')).map(|(module, _)| format!("{module}."));
    modules.chain(USUAL.iter().map(|name| (*name).to_owned())).collect()
}

/// Names for the last part of a list with commas.
fn in_list(current: &str, names: &[String]) -> Vec<String> {
    let before = current.rfind(',').map_or("", |comma| &current[..=comma]);
    names.iter().map(|name| format!("{before}{name}")).collect()
}

fn sls(session: &Session<'_>) -> Vec<String> {
    let config = session.config();
    let tree = Tree::new(config.file_roots.clone());
    let names = config.file_roots.keys().flat_map(|env| tree.list_sls(env));
    names.filter(|name| name != "top").collect()
}

/// The IDs that the files have as they are written. Nothing is rendered: a key press calls nothing.
fn ids(session: &Session<'_>) -> Vec<String> {
    let tree = Tree::new(session.config().file_roots.clone());
    let mut ids = vec![];
    for env in session.config().file_roots.keys() {
        for name in tree.list_sls(env) {
            let text = tree.find_sls(env, &name).and_then(|file| std::fs::read_to_string(file.path).ok());
            ids.extend(text.unwrap_or_default().lines().filter_map(id));
        }
    }
    ids
}

/// The ID that a line begins; none for keywords and for what a template makes.
fn id(line: &str) -> Option<String> {
    let key = line.strip_suffix(':').or_else(|| line.split_once(": ").map(|(key, _)| key))?;
    let is_plain =
        key.starts_with(|first: char| first.is_alphanumeric() || first == '/') && !key.contains(['{', '%']);
    let is_keyword = matches!(key, "include" | "exclude" | "extend");
    (is_plain && !is_keyword).then(|| key.to_owned())
}

/// The node groups of the configuration.
fn groups(session: &Session<'_>) -> Vec<String> {
    let groups = session.opts().get("nodegroups").and_then(Value::as_map);
    groups.into_iter().flat_map(|groups| groups.keys().map(|name| format!("N@{name}"))).collect()
}

/// The instances of the fleet that the last command of this ops node knew.
fn instances(session: &Session<'_>) -> Vec<String> {
    crate::fleet::kept_instances(session.settings())
}

/// The script of a shell, which asks the program.
pub(super) fn script(shell: &str) -> Option<String> {
    let script = match shell {
        "bash" => BASH,
        "zsh" => ZSH,
        "fish" => FISH,
        _ => return None,
    };
    Some(script.replace("PROGRAM", PROGRAM))
}

const BASH: &str = r#"_PROGRAM() {
    local IFS=$'\n' found
    found=$(PROGRAM complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    COMPREPLY=()
    if [ -n "$found" ]; then mapfile -t COMPREPLY <<<"$found"; fi
    case ${COMPREPLY[0]} in *.) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _PROGRAM PROGRAM
"#;

const ZSH: &str = r#"#compdef PROGRAM
_PROGRAM() {
    local -a found
    found=(${(f)"$(PROGRAM complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
    if (( ${#found} )); then compadd -Q -a found; else _files; fi
}
if [ "$funcstack[1]" = "_PROGRAM" ]; then _PROGRAM "$@"; else compdef _PROGRAM PROGRAM; fi
"#;

const FISH: &str = r#"function __PROGRAM_complete
    set -l words (commandline -opc)
    PROGRAM complete -- $words[2..] (commandline -ct) 2>/dev/null
end
complete -c PROGRAM -a "(__PROGRAM_complete)"
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_that_are_written_plainly() {
        for (line, expected) in [
            ("queue:", Some("queue")),
            ("web server: {test.nop: []}", Some("web server")),
            ("/etc/motd:", Some("/etc/motd")),
            ("  boto_sqs.present:", None),
            ("{{ cluster }} role:", None),
            ("include:", None),
            ("# note:", None),
        ] {
            assert_eq!(id(line).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn lists_go_on_after_a_comma() {
        let names = ["app".to_owned(), "elb".to_owned()];
        assert_eq!(in_list("app,e", &names), ["app,app", "app,elb"]);
    }
}
