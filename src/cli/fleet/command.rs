//! The entries of the fleet's commands, and how a command line becomes one of their calls.
//!
//! Their grammars are those of `salt`, `salt-key` and `salt-run`: letters mean something else there (`-d` deletes a key), and
//! `key=value` words are arguments of the function that instances run.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgMatches, FromArgMatches};

use super::{Ended, agent, args, jobs, key, run, setup, ssh, tree, usage};
use crate::cli::args::{Entry, OutputArgs, place_and_output};
use crate::cli::settings::Environment;
use crate::exec::{Arguments, Bound, Signature, flag, int, maybe, required, takes, text};
use crate::model::Effect::{AsksHosts, CallsFunctions, ChangesMachine, ReadsMachine};
use crate::model::{Argument, Effect, Key, Map, Shape, Value};

/// One command with a grammar of its own.
pub struct FleetCommand {
    /// Its name: `fleet`.
    pub name: &'static str,
    /// Salt's program of the same grammar: a link of that name to this program is this command.
    pub link: Option<&'static str>,
    /// What it takes.
    pub signature: Signature,
    /// The manual: a first line, then details.
    pub doc: &'static str,
    /// What it answers, in a few words.
    pub returns: &'static str,
    /// What it does to the world.
    pub does: &'static [Effect],
    /// Carries it out, and gives the exit code.
    pub run: fn(&Given, &Environment) -> Result<u8, Ended>,
}

/// What was typed for one of them.
pub struct Given {
    /// The arguments of its entry.
    pub bound: Bound,
    /// Where the configuration and the kit are.
    pub place: PlaceArgs,
    /// How results are shown.
    pub output: OutputArgs,
}

/// Where the keys are.
#[derive(Clone, Debug, Default)]
pub struct PlaceArgs {
    /// Directory with the file `minion`.
    pub config_dir: Option<PathBuf>,
    /// Directory with the kit of this operator or instance.
    pub fleet_dir: Option<PathBuf>,
}

/// The command that carries states out here: `state.orchestrate`.
const FLEET_RUN: &str = "fleet-run";

pub(super) const FLEET_DIR: Argument = maybe(
    "fleet_dir",
    Shape::Text,
    "the directory with the kit of this operator or instance; 'fleet' in the configuration's directory if left out",
);

pub(super) const fn switch(
    name: &'static str,
    letter: &'static [&'static str],
    doc: &'static str,
) -> Argument {
    flag(name, false, doc).alias(letter)
}

const FLEET: Signature = takes(&[
    required("target", Shape::Text, "which instances: a shell pattern of IDs, or as an option says"),
    required("function", Shape::Text, "the function: test.ping, state.apply, …"),
    switch("list", &["L"], "the target is a list of IDs with commas between"),
    switch("pcre", &["E"], "the target is a regular expression of IDs"),
    switch("grain", &["G"], "the target is a grain and a shell pattern: os:Debian"),
    switch("grain_pcre", &["P"], "the target is a grain and a regular expression"),
    switch("pillar", &["I"], "the target is a pillar value and a shell pattern: the instances are asked"),
    switch("pillar_pcre", &["J"], "the target is a pillar value and a regular expression: the instances are asked"),
    switch("ipcidr", &["S"], "the target is an IP address or network"),
    switch("compound", &["C"], "the target is a compound: 'G@os:Debian and web-*'"),
    switch("nodegroup", &["N"], "the target is a node group of the configuration"),
    maybe("batch", Shape::Text, "so many instances at once: 5 or 25%").alias(&["b", "batch-size"]),
    int("batch_wait", 0, "seconds between an answer and the next instance of a batch"),
    flag("failhard", false, "begin no more instances of a batch after the first failure"),
    maybe("subset", Shape::Integer, "so many of the instances, taken at random"),
    flag("async", false, "send the job and do not wait for answers"),
    int("timeout", 2, "seconds within which an instance must confirm the job; a job that runs is waited for")
        .alias(&["t"]),
    int("job_timeout", 3600, "seconds that the job may run on an instance"),
    switch("summary", &["v", "verbose"], "show how many answered at the end"),
    switch("static", &["s"], "show all results at the end, as one"),
    switch("retcode", &["retcode-passthrough"], "exit with the highest exit code of all instances"),
    maybe(
        "tree",
        Shape::Text,
        "the revision of the published trees, or 'none' for each instance's own; the newest for state, pillar and cp functions if left out",
    ),
    FLEET_DIR,
])
.and_more("arguments", "the function's arguments, and key=value ones")
.words(2);

