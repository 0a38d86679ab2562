//! `runs …` and `blame`: the changes of past runs, from the journal.

use std::path::PathBuf;

use super::{CliError, Command, CommandAnswer, Overrides, is_on};
use crate::cli::answer::{Form, Runs};
use crate::cli::commands::Session;
use crate::cli::error::Ending;
use crate::cli::journal;
use crate::engine::journal::{JournalError, Loaded, blame, difference, find, load, names, verify};
use crate::exec::{Bound, flag, maybe, required, takes};
use crate::model::{Argument, Effect, Literal, Problem, Shape, Value, chain};

const RUN: Argument = required("run", Shape::Text, "the run: its name, the beginning of it, or 'last'");
const OTHER: Argument = required("other", Shape::Text, "the other run");

const ALL: Argument = flag("all", false, "the runs of all hosts, from the bucket of the journal");

/// The pillar may hold the keys of the bucket.
const READS: &[Effect] = &[Effect::ReadsMachine, Effect::NeedsPillar, Effect::ReadsAws];

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "runs list",
        signature: takes(&[
            maybe("limit", Shape::Text, "the number of runs to show, the newest ones")
                .or(Literal::Text("20")),
            ALL,
        ])
        .words(0),
        doc: "Lists the runs that changed something on this machine or from it, newest first.\n\n--all \
              lists those of all hosts whose journal is in the bucket that 'journal: s3://…' of the \
              configuration names.",
        returns: "a list of runs",
        does: READS,
        run: list,
    },
    Command {
        name: "runs show",
        signature: takes(&[RUN, ALL]).words(1),
        doc: "Shows the plan of a run, its calls, and how it ended.\n\nA run that was killed shows what \
              it did until then. --all searches the runs of all hosts.",
        returns: "the lines of the run",
        does: READS,
        run: show,
    },
    Command {
        name: "runs diff",
        signature: takes(&[RUN, OTHER]),
        doc: "Shows the differences between two runs: things that only one of them changed, and \
              attributes that they set to different values.",
        returns: "a list of differences",
        does: &[Effect::ReadsMachine],
        run: differ,
    },
    Command {
        name: "runs verify",
        signature: takes(&[]),
        doc: "Checks that the journal is as its runs wrote it: no line was changed or removed, no run \
              is missing.\n\nIt prints the hash of the last line. Keep it elsewhere: anyone who may \
              write the journal can write a whole new one, which has another hash. The exit code is 1 \
              if something is wrong.",
        returns: "the checked runs, and the mistakes",
        does: &[Effect::ReadsMachine],
        run: check,
    },
    Command {
        name: "blame",
        signature: takes(&[required(
            "name",
            Shape::Text,
            "the ID or name of a state; the name, id or ARN of a thing",
        )]),
        doc: "Shows which runs changed a state or a thing.\n\nFor each run it shows the time, the user, \
              the changes, and the requests to AWS.",
        returns: "a list of changes, newest first",
        does: &[Effect::ReadsMachine],
        run: accuse,
    },
];

/// `runs list`.
fn list(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let text = bound.text("limit");
    let limit: usize = text
        .parse()
        .map_err(|_| CliError::Usage(Problem::nowhere(format!("--limit must be a number, not '{text}'"))))?;
    if is_on(bound, "all")? {
        let minion = session.trees(&Overrides::default())?.minion;
        return Ok(answer(Runs::List(journal::all(session, &minion, limit)?)));
    }
    let directory = directory(session)?;
    let names = names(&directory).map_err(|error| failed(&error))?;
    let newest = names.iter().rev().take(limit).map(|run| load(&directory, run));
    let runs: Vec<Loaded> = newest.collect::<Result<_, _>>().map_err(|error| failed(&error))?;
    Ok(answer(Runs::List(runs)))
}

