//! The fleet's commands: `fleet`, `key`, `jobs`, `fleet-run`, `fleet-setup`, `agent`; the same program under the names `salt`,
//! `salt-key` and `salt-run` takes these command lines.

mod agent;
mod args;
mod child;
mod jobs;
mod key;
mod open;
mod run;
mod setup;
mod show;

use std::ffi::OsString;
use std::path::Path;

use clap::Parser;

use super::error::CliError;
use super::render::color::Paint;
use super::render::{print_error, print_result};
use super::settings::Environment;
use crate::model::Problem;

/// Which command line it is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Face {
    Fleet,
    Key,
    Jobs,
    Runner,
    Setup,
    Agent,
    /// A job of the agent, in a process of its own.
    Job,
}

const WORDS: &[(&str, Face)] = &[
    ("fleet", Face::Fleet),
    ("key", Face::Key),
    ("jobs", Face::Jobs),
    ("fleet-run", Face::Runner),
    ("fleet-setup", Face::Setup),
    ("agent", Face::Agent),
    ("fleet-job", Face::Job),
];

const NAMES: &[(&str, Face)] = &[("salt", Face::Fleet), ("salt-key", Face::Key), ("salt-run", Face::Runner)];

/// Carries out a command line that is the fleet's, and gives the exit code; none where it is another's.
pub fn run(words: &[OsString], environment: &Environment) -> Option<u8> {
    let (face, words) = face(words)?;
    let paint = Paint::new(environment.stderr_is_terminal && environment.get("NO_COLOR").is_none());
    let done = match face {
        Face::Fleet => parse(&words).and_then(|args| run::run(args, environment)),
        Face::Key => parse(&words).and_then(|args| key::run(args, environment)),
        Face::Jobs => parse(&words).and_then(|args| jobs::run(args, environment)),
        Face::Runner => parse(&words).and_then(|args| jobs::runner(args, environment)),
        Face::Setup => parse(&words).and_then(|args| setup::run(args, environment)),
        Face::Agent => parse(&words).and_then(|args| agent::run(args, environment)),
        Face::Job => parse(&words).and_then(|args| child::run(args, environment)),
    };
    Some(done.unwrap_or_else(|ended| match ended {
        Ended::Clap(told) if told.exit_code() == 0 => {
            u8::from(print_result(told.render().to_string().trim_end()).is_err())
        }
        Ended::Clap(told) => {
            print_error(&told.render().to_string());
            64
        }
        Ended::Error(error) => {
            print_error(&error.report().render(paint));
            if matches!(*error, CliError::Usage(_)) { 64 } else { 1 }
        }
    }))
}

/// Why a command gave no exit code of its own.
#[derive(Debug)]
enum Ended {
    Clap(Box<clap::Error>),
    Error(Box<CliError>),
}

impl From<CliError> for Ended {
    fn from(error: CliError) -> Self {
        Self::Error(Box::new(error))
    }
}

fn usage(message: impl Into<String>) -> Ended {
    CliError::Usage(Problem::nowhere(message)).into()
}

fn failed(message: impl Into<String>) -> Ended {
    CliError::Fleet(Problem::nowhere(message)).into()
}

fn parse<T: Parser>(words: &[OsString]) -> Result<T, Ended> {
    T::try_parse_from(words).map_err(|told| Ended::Clap(Box::new(told)))
}

/// Which face the words show, and the words without its name. `-c DIR` may stand before it.
fn face(words: &[OsString]) -> Option<(Face, Vec<OsString>)> {
    let program = Path::new(words.first()?).file_name()?.to_str()?;
    if let Some((name, face)) = NAMES.iter().find(|(name, _)| *name == program) {
        let rest = words.iter().skip(1).cloned();
        return Some((*face, std::iter::once(OsString::from(*name)).chain(rest).collect()));
    }
    let at = match words.get(1)?.to_str()? {
        "-c" | "--config-dir" => 3,
        _ => 1,
    };
    let word = words.get(at)?.to_str()?;
    let (name, face) = WORDS.iter().find(|(known, _)| *known == word)?;
    let rest =
        words.iter().enumerate().skip(1).filter(|(index, _)| *index != at).map(|(_, word)| word.clone());
    Some((*face, std::iter::once(OsString::from(format!("orchestrate {name}"))).chain(rest).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_is_the_fleets_by_its_name_or_its_first_word() {
        let found = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            face(&words).map(|(face, words)| (face, words.len()))
        };
        for (line, expected) in [
            ("/usr/bin/salt * test.ping", Some((Face::Fleet, 3))),
            ("salt-key -A", Some((Face::Key, 2))),
            ("salt-call test.ping", None),
            ("orchestrate fleet * test.ping", Some((Face::Fleet, 3))),
            ("orchestrate -c dir key list", Some((Face::Key, 4))),
            ("orchestrate state.sls fleet", None),
            ("orchestrate", None),
        ] {
            assert_eq!(found(line), expected, "{line}");
        }
    }
}
