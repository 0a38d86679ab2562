//! The entries of the fleet's commands, and how a command line becomes one of their calls.
//!
//! Their grammars are those of `salt`, `salt-key` and `salt-run`: letters mean something else there (`-d` deletes a key), and
//! `key=value` words are arguments of the function that instances run.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::Resettable;
use clap::{ArgAction, ArgMatches, FromArgMatches};

use super::elsewhere::{self, Elsewhere};
use super::signatures::{FLEET, JOBS, KEY, RUNNER, SETUP, TREE};
use super::{Ended, agent, jobs, key, run, setup, ssh, tree, usage};
use crate::args::{Entry, LoggingArgs, OutputArgs, shared_options};
use crate::settings::Environment;
use exec::{Arguments, Bound, Signature};
use model::Effect::{AsksHosts, CallsFunctions, ChangesMachine, ReadsMachine};
use model::{Argument, Effect, Key, Map, Shape, Value};

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

/// Where the configuration and the keys are, and where the log goes.
#[derive(Clone, Debug, Default)]
pub struct PlaceArgs {
    /// Directory with the file `minion`.
    pub config_dir: Option<PathBuf>,
    /// Directory with the kit of this operator or instance.
    pub fleet_dir: Option<PathBuf>,
    /// The log.
    pub logging: LoggingArgs,
}

/// The command that carries states out here: `state.orchestrate`.
const FLEET_RUN: &str = "fleet-run";

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
        let elsewhere = elsewhere::of(self.name);
        let command = self.clap(shown, &elsewhere);
        // Salt's option may be typed alone: what is missing beside it is not the mistake.
        let lenient = command.clone().mut_args(|it| it.required(false));
        if let Ok(typed) = lenient.try_get_matches_from(words)
            && let Some(answer) = elsewhere.iter().find_map(|it| it.answer(&typed))
        {
            return Err(usage(answer));
        }
        let read = command.try_get_matches_from(words).and_then(|matches| {
            let output = OutputArgs::from_arg_matches(&matches)?;
            let logging = LoggingArgs::from_arg_matches(&matches)?;
            Ok((matches, output, logging))
        });
        let (matches, output, logging) = read.map_err(|told| Ended::Clap(Box::new(told)))?;
        let is_for_runs = output.report.is_some() || output.events.is_some() || logging.profile_run.is_some();
        if self.name != FLEET_RUN && is_for_runs {
            let message =
                format!("--report, --events and --profile-run are for runs of states, not for {}", self.name);
            return Err(usage(message));
        }
        let bound = self.bind(&matches)?;
        let fleet_dir = Some(bound.text("fleet_dir")).filter(|text| !text.is_empty()).map(PathBuf::from);
        let config_dir = matches.get_one::<PathBuf>("config_dir").cloned();
        Ok(Given { bound, place: PlaceArgs { config_dir, fleet_dir, logging }, output })
    }

    /// The grammar: the entry, what all commands take, and what Salt's program takes beside that.
    fn clap(&self, shown: &str, elsewhere: &[Elsewhere]) -> clap::Command {
        let own = self.entry().command(&[]);
        let is_for_runs = |it: &clap::Arg| {
            let is_of_runs = it.get_help_heading() == Some("Runs") || it.get_id() == "profile_run";
            is_of_runs && self.name != FLEET_RUN
        };
        // In `salt-key` the letter lists keys.
        let letters: Vec<char> = own.get_arguments().filter_map(clap::Arg::get_short).collect();
        let shared = shared_options().into_iter().map(|it| {
            let it = if is_for_runs(&it) { it.hide(true) } else { it };
            let is_taken = it.get_short().is_some_and(|letter| letters.contains(&letter));
            if is_taken { it.short(Resettable::Reset) } else { it }
        });
        let version = |id: &'static str| clap::Arg::new(id).hide(true).action(ArgAction::Version);
        let command = own
            .bin_name(shown.to_owned())
            .version(env!("CARGO_PKG_VERSION"))
            .disable_version_flag(true)
            .args([
                version("version").short('V').long("version"),
                version("versions-report").long("versions-report"),
            ])
            .args(shared)
            .args(elsewhere.iter().map(Elsewhere::arg));
        let several = self.signature.parameters.iter().filter(|it| matches!(it.shape, Shape::Texts));
        let append = |it: clap::Arg| it.action(ArgAction::Append);
        let command = several.fold(command, |command, it| command.mut_arg(it.name, append));
        command.args_override_self(true).max_term_width(110)
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
        let mut bound = bound.map_err(crate::error::CliError::Call)?;
        bound.rest = rest;
        Ok(bound)
    }
}
