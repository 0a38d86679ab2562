//! What was typed, as the commands use it.

use std::path::PathBuf;

use super::command::{Given, PlaceArgs};
use super::signatures::FLEET;
use super::{Ended, usage};
use crate::args::OutputArgs;
use crate::commands::is_on;
use crate::error::CliError;
use exec::{Arguments, Bound};
use model::{Key, Value};
use sls::matcher::MatchKind;

/// What `key` can do.
pub const KEY_ACTIONS: &[&str] = &[
    "list",
    "accept",
    "accept-all",
    "attributes",
    "reject",
    "delete",
    "renew",
    "take-over",
    "finger",
    "print",
    "token",
    "admit",
];
/// What `jobs` can do.
pub const JOBS_ACTIONS: &[&str] = &["list", "show", "active", "resume", "kill"];
/// What `tree` can do.
pub const TREE_ACTIONS: &[&str] = &["publish", "list", "show"];
/// The runners of Salt that are here.
pub const RUNNERS: &[&str] = &[
    "manage.up",
    "manage.down",
    "manage.status",
    "manage.versions",
    "jobs.list_jobs",
    "jobs.lookup_jid",
    "jobs.active",
    "mine.get",
    "state.orchestrate",
    "state.orch",
];
/// What `fleet-setup` can make.
pub const SETUP_ACTIONS: &[&str] =
    &["init", "operator", "remove-operator", "agent", "operator-token", "renew-enrolment", "upgrade"];

/// The options that say how a target is read.
const KINDS: [(&str, MatchKind); 9] = [
    ("list", MatchKind::List),
    ("pcre", MatchKind::Pcre),
    ("grain", MatchKind::Grain),
    ("grain_pcre", MatchKind::GrainPcre),
    ("pillar", MatchKind::Pillar),
    ("pillar_pcre", MatchKind::PillarPcre),
    ("ipcidr", MatchKind::Ipcidr),
    ("compound", MatchKind::Compound),
    ("nodegroup", MatchKind::Nodegroup),
];

/// A job for many instances.
#[derive(Clone, Debug)]
pub struct FleetArgs {
    /// Which instances.
    pub target: String,
    /// How the target is read.
    pub kind: MatchKind,
    /// The function.
    pub function: String,
    /// Its arguments, and `key=value` ones.
    pub arguments: Vec<String>,
    /// Where the keys are.
    pub place: PlaceArgs,
    /// How results are shown.
    pub output: OutputArgs,
    /// So many instances at once.
    pub batch: Option<String>,
    /// Seconds between an answer and the next instance of a batch.
    pub batch_wait: u64,
    /// Begin no more instances of a batch after the first failure.
    pub failhard: bool,
    /// So many of the instances.
    pub subset: Option<usize>,
    /// Send the job and do not wait.
    pub is_async: bool,
    /// Seconds within which an instance must confirm the job.
    pub timeout: u64,
    /// Seconds that the job may run on an instance.
    pub job_timeout: u64,
    /// Show how many answered.
    pub summary: bool,
    /// Show all results at the end.
    pub is_static: bool,
    /// Exit with the highest exit code.
    pub retcode: bool,
    /// Show the number of the job before it is sent.
    pub shows_jid: bool,
    /// Do not show instances that do not answer.
    pub hides_silent: bool,
    /// Show the instances, and send nothing.
    pub is_preview: bool,
    /// The revision of the published trees, or `none`.
    pub tree: Option<String>,
}

impl FleetArgs {
    /// Reads what was typed.
    ///
    /// # Errors
    ///
    /// A number that is none, and more than one way to read the target.
    pub fn read(given: &Given) -> Result<Self, Ended> {
        let read = Self::bound(&given.bound)?;
        Ok(Self { place: given.place.clone(), output: given.output.clone(), ..read })
    }

    fn bound(bound: &Bound) -> Result<Self, Ended> {
        let number = |name: &str| whole(bound, name).map(Option::unwrap_or_default);
        Ok(Self {
            target: bound.text("target"),
            kind: kind(bound)?,
            function: bound.text("function"),
            arguments: bound.rest_texts(),
            place: PlaceArgs::default(),
            output: OutputArgs::default(),
            batch: given_text(bound, "batch"),
            batch_wait: number("batch_wait")?,
            failhard: is_on(bound, "failhard")?,
            subset: whole(bound, "subset")?.map(|number| usize::try_from(number).unwrap_or(usize::MAX)),
            is_async: is_on(bound, "async")?,
            timeout: number("timeout")?,
            job_timeout: number("job_timeout")?,
            summary: is_on(bound, "summary")?,
            is_static: is_on(bound, "static")?,
            retcode: is_on(bound, "retcode")?,
            shows_jid: is_on(bound, "show_jid")?,
            hides_silent: is_on(bound, "hide_timeout")?,
            is_preview: is_on(bound, "preview_target")?,
            tree: given_text(bound, "tree"),
        })
    }

    /// A job for all instances with no options, as other commands send it.
    ///
    /// # Errors
    ///
    /// None: the table of arguments has all that is left out.
    pub fn on_all(given: &Given, function: &str, arguments: Vec<String>) -> Result<Self, Ended> {
        Ok(Self {
            arguments,
            place: given.place.clone(),
            output: given.output.clone(),
            job_timeout: 60,
            ..Self::of("*".to_owned(), MatchKind::Glob, function.to_owned())?
        })
    }

    /// A job with no options: what is left out is as the table of `fleet` says.
    ///
    /// # Errors
    ///
    /// None: the table has all that is left out.
    pub fn of(target: String, kind: MatchKind, function: String) -> Result<Self, Ended> {
        let named = [("target", Value::from(target)), ("function", Value::from(function))];
        let named = named.into_iter().map(|(name, value)| (Key::from(name), value)).collect();
        let bound = FLEET.bind("fleet", &Arguments { positional: vec![], named }).map_err(CliError::Call)?;
        Ok(Self { kind, ..Self::bound(&bound)? })
    }
}

/// How the target is read: as a shell pattern of IDs, or as the only option says.
pub fn kind(bound: &Bound) -> Result<MatchKind, Ended> {
    let mut chosen = vec![];
    for (name, kind) in KINDS {
        if !bound.value(name).is_null() && is_on(bound, name)? {
            chosen.push((name, kind));
        }
    }
    match chosen.as_slice() {
        [] => Ok(MatchKind::Glob),
        [(_, kind)] => Ok(*kind),
        [(one, _), (other, _), ..] => Err(usage(format!(
            "the target is read in one way: --{} or --{}, not both",
            one.replace('_', "-"),
            other.replace('_', "-")
        ))),
    }
}

/// A text that was given.
pub fn given_text(bound: &Bound, name: &str) -> Option<String> {
    bound.value(name).as_str().map(str::to_owned)
}

/// A path that was given.
pub fn given_path(bound: &Bound, name: &str) -> Option<PathBuf> {
    given_text(bound, name).map(PathBuf::from)
}

pub fn whole(bound: &Bound, name: &str) -> Result<Option<u64>, Ended> {
    if bound.value(name).is_null() {
        return Ok(None);
    }
    let read = bound.int(name).and_then(|number| u64::try_from(number).ok());
    let wrong =
        || usage(format!("--{} is a whole number, not '{}'", name.replace('_', "-"), bound.text(name)));
    read.map(Some).ok_or_else(wrong)
}
