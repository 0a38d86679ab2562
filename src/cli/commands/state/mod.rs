//! `state.*`: SLS compiled and shown, or carried out.

mod apply;
mod confirm;
#[cfg(feature = "aws")]
pub(super) mod export;
mod graph;
mod guards;
mod heal;
mod heard;
mod highstate;
mod interrupt;
mod options;
pub(super) mod plan;
#[cfg(feature = "aws")]
mod prune;
mod run;
mod show;
mod single;
mod subject;
mod supplies;
mod template;
#[cfg(feature = "aws")]
mod trail;
mod undo;
mod walk;
mod watch;

use super::session::{Overrides, Session, Trees};
use super::templates::with_templates;
use super::{CliError, Command, CommandAnswer};
use crate::exec::{Bound, maybe, required, takes};
use crate::model::Effect::{
    AsksHosts, ChangesAws, ChangesMachine, NeedsPillar, ReadsAws, ReadsMachine, RunsPrograms, RunsStates,
};
use crate::model::{Argument, Effect, Low, Minion, Shape, Value, effect};
pub(super) use interrupt::asked_to_end;
use options::Options;
pub(super) use options::asked_when_busy;
use subject::{Subject, named, of_top};

/// What every function of a run takes. Those without a use here are what trees and habits hand over.
macro_rules! run_parameters {
    ($($first:expr),*) => {
        &[
            $($first,)*
            maybe("test", Shape::Boolean, "True: only show what would change"),
            maybe("exclude", Shape::Any, "SLS to leave out: a comma list, or a list of {id: …} and {sls: …}"),
            maybe("pillar", Shape::Any, "a mapping that is merged into the pillar of this run"),
            maybe("guards", Shape::Any, guards::DOC),
            maybe("saltenv", Shape::Text, "the environment of the SLS"),
            maybe("pillarenv", Shape::Text, "the environment of the pillar"),
            maybe("queue", Shape::Any, "taken for Salt's sake, without effect"),
            maybe("concurrent", Shape::Any, "taken for Salt's sake, without effect"),
            maybe("state_events", Shape::Any, "taken for Salt's sake, without effect"),
            maybe("sync_mods", Shape::Any, "taken for Salt's sake, without effect"),
        ]
    };
}

const MODS: &[Argument] = run_parameters![required("mods", Shape::Any, "the SLS: a comma list, or a list")];
const MAYBE_MODS: &[Argument] =
    run_parameters![maybe("mods", Shape::Any, "the SLS: a comma list, or a list")];
const NO_MODS: &[Argument] = run_parameters![];
const TOP: &[Argument] = run_parameters![required("topfn", Shape::Text, "the top file")];
const TEMPLATE: &[Argument] = run_parameters![required("tem", Shape::Text, "the file, or the text")];
const DATA: &[Argument] = run_parameters![required("data", Shape::Any, "the data")];
const IDS_AND_MODS: &[Argument] = run_parameters![
    required("ids", Shape::Any, "the IDs: a comma list, or a list"),
    required("mods", Shape::Any, "the SLS: a comma list, or a list")
];
const ID_AND_MODS: &[Argument] = run_parameters![
    required("id", Shape::Text, "the ID"),
    required("mods", Shape::Any, "the SLS: a comma list, or a list")
];

/// What runs do: whatever states, and the templates that declare them, do.
const RUNS: &[Effect] =
    &[RunsStates, NeedsPillar, ReadsMachine, ChangesMachine, RunsPrograms, ReadsAws, ChangesAws, AsksHosts];

/// What test runs do: templates and comparisons read, and conditions run programs.
const TESTS: &[Effect] = &[RunsStates, NeedsPillar, ReadsMachine, RunsPrograms, ReadsAws, AsksHosts];

