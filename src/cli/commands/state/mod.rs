//! `state.*`: SLS that are compiled and shown, or applied.

mod apply;
mod comparison;
mod confirm;
mod confirmed;
mod destroy;
pub(super) mod export;
mod graph;
mod guards;
mod heal;
mod highstate;
mod interrupt;
mod listeners;
mod options;
pub(super) mod plan;
mod prune;
mod run;
mod services;
mod show;
mod single;
mod subject;
mod template;
mod trail;
mod undo;
mod walk;
mod watch;

use super::session::{Overrides, Session, Trees};
use super::templates::with_templates;
use super::{CliError, Command, CommandAnswer};
use exec::{Bound, maybe, required, takes};
pub(super) use interrupt::end_request;
use model::Effect::{
    AsksHosts, ChangesAws, ChangesMachine, NeedsPillar, ReadsAws, ReadsMachine, RunsPrograms, RunsStates,
};
use model::{Argument, Effect, Low, Minion, Shape, Value, effect};
use options::Options;
pub(super) use options::asked_when_busy;
use subject::{Subject, named, of_top};

/// The common arguments of all functions of a run. Those without a use here are accepted because trees and users give
/// them.
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
            maybe("queue", Shape::Any, "accepted as in Salt, without effect"),
            maybe("concurrent", Shape::Any, "accepted as in Salt, without effect"),
            maybe("state_events", Shape::Any, "accepted as in Salt, without effect"),
            maybe("sync_mods", Shape::Any, "accepted as in Salt, without effect"),
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

/// The effects of runs: those of all states, and of the templates that declare them.
const RUNS: &[Effect] =
    &[RunsStates, NeedsPillar, ReadsMachine, ChangesMachine, RunsPrograms, ReadsAws, ChangesAws, AsksHosts];

/// The effects of test runs: templates and comparisons read, and conditions run programs.
const TESTS: &[Effect] = &[RunsStates, NeedsPillar, ReadsMachine, RunsPrograms, ReadsAws, AsksHosts];

/// The effects of showing: templates read, and run programs.
pub(super) const SHOWS: &[Effect] = &[NeedsPillar, ReadsMachine, RunsPrograms, ReadsAws, AsksHosts];

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "state.sls",
        signature: takes(MODS),
        doc: "Applies some SLS: a comma list such as 'myapp,elb.register'.\n\ntest=True shows what \
              would change. exclude= names SLS to leave out, or is a list of {id: …} and {sls: \
              …}.\npillar={…} is merged into the pillar of this run.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: run::sls,
    },
    Command {
        name: "state.apply",
        signature: takes(MAYBE_MODS),
        doc: "Applies some SLS; without any, those that the top file gives this minion.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: run::apply,
    },
    Command {
        name: "state.highstate",
        signature: takes(NO_MODS),
        doc: "Applies the SLS that the top file gives this minion.",
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
        doc: "Applies one declaration of some SLS, by its ID, and those that it requires.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: run::sls_id,
    },
    Command {
        name: "state.top",
        signature: takes(TOP),
        doc: "Applies the SLS that another top file gives this minion: state.top other.sls.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: run::top,
    },
    Command {
        name: "state.template",
        signature: takes(TEMPLATE),
        doc: "Applies a file outside the tree, by its path.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: template::file,
    },
    Command {
        name: "state.template_str",
        signature: takes(TEMPLATE),
        doc: "Applies a text: state.template_str 'x: {test.nop: []}'.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: template::text,
    },
    Command {
        name: "state.high",
        signature: takes(DATA),
        doc: "Applies high data: state.high '{x: {test: [nop]}}'.",
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
        doc: "Applies a single state: state.single boto_sqs.present name=queue region=us-east-1.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: single::single,
    },
    Command {
        name: "state.show_sls",
        signature: takes(MODS),
        doc: "Shows the declarations of some SLS, rendered, with their includes.",
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
        doc: "Shows the declarations that the top file gives this minion, rendered.",
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
        doc: "Lists the SLS that the top file gives this minion, with their includes.",
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
        doc: "Returns whether all of some SLS exist.",
        returns: "a boolean",
        does: SHOWS,
        run: show::sls_exists,
    },
    Command {
        name: "state.id_exists",
        signature: takes(IDS_AND_MODS),
        doc: "Returns whether some SLS declare all of some IDs: state.id_exists queue,group myapp.",
        returns: "a boolean",
        does: SHOWS,
        run: show::id_exists,
    },
    Command {
        name: "state.show_state_usage",
        signature: takes(NO_MODS),
        doc: "Shows which SLS of each environment the top file gives this minion, and which not.",
        returns: "a mapping by environment",
        does: SHOWS,
        run: show::usage,
    },
    Command {
        name: "state.running",
        signature: takes(NO_MODS),
        doc: "Lists running jobs: always none, because no daemon keeps them.",
        returns: "an empty list",
        does: &[],
        run: |_, _| Ok(CommandAnswer::data(Value::List(vec![]))),
    },
];

/// The states of the SLS that a command names, or of the top file, and their minion.
pub(super) fn compiled_for(session: &Session<'_>, bound: &Bound) -> Result<(Minion, Vec<Low>), CliError> {
    let run::Compiled { minion, lows, .. } = plan::compiled(session, bound)?;
    Ok((minion, lows))
}

/// True for a function that runs states, even if only in test mode.
pub(super) fn runs_states(command: &Command) -> bool {
    command.does.contains(&RunsStates)
}

/// True when the command may change things: its entry says so, and it is not a test run.
pub(super) fn changes(session: &Session<'_>, command: &Command, bound: &Bound) -> bool {
    effect::changes(command.does)
        && (!runs_states(command) || matches!(options::test(session, bound), Ok(false)))
}
