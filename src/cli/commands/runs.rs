//! `runs …` and `blame`: the changes of past runs, from the journal.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::PathBuf;

use super::{CliError, Command, CommandAnswer, Overrides, is_on};
use crate::answer::{Form, Runs};
use crate::commands::Session;
use crate::error::Ending;
use crate::journal;
use engine::journal::{JournalError, Loaded, Status, blame, difference, find, load, names, verify};
use exec::{Bound, flag, maybe, required, takes};
use model::{Argument, Effect, Literal, Problem, Shape, Value, chain};

const RUN: Argument = required("run", Shape::Text, "the run: its name, the beginning of it, or 'last'");
const OTHER: Argument = required("other", Shape::Text, "the other run");

const ALL: Argument = flag("all", false, "the runs of all hosts, from the bucket of the journal");

const EVERY_TREE: Argument =
    flag("every_tree", false, "the runs of all trees that this user has on this host");

/// The pillar may hold the keys of the bucket.
const READS: &[Effect] = &[Effect::ReadsMachine, Effect::NeedsPillar, Effect::ReadsAws];

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "runs list",
        signature: takes(&[
            maybe("limit", Shape::Text, "the number of runs to show, the newest ones")
                .or(Literal::Text("20")),
            ALL,
            EVERY_TREE,
        ])
        .words(0),
        doc: "Lists the runs of this tree that changed something on this machine or from it, newest \
              first.\n\nA tree is named by the directory of its configuration. --every-tree lists the \
              runs of all trees. --all lists those of all hosts whose journal is in the bucket that \
              'journal: s3://…' of the configuration names.",
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
        signature: takes(&[
            required("name", Shape::Text, "the ID or name of a state; the name, id or ARN of a thing"),
            maybe("account", Shape::Text, "only changes in this account"),
            EVERY_TREE,
        ])
        .words(1),
        doc: "Shows which runs of this tree changed a state or a thing.\n\nFor each run it shows the \
              time, the user, the account, the changes, and the requests to AWS. --account leaves out \
              things of the same name in other accounts. --every-tree searches the runs of all trees.",
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
    let (tree, is_every) = (journal::tree(session), is_on(bound, "every_tree")?);
    let mut runs = vec![];
    for name in names(&directory).map_err(|error| failed(&error))?.iter().rev() {
        if runs.len() == limit {
            break;
        }
        let run = load(&directory, name).map_err(|error| failed(&error))?;
        if is_every || is_of(&run, &tree) {
            runs.push(run);
        }
    }
    Ok(answer(Runs::List(runs)))
}