const KEY: Signature = takes(&[
    maybe("action", Shape::Word(args::KEY_ACTIONS), "what to do; 'list' if left out"),
    maybe("which", Shape::Text, "an ID, or a shell pattern of IDs; for 'list' a state: acc, pre, rej or den; for 'token' create, list or revoke; for 'take-over' the removed operator"),
    maybe("token", Shape::Text, "the name of the token, for 'token revoke'"),
    text("id", "*", "for 'token create': a shell pattern of the IDs that may use it"),
    text("ttl", "1h", "for 'token create': how long it holds: 30m, 1h, 7d"),
    int("uses", 1, "for 'token create': how many instances may use it"),
    switch("watch", &[], "for 'admit': go on until ended"),
    switch("list_all", &["L"], "as 'list'"),
    maybe("accept", Shape::Text, "as 'accept ID'").alias(&["a"]),
    switch("accept_all", &["A"], "as 'accept-all'"),
    maybe("reject", Shape::Text, "as 'reject ID'").alias(&["r"]),
    maybe("delete", Shape::Text, "as 'delete ID'").alias(&["d"]),
    maybe("finger", Shape::Text, "as 'finger ID'").alias(&["f"]),
    switch("finger_all", &["F"], "as 'finger'"),
    maybe("print", Shape::Text, "as 'print ID'").alias(&["p"]),
    switch("yes", &["y"], "without effect: nothing is asked"),
    FLEET_DIR,
])
.words(3);

const JOBS: Signature = takes(&[
    required("action", Shape::Word(args::JOBS_ACTIONS), "what to do"),
    maybe("jid", Shape::Text, "the number of the job, for show, resume and kill"),
    FLEET_DIR,
])
.words(2);

const TREE: Signature = takes(&[
    required("action", Shape::Word(args::TREE_ACTIONS), "what to do"),
    maybe("revision", Shape::Text, "the name: with publish one of your own, with show the one to show"),
    FLEET_DIR,
])
.words(2);

const RUNNER: Signature = takes(&[required("function", Shape::Word(args::RUNNERS), "the runner"), FLEET_DIR])
    .and_more("arguments", "its arguments: the number of a job, or SLS and key=value ones");

const SETUP: Signature = takes(&[
    required("action", Shape::Word(args::SETUP_ACTIONS), "what to make"),
    required("directory", Shape::Text, "the directory of the fleet's root"),
    maybe("name", Shape::Text, "the operator's name"),
    maybe(
        "servers",
        Shape::Text,
        "with init: addresses of the servers, with commas between: nats://10.0.0.1:4222,…",
    ),
    text("targets", "*", "with operator: where it may act, a compound"),
    text("functions", "*", "with operator: what it may have run, shell patterns with commas between"),
    flag("no_register", false, "with operator: it may not accept and delete keys"),
    maybe("to", Shape::Text, "the directory that the kit is written to"),
])
.words(3);