/// `runs show RUN`.
fn show(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let word = bound.text("run");
    if !is_on(bound, "all")? {
        return Ok(answer(Runs::Show(Box::new(one(session, &word)?))));
    }
    let minion = session.trees(&Overrides::default())?.minion;
    let found = journal::find(session, &minion, &word)?;
    let run = found.ok_or_else(|| unknown(&word, "'runs list --all' lists them"))?;
    Ok(answer(Runs::Show(Box::new(run))))
}

/// `runs diff RUN RUN`.
fn differ(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let (first, second) = (one(session, &bound.text("run"))?, one(session, &bound.text("other"))?);
    Ok(answer(Runs::Differences { found: difference(&first, &second), names: (first.run, second.run) }))
}

/// `runs verify`.
fn check(session: &Session<'_>, _: &Bound) -> Result<CommandAnswer, CliError> {
    let verified = verify(&directory(session)?).map_err(|error| failed(&error))?;
    let ending = if verified.faults.is_empty() { Ending::Succeeded } else { Ending::NotSo };
    Ok(CommandAnswer { ending, ..answer(Runs::Verified(verified)) })
}

/// `blame NAME`.
fn accuse(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let directory = directory(session)?;
    let names = names(&directory).map_err(|error| failed(&error))?;
    let runs: Result<Vec<Loaded>, _> = names.iter().map(|run| load(&directory, run)).collect();
    let name = bound.text("name");
    let changes = blame(&runs.map_err(|error| failed(&error))?, &name);
    let ending = if changes.is_empty() { Ending::NotSo } else { Ending::Succeeded };
    Ok(CommandAnswer { ending, ..answer(Runs::Blame { name, changes }) })
}

fn answer(runs: Runs) -> CommandAnswer {
    CommandAnswer { form: Form::Runs(runs), ..CommandAnswer::data(Value::Null) }
}

fn directory(session: &Session<'_>) -> Result<PathBuf, CliError> {
    match journal::settings(session)? {
        Some((Some(directory), _)) => Ok(directory),
        Some((None, _)) => Err(refused(
            "there is no journal: this user has no home directory",
            "name one: 'journal: {dir: …}'",
        )),
        None => Err(refused(
            "there is no journal: 'journal: False' in the configuration",
            "runs are recorded without that line",
        )),
    }
}

fn one(session: &Session<'_>, word: &str) -> Result<Loaded, CliError> {
    let directory = directory(session)?;
    let found = find(&directory, word).map_err(|error| failed(&error))?;
    let run = found.ok_or_else(|| unknown(word, "'runs list' lists them"))?;
    load(&directory, &run).map_err(|error| failed(&error))
}

/// A run, and those before and after it, the oldest first.
pub(super) struct RunNeighbours {
    pub earlier: Vec<Loaded>,
    pub run: Loaded,
    pub later: Vec<Loaded>,
}

/// Finds a run with its neighbours.
///
/// # Errors
/// There is none, or the journal cannot be read.
pub(super) fn around(session: &Session<'_>, word: &str) -> Result<RunNeighbours, CliError> {
    let (directory, run) = (directory(session)?, one(session, word)?);
    let names = names(&directory).map_err(|error| failed(&error))?;
    let load = |name: &String| load(&directory, name).map_err(|error| failed(&error));
    let earlier = names.iter().filter(|name| **name < run.run).map(load).collect::<Result<_, _>>()?;
    let later = names.iter().filter(|name| **name > run.run).map(load).collect::<Result<_, _>>()?;
    Ok(RunNeighbours { earlier, run, later })
}

fn unknown(word: &str, hint: &str) -> CliError {
    match word {
        "last" => refused("no run is recorded yet", "a run that changes something is recorded"),
        _ => refused(&format!("no run, or more than one, has the name '{word}'"), hint),
    }
}

fn refused(message: &str, hint: &str) -> CliError {
    CliError::Journal(Problem::nowhere(message).hint(hint).into())
}

fn failed(error: &JournalError) -> CliError {
    CliError::Journal(Problem::nowhere(chain(error)).into())
}
