//! The fleet's commands: `fleet`, `ssh`, `key`, `jobs`, `tree`, `fleet-run`, `fleet-setup`, `agent`; the same program under the names `salt`,
//! `salt-ssh`, `salt-key` and `salt-run` takes these command lines.

mod agent;
mod args;
mod ask_aws;
mod child;
mod command;
mod elsewhere;
mod follow;
mod jobs;
mod key;
mod key_attributes;
mod key_command;
mod mine;
mod open;
mod orchestrate;
mod own_thread;
mod own_token;
mod policy;
mod run;
mod setup;
mod show;
mod signatures;
mod ssh;
mod supply;
mod token;
mod tree;
mod tree_store;
mod versions;

pub use open::kept_instances;

use std::ffi::OsString;
use std::path::Path;

pub use command::{COMMANDS, FleetCommand};

use super::args::{asks_for_manual, function_at};
use super::error::CliError;
use super::exit_code;
use super::render::color::Paint;
use super::render::{print_error, print_result};
use super::settings::Environment;
use model::Problem;
use model::terminal::harmless;
use sls::matcher::Mistake;

/// Runs a command line of the fleet, and gives the exit code; none if it is not one of the fleet.
pub fn run(words: &[OsString], environment: &Environment) -> Option<u8> {
    let Typed { command, shown, words } = typed(words)?;
    Some(carry_out(command, &shown, &words, environment))
}

/// Runs the agent, with the words of a command line, and gives the exit code.
pub fn run_agent(words: &[OsString], environment: &Environment) -> u8 {
    if words.get(1).is_some_and(|word| word == "--version") {
        let version = format!("{} {}", agent::SMALL, env!("CARGO_PKG_VERSION"));
        return u8::from(print_result(&version).is_err());
    }
    carry_out(&agent::ALONE, agent::SMALL, words, environment)
}

fn carry_out(command: &FleetCommand, shown: &str, words: &[OsString], environment: &Environment) -> u8 {
    if words.get(1).is_some_and(|word| word == "--version") {
        let version = concat!("orchestrate ", env!("CARGO_PKG_VERSION"));
        return u8::from(print_result(version).is_err());
    }
    let paint = Paint::new(environment.has_colors());
    let done = command.parse(shown, words).and_then(|given| (command.run)(&given, environment));
    done.unwrap_or_else(|ended| match ended {
        Ended::Clap(told) if told.exit_code() == 0 => {
            u8::from(print_result(told.render().to_string().trim_end()).is_err())
        }
        Ended::Clap(told) => {
            print_error(&told.render().to_string());
            exit_code::USAGE
        }
        Ended::Error(error) => {
            print_error(&error.report().render(paint));
            if matches!(*error, CliError::Usage(_) | CliError::Call(_)) {
                exit_code::USAGE
            } else {
                exit_code::FAILED
            }
        }
    })
}

/// Why a command gave no exit code of its own.
#[derive(Debug)]
pub enum Ended {
    /// What clap has to say.
    Clap(Box<clap::Error>),
    /// What went wrong.
    Error(Box<CliError>),
}

impl Ended {
    /// What went wrong, in one text.
    fn to_text(&self) -> String {
        match self {
            Self::Clap(told) => told.render().to_string(),
            Self::Error(error) => error.report().problems.to_string(),
        }
    }
}

impl From<Mistake> for Ended {
    fn from(mistake: Mistake) -> Self {
        CliError::Usage(mistake.into()).into()
    }
}

impl From<CliError> for Ended {
    fn from(error: CliError) -> Self {
        Self::Error(Box::new(error))
    }
}

fn usage(message: impl Into<String>) -> Ended {
    CliError::Usage(Problem::nowhere(message)).into()
}

/// The message may name what others have written.
fn failed(message: impl Into<String>) -> Ended {
    let message = harmless(&message.into()).into_owned();
    CliError::Fleet(Problem::nowhere(message)).into()
}

/// A command line of the fleet.
struct Typed {
    command: &'static FleetCommand,
    /// The name that it is called by: `orchestrate key`, `salt-key`.
    shown: String,
    /// The words, that name first.
    words: Vec<OsString>,
}