/// Every command of the fleet.
pub const COMMANDS: &[FleetCommand] = &[
    FleetCommand {
        name: "fleet",
        link: Some("salt"),
        signature: FLEET,
        doc: "Has a function run on many instances.\n\nOnly instances whose keys are accepted are asked. Those that do not answer are named at the end. \
              For example: orchestrate fleet -G role:web state.highstate test=True",
        returns: "the answer of each instance, by its ID",
        does: &[ReadsMachine, AsksHosts, CallsFunctions],
        run: run::run,
    },
    ssh::COMMAND,
    FleetCommand {
        name: "key",
        link: Some("salt-key"),
        signature: KEY,
        doc: "Lists, accepts, rejects and deletes keys of instances.\n\nWith 'renew' it issues new tokens where they end within half their life, or where servers no longer take them. 'take-over NAME' signs anew what the removed operator NAME decided. 'token create' makes a one-time token: 'admit' accepts each instance with a valid token.",
        returns: "the keys by their state, or a line for each key that changed",
        does: &[ReadsMachine, AsksHosts],
        run: key::run,
    },
    FleetCommand {
        name: "jobs",
        link: None,
        signature: JOBS,
        doc: "Shows jobs of the fleet, goes on with them, and ends them.",
        returns: "a mapping of jobs, or the answer of each instance",
        does: &[ReadsMachine, AsksHosts, CallsFunctions],
        run: jobs::run,
    },
    FleetCommand {
        name: "tree",
        link: None,
        signature: TREE,
        doc: "Publishes this ops node's trees to the fleet, and shows what is published.\n\nA job of states runs with the newest revision, \
              the same on all its instances. The pillar of each is compiled here and sent sealed; other instances' pillar never reaches it.",
        returns: "a line that names the revision, or a mapping of revisions",
        does: &[ReadsMachine, AsksHosts],
        run: tree::run,
    },
    FleetCommand {
        name: FLEET_RUN,
        link: Some("salt-run"),
        signature: RUNNER,
        doc: "Calls one of Salt's runners, as far as they are here.\n\nstate.orchestrate runs SLS whose states are jobs of the fleet (salt.state, salt.function …), AWS resources, or both. \
              For example: orchestrate fleet-run state.orchestrate deploy test=True",
        returns: "lists of IDs (manage.*), what 'jobs' gives (jobs.*), results by ID (mine.get), or Salt's return of each state (state.orchestrate)",
        does: &[ReadsMachine, AsksHosts, CallsFunctions],
        run: jobs::runner,
    },
    FleetCommand {
        name: "fleet-setup",
        link: None,
        signature: SETUP,
        doc: "Makes a fleet: keys, the servers' configuration, the kits of operators and instances.\n\n'renew-enrolment' ends the key with which kits of before ask. 'upgrade' gives a fleet of an older version its accounts. What to do with the files is in the guide.",
        returns: "a line that names the files that were made",
        does: &[ReadsMachine, ChangesMachine],
        run: setup::run,
    },
    agent::COMMAND,
];

impl FleetCommand {
    /// Its entry, from which the command line is made.
    pub fn entry(&self) -> Entry {
        Entry {
            name: self.name,
            signature: self.signature,
            doc: self.doc,
            returns: self.returns,
            does: self.does,
        }
    }

    /// Reads a command line, its first word being the name that it is shown by.
    ///
    /// # Errors
    ///
    /// What clap has to say, and arguments that do not fit together.
    pub fn parse(&self, shown: &str, words: &[OsString]) -> Result<Given, Ended> {
        let is_for_runs = |it: &clap::Arg| it.get_help_heading() == Some("Runs") && self.name != FLEET_RUN;
        let shared =
            place_and_output().into_iter().map(|it| if is_for_runs(&it) { it.hide(true) } else { it });
        let command = self.entry().command(&[]).bin_name(shown.to_owned()).args(shared);
        let several = self.signature.parameters.iter().filter(|it| matches!(it.shape, Shape::Texts));
        let append = |it: clap::Arg| it.action(clap::ArgAction::Append);
        let command = several.fold(command, |command, it| command.mut_arg(it.name, append));
        let command = command.args_override_self(true).max_term_width(110);
        let read = command.try_get_matches_from(words).and_then(|matches| {
            let output = OutputArgs::from_arg_matches(&matches)?;
            Ok((matches, output))
        });
        let (matches, output) = read.map_err(|told| Ended::Clap(Box::new(told)))?;
        if self.name != FLEET_RUN && (output.report.is_some() || output.events.is_some()) {
            let message = format!("--report and --events are for runs of states, not for {}", self.name);
            return Err(usage(message));
        }
        let bound = self.bind(&matches)?;
        let fleet_dir = Some(bound.text("fleet_dir")).filter(|text| !text.is_empty()).map(PathBuf::from);
        let config_dir = matches.get_one::<PathBuf>("config_dir").cloned();
        Ok(Given { bound, place: PlaceArgs { config_dir, fleet_dir }, output })
    }

    fn bind(&self, matches: &ArgMatches) -> Result<Bound, Ended> {
        let of = |argument: &Argument| {
            let typed: Vec<&str> = matches.get_many::<String>(argument.name)?.map(String::as_str).collect();
            let value = if matches!(argument.shape, Shape::Texts) {
                Value::from(typed)
            } else {
                Value::from(*typed.last()?)
            };
            Some((Key::from(argument.name), value))
        };
        let named: Map = self.signature.parameters.iter().filter_map(of).collect();
        let rest = self.signature.rest.and_then(|(name, _)| matches.get_many::<String>(name));
        let rest = rest.into_iter().flatten().map(|word| Value::from(word.as_str())).collect();
        let arguments = Arguments { positional: vec![], named };
        let bound = self.signature.bind(self.name, &arguments);
        let mut bound = bound.map_err(crate::cli::error::CliError::Call)?;
        bound.rest = rest;
        Ok(bound)
    }
}