/// True for a run of this tree.
fn is_of(run: &Loaded, tree: &str) -> bool {
    run.tree() == Some(tree)
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
    let (name, tree, is_every) = (bound.text("name"), journal::tree(session), is_on(bound, "every_tree")?);
    let mut runs = runs.map_err(|error| failed(&error))?;
    runs.retain(|run| is_every || is_of(run, &tree));
    let account = Some(bound.text("account")).filter(|account| !account.is_empty());
    let changes = blame(&runs, &name, account.as_deref());
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

/// The run that a word names. `last` is the last one of this tree.
fn one(session: &Session<'_>, word: &str) -> Result<Loaded, CliError> {
    let directory = directory(session)?;
    if word == "last" {
        let tree = journal::tree(session);
        for name in names(&directory).map_err(|error| failed(&error))?.iter().rev() {
            let run = load(&directory, name).map_err(|error| failed(&error))?;
            if is_of(&run, &tree) {
                return Ok(run);
            }
        }
        return Err(unknown(word, ""));
    }
    let found = find(&directory, word).map_err(|error| failed(&error))?;
    let run = found.ok_or_else(|| unknown(word, "'runs list' lists them"))?;
    load(&directory, &run).map_err(|error| failed(&error))
}

/// A run to undo, and those of its tree before and after it, the oldest first.
pub(super) struct RunNeighbours {
    pub earlier: Vec<Loaded>,
    pub run: Loaded,
    pub later: Vec<Loaded>,
    /// Undos of undos of the run.
    pub restored: Vec<Loaded>,
}

/// Finds a run to undo, with its neighbours. `last` is the last run of this tree that is no undo and is not undone.
///
/// # Errors
/// There is none, it is a run of another tree, or the journal cannot be read.
pub(super) fn to_undo(session: &Session<'_>, word: &str) -> Result<RunNeighbours, CliError> {
    let (directory, tree) = (directory(session)?, journal::tree(session));
    let names = names(&directory).map_err(|error| failed(&error))?;
    let all = names.iter().map(|name| load(&directory, name)).collect::<Result<Vec<_>, _>>();
    let all = all.map_err(|error| failed(&error))?;
    let run = if word == "last" {
        let own: Vec<&Loaded> = all.iter().filter(|run| is_of(run, &tree)).collect();
        let last = last_to_undo(&own).map(|run| run.run.clone());
        last.ok_or_else(|| if own.is_empty() { unknown(word, "") } else { none_left() })?
    } else {
        let found = find(&directory, word).map_err(|error| failed(&error))?;
        found.ok_or_else(|| unknown(word, "'runs list' lists them"))?
    };
    let (mut earlier, mut later, mut restored, mut found) = (vec![], vec![], vec![], None);
    let (mut same, mut undos) = (BTreeSet::from([run.clone()]), BTreeSet::new());
    for other in all {
        let undoes = other.begun().and_then(|begun| begun.undoes.clone()).unwrap_or_default();
        match other.run.cmp(&run) {
            Ordering::Equal => found = Some(other),
            Ordering::Less => earlier.push(other),
            // An undo of this run that failed half-way may be repeated.
            Ordering::Greater if same.contains(&undoes) => drop(undos.insert(other.run)),
            Ordering::Greater if undos.contains(&undoes) => {
                same.insert(other.run.clone());
                restored.push(other);
            }
            Ordering::Greater => later.push(other),
        }
    }
    let run = found.ok_or_else(|| unknown(word, "'runs list' lists them"))?;
    let of_run = run.tree().map(str::to_owned);
    if let Some(other) = of_run.as_deref().filter(|other| *other != tree) {
        let message = format!("the run {} is of another tree: {other}, not {tree}", run.run);
        return Err(refused(&message, &format!("undo it there: orchestrate -c {other} undo {}", run.run)));
    }
    earlier.retain(|other| other.tree() == of_run.as_deref());
    later.retain(|other| other.tree() == of_run.as_deref());
    Ok(RunNeighbours { earlier, run, later, restored })
}

fn none_left() -> CliError {
    refused("no run of this tree is left to undo", "name a run to undo an undo: 'runs list' lists them")
}

/// The last run that is no undo and is not undone.
fn last_to_undo<'a>(runs: &[&'a Loaded]) -> Option<&'a Loaded> {
    let mut undone: BTreeSet<&str> = BTreeSet::new();
    for run in runs.iter().rev() {
        let begun = run.begun();
        let is_undo = begun.is_some_and(|begun| begun.function == "undo");
        if undone.contains(run.run.as_str()) {
            continue;
        }
        if !is_undo {
            return Some(run);
        }
        let succeeded = matches!(run.status(), Status::Finished(end) if end.result == "succeeded");
        if let Some(other) = begun.and_then(|begun| begun.undoes.as_deref()).filter(|_| succeeded) {
            undone.insert(other);
        }
    }
    None
}

fn unknown(word: &str, hint: &str) -> CliError {
    match word {
        "last" => refused(
            "no run of this tree is recorded yet",
            "a run that changes something is recorded; 'runs list --every-tree' lists those of other trees",
        ),
        _ => refused(&format!("no run, or more than one, has the name '{word}'"), hint),
    }
}

fn refused(message: &str, hint: &str) -> CliError {
    CliError::Journal(Problem::nowhere(message).hint(hint).into())
}

fn failed(error: &JournalError) -> CliError {
    CliError::Journal(Problem::nowhere(chain(error)).into())
}