/// What showing does: templates read, and run programs.
pub(super) const SHOWS: &[Effect] = &[NeedsPillar, ReadsMachine, RunsPrograms, ReadsAws, AsksHosts];

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "state.sls",
        signature: takes(MODS),
        doc: "Brings about what some SLS declare: a comma list such as 'myapp,elb.register'.\n\ntest=True shows what would change. exclude= names SLS to leave out, or is a list of {id: …} and {sls: …}.\npillar={…} is merged into the pillar of this run.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: run::sls,
    },
    Command {
        name: "state.apply",
        signature: takes(MAYBE_MODS),
        doc: "Brings about what some SLS declare; without any, what the top file gives this minion.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: run::apply,
    },
    Command {
        name: "state.highstate",
        signature: takes(NO_MODS),
        doc: "Brings about what the top file gives this minion.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: run::highstate,
    },
    Command {
        name: "state.test",
        signature: takes(MAYBE_MODS),
        doc: "Shows what state.apply would change, as test=True does.",
        returns: "Salt's return of each state",
        does: TESTS,
        run: run::test,
    },
    Command {
        name: "state.sls_id",
        signature: takes(ID_AND_MODS),
        doc: "Brings about one declaration of some SLS, by its ID, and what it requires.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: run::sls_id,
    },
    Command {
        name: "state.top",
        signature: takes(TOP),
        doc: "Brings about what another top file gives this minion: state.top other.sls.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: run::top,
    },
    Command {
        name: "state.template",
        signature: takes(TEMPLATE),
        doc: "Brings about what a file outside the tree declares, by its path.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: template::file,
    },
    Command {
        name: "state.template_str",
        signature: takes(TEMPLATE),
        doc: "Brings about what a text declares: state.template_str 'x: {test.nop: []}'.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: template::text,
    },
    Command {
        name: "state.high",
        signature: takes(DATA),
        doc: "Brings about high data: state.high '{x: {test: [nop]}}'.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: template::high,
    },
    Command {
        name: "state.low",
        signature: takes(DATA),
        doc: "Makes one call of low data: state.low '{state: test, fun: nop, name: x}'.",
        returns: "Salt's return of the state",
        does: RUNS,
        run: single::low,
    },
    Command {
        name: "state.single",
        signature: takes(&[
            required("fun", Shape::Text, "the state function: boto_sqs.present"),
            required("name", Shape::Text, "the state's name"),
            maybe("test", Shape::Boolean, "True: only show what would change"),
        ])
        .and_named(),
        doc: "Brings about a single state: state.single boto_sqs.present name=queue region=us-east-1.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: single::single,
    },
    Command {
        name: "state.show_sls",
        signature: takes(MODS),
        doc: "Shows what some SLS declare, rendered, their includes among it.",
        returns: "a mapping by ID",
        does: SHOWS,
        run: show::sls,
    },
    Command {
        name: "state.show_low_sls",
        signature: takes(MODS),
        doc: "Shows the calls that some SLS make, in order.",
        returns: "a list of mappings",
        does: SHOWS,
        run: show::low_sls,
    },
    Command {
        name: "state.show_highstate",
        signature: takes(NO_MODS),
        doc: "Shows what the top file gives this minion, rendered.",
        returns: "a mapping by ID",
        does: SHOWS,
        run: show::highstate,
    },
    Command {
        name: "state.show_lowstate",
        signature: takes(NO_MODS),
        doc: "Shows the calls that the top file makes, in order.",
        returns: "a list of mappings",
        does: SHOWS,
        run: show::lowstate,
    },
    Command {
        name: "state.show_states",
        signature: takes(NO_MODS),
        doc: "Lists the SLS that the top file gives this minion, includes among them.",
        returns: "a list of names",
        does: SHOWS,
        run: show::states,
    },
    Command {
        name: "state.show_top",
        signature: takes(NO_MODS),
        doc: "Shows the SLS that the top file names for this minion, by environment.",
        returns: "a mapping by environment",
        does: SHOWS,
        run: show::top,
    },
    Command {
        name: "state.sls_exists",
        signature: takes(MODS),
        doc: "Tells whether all of some SLS are there.",
        returns: "a boolean",
        does: SHOWS,
        run: show::sls_exists,
    },
    Command {
        name: "state.id_exists",
        signature: takes(IDS_AND_MODS),
        doc: "Tells whether some SLS declare all of some IDs: state.id_exists queue,group myapp.",
        returns: "a boolean",
        does: SHOWS,
        run: show::id_exists,
    },
    Command {
        name: "state.show_state_usage",
        signature: takes(NO_MODS),
        doc: "Tells which SLS of each environment the top file gives this minion, and which not.",
        returns: "a mapping by environment",
        does: SHOWS,
        run: show::usage,
    },
    Command {
        name: "state.running",
        signature: takes(NO_MODS),
        doc: "Lists runs under way: always none, as no daemon keeps them.",
        returns: "an empty list",
        does: &[],
        run: |_, _| Ok(CommandAnswer::data(Value::List(vec![]))),
    },
];

/// The states of the SLS that a command names, or of what the top file gives, and the minion that they are for.
pub(super) fn compiled_for(session: &Session<'_>, bound: &Bound) -> Result<(Minion, Vec<Low>), CliError> {
    let run::Compiled { minion, lows, .. } = plan::compiled(session, bound)?;
    Ok((minion, lows))
}

/// True for a function that runs states, if only to see what they would do.
pub(super) fn runs_states(command: &Command) -> bool {
    command.does.contains(&RunsStates)
}

/// True when the command may change things: its entry says so, and it is no test run.
pub(super) fn changes(session: &Session<'_>, command: &Command, bound: &Bound) -> bool {
    effect::changes(command.does)
        && (!runs_states(command) || matches!(options::test(session, bound), Ok(false)))
}