/// The command whose name the program is called by, or whose name is the first word that is no option.
fn typed(words: &[OsString]) -> Option<Typed> {
    let program = Path::new(words.first()?).file_name()?.to_str()?;
    if let Some(command) = COMMANDS.iter().find(|command| command.link == Some(program)) {
        return Some(Typed { command, shown: program.to_owned(), words: words.to_vec() });
    }
    let at = function_at(words)?;
    let word = words.get(at)?.to_str()?;
    let command = COMMANDS
        .iter()
        .chain([&child::JOB, &tree_store::FETCH, &ssh::JOB])
        .find(|command| command.name == word)?;
    // `orchestrate -d key` asks for the manual of 'key'; the letter means something else after the name.
    if asks_for_manual(&words[..at]) {
        return None;
    }
    let kept = words.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, word)| word.clone());
    Some(Typed { command, shown: format!("orchestrate {word}"), words: kept.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_command_line_is_the_fleets_by_its_name_or_its_first_word() {
        let found = |line: &str| typed(&words(line)).map(|it| (it.command.name, it.words.len()));
        for (line, expected) in [
            ("/usr/bin/salt * test.ping", Some(("fleet", 3))),
            ("salt-key -A", Some(("key", 2))),
            ("salt-ssh -r web-1 uptime", Some(("ssh", 4))),
            ("salt-call test.ping", None),
            ("/usr/bin/salt-run jobs.lookup_jid 20261123094500000000", Some(("fleet-run", 3))),
            ("orchestrate fleet * test.ping", Some(("fleet", 3))),
            ("orchestrate -c dir key list", Some(("key", 4))),
            ("orchestrate --out json -c dir jobs list", Some(("jobs", 6))),
            ("orchestrate fleet-job", Some(("fleet-job", 1))),
            ("orchestrate state.sls fleet", None),
            ("orchestrate -d key", None),
            ("orchestrate key -d web-1", Some(("key", 3))),
            ("orchestrate", None),
        ] {
            assert_eq!(found(line), expected, "{line}");
        }
    }

    fn given(line: &str) -> Result<args::FleetArgs, String> {
        let Typed { command, shown, words } = typed(&words(line)).expect("a command of the fleet");
        let read = command.parse(&shown, &words).and_then(|given| args::FleetArgs::read(&given));
        read.map_err(|ended| match ended {
            Ended::Clap(told) => told.render().to_string(),
            Ended::Error(error) => error.report().problems.to_string(),
        })
    }

    #[test]
    fn the_grammar_of_salt_is_understood() {
        let read =
            given("salt -c dir -Gv --batch-size=25% --out json -t 9 role:web state.apply a test=True -s")
                .unwrap();
        assert_eq!((read.target.as_str(), read.function.as_str()), ("role:web", "state.apply"));
        assert_eq!(read.arguments, ["a", "test=True"]);
        assert_eq!(read.kind, sls::matcher::MatchKind::Grain);
        assert_eq!((read.batch.as_deref(), read.timeout, read.job_timeout), (Some("25%"), 9, 3600));
        assert!(read.summary && read.is_static && !read.failhard && !read.retcode);
        assert_eq!(read.output.out.as_deref(), Some("json"));
        assert_eq!(read.place.config_dir, Some("dir".into()));
        let plain =
            given("orchestrate fleet --failhard --retcode-passthrough --subset 3 * test.ping").unwrap();
        assert!(plain.failhard && plain.retcode);
        assert_eq!(plain.subset, Some(3));
    }

    #[test]
    fn what_does_not_fit_is_a_wrong_command_line() {
        for (line, said) in [
            ("salt -G -E a test.ping", "read in one way: --pcre or --grain"),
            ("salt --timeout soon a test.ping", "--timeout is a whole number, not 'soon'"),
            ("salt a", "FUNCTION"),
            ("salt --bogus a test.ping", "--bogus"),
            (
                "salt --report x.html a test.ping",
                "--report, --events and --profile-run are for runs of states",
            ),
            ("orchestrate --pillar-root x fleet a test.ping", "--pillar-root"),
        ] {
            let refused = given(line).unwrap_err();
            assert!(refused.contains(said), "{line}: {refused}");
        }
    }

    #[test]
    fn every_command_has_its_help_and_every_option_its_sentence() {
        for command in COMMANDS {
            let shown = command.parse("orchestrate it", &words("orchestrate --help"));
            let Err(Ended::Clap(told)) = shown else { panic!("{} has no help", command.name) };
            let text = told.render().to_string();
            for argument in command.signature.parameters {
                assert!(text.contains(argument.doc.split(' ').next().unwrap()), "{}: {text}", argument.name);
            }
            assert!(text.contains("--config-dir") && text.contains("It returns"), "{text}");
        }
    }
}
