//! `state.*`: SLS compiled and shown, or carried out.

mod highstate;
mod interrupt;
mod options;
mod run;
mod show;
mod single;
mod supplies;
mod template;

use super::session::{Overrides, Session, Trees};
use super::templates::with_templates;
use super::{Answer, CliError, Command};
use crate::exec::{Bound, Default, Parameter, Signature, optional, required, takes};
use crate::model::Value;
use crate::sls::high::HighData;
pub(super) use interrupt::asked_to_end;
use options::Options;

/// What every function of a run takes. Those without a use here are what trees and habits hand over.
macro_rules! run_parameters {
    ($($first:expr),*) => {
        &[
            $($first,)*
            optional("test", Default::Null),
            optional("exclude", Default::Null),
            optional("pillar", Default::Null),
            optional("saltenv", Default::Null),
            optional("pillarenv", Default::Null),
            optional("queue", Default::Null),
            optional("concurrent", Default::Null),
            optional("state_events", Default::Null),
            optional("sync_mods", Default::Null),
        ]
    };
}

const MODS: &[Parameter] = run_parameters![required("mods")];
const MAYBE_MODS: &[Parameter] = run_parameters![optional("mods", Default::Null)];
const NO_MODS: &[Parameter] = run_parameters![];
const TOP: &[Parameter] = run_parameters![required("topfn")];
const TEMPLATE: &[Parameter] = run_parameters![required("tem")];
const DATA: &[Parameter] = run_parameters![required("data")];
const IDS_AND_MODS: &[Parameter] = run_parameters![required("ids"), required("mods")];
const ID_AND_MODS: &[Parameter] = run_parameters![required("id"), required("mods")];

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "state.sls",
        signature: takes(MODS),
        doc: "Brings about what some SLS declare: a comma list such as 'myapp,elb.register'.\n\ntest=True shows what would change. exclude= names SLS to leave out, or is a list of {id: …} and {sls: …}.\npillar={…} is merged into the pillar of this run.",
        run: run::sls,
    },
    Command {
        name: "state.apply",
        signature: takes(MAYBE_MODS),
        doc: "Brings about what some SLS declare; without any, what the top file gives this minion.",
        run: run::apply,
    },
    Command {
        name: "state.highstate",
        signature: takes(NO_MODS),
        doc: "Brings about what the top file gives this minion.",
        run: run::highstate,
    },
    Command {
        name: "state.test",
        signature: takes(MAYBE_MODS),
        doc: "Shows what state.apply would change, as test=True does.",
        run: run::test,
    },
    Command {
        name: "state.sls_id",
        signature: takes(ID_AND_MODS),
        doc: "Brings about one declaration of some SLS, by its ID, and what it requires.",
        run: run::sls_id,
    },
    Command {
        name: "state.top",
        signature: takes(TOP),
        doc: "Brings about what another top file gives this minion: state.top other.sls.",
        run: run::top,
    },
    Command {
        name: "state.template",
        signature: takes(TEMPLATE),
        doc: "Brings about what a file outside the tree declares, by its path.",
        run: template::file,
    },
    Command {
        name: "state.template_str",
        signature: takes(TEMPLATE),
        doc: "Brings about what a text declares: state.template_str 'x: {test.nop: []}'.",
        run: template::text,
    },
    Command {
        name: "state.high",
        signature: takes(DATA),
        doc: "Brings about high data: state.high '{x: {test: [nop]}}'.",
        run: template::high,
    },
    Command {
        name: "state.low",
        signature: takes(DATA),
        doc: "Makes one call of low data: state.low '{state: test, fun: nop, name: x}'.",
        run: single::low,
    },
    Command {
        name: "state.single",
        signature: Signature {
            parameters: &[required("fun"), required("name"), optional("test", Default::Null)],
            any_positional: false,
            any_named: true,
        },
        doc: "Brings about a single state: state.single boto_sqs.present name=queue region=us-east-1.",
        run: single::single,
    },
    Command {
        name: "state.show_sls",
        signature: takes(MODS),
        doc: "Shows what some SLS declare, rendered, their includes among it.",
        run: show::sls,
    },
    Command {
        name: "state.show_low_sls",
        signature: takes(MODS),
        doc: "Shows the calls that some SLS make, in order.",
        run: show::low_sls,
    },
    Command {
        name: "state.show_highstate",
        signature: takes(NO_MODS),
        doc: "Shows what the top file gives this minion, rendered.",
        run: show::highstate,
    },
    Command {
        name: "state.show_lowstate",
        signature: takes(NO_MODS),
        doc: "Shows the calls that the top file makes, in order.",
        run: show::lowstate,
    },
    Command {
        name: "state.show_states",
        signature: takes(NO_MODS),
        doc: "Lists the SLS that the top file gives this minion, includes among them.",
        run: show::states,
    },
    Command {
        name: "state.show_top",
        signature: takes(NO_MODS),
        doc: "Shows the SLS that the top file names for this minion, by environment.",
        run: show::top,
    },
    Command {
        name: "state.sls_exists",
        signature: takes(MODS),
        doc: "Tells whether all of some SLS are there.",
        run: show::sls_exists,
    },
    Command {
        name: "state.id_exists",
        signature: takes(IDS_AND_MODS),
        doc: "Tells whether some SLS declare all of some IDs: state.id_exists queue,group myapp.",
        run: show::id_exists,
    },
    Command {
        name: "state.show_state_usage",
        signature: takes(NO_MODS),
        doc: "Tells which SLS of each environment the top file gives this minion, and which not.",
        run: show::usage,
    },
    Command {
        name: "state.running",
        signature: takes(NO_MODS),
        doc: "Lists runs under way: always none, as no daemon keeps them.",
        run: |_, _| Ok(Answer::data(Value::List(vec![]))),
    },
];

/// The functions that carry out what SLS say.
const ACTING: &[&str] = &[
    "state.apply",
    "state.high",
    "state.highstate",
    "state.low",
    "state.single",
    "state.sls",
    "state.sls_id",
    "state.template",
    "state.template_str",
    "state.top",
];

/// True for a function that runs states, if only to see what they would do.
pub(super) fn runs_states(command: &str) -> bool {
    ACTING.contains(&command) || command == "state.test"
}

/// True when the command may change things: it carries SLS out, and is no test run.
pub(super) fn changes(session: &Session<'_>, command: &str, bound: &Bound) -> bool {
    ACTING.contains(&command) && matches!(options::test(session, bound), Ok(false))
}

/// What a command is about: the trees, the options, and the high data of what was named.
struct Subject {
    trees: Trees,
    options: Options,
    high: HighData,
    /// The SLS that were asked for.
    asked: Vec<String>,
}

/// The SLS that `mods` names.
fn named(session: &Session<'_>, bound: &Bound) -> Result<Subject, CliError> {
    let options = Options::read(session, bound)?;
    let trees = session.trees(&options.overrides)?;
    let compiler = &trees.compiler;
    let wanted =
        compiler.wanted(&options.mods, options.overrides.saltenv.as_deref()).map_err(CliError::Compile)?;
    let functions = session.functions(&trees.minion);
    let high = with_templates(compiler.config(), compiler.states(), functions, |templates| {
        compiler.high(templates, &wanted, &options.exclude)
    });
    let asked = wanted.into_iter().map(|wanted| wanted.sls).collect();
    Ok(Subject { high: high.map_err(CliError::Compile)?, options, trees, asked })
}

/// The SLS that the top file gives this minion.
fn of_top(session: &Session<'_>, bound: &Bound) -> Result<Subject, CliError> {
    let options = Options::read(session, bound)?;
    let trees = session.trees(&options.overrides)?;
    let compiler = &trees.compiler;
    let functions = session.functions(&trees.minion);
    let (high, asked) = with_templates(compiler.config(), compiler.states(), functions, |templates| {
        let wanted = compiler.top(templates)?.wanted();
        let high = compiler.high(templates, &wanted, &options.exclude)?;
        Ok((high, wanted.into_iter().map(|wanted| wanted.sls).collect()))
    })
    .map_err(CliError::Compile)?;
    Ok(Subject { high, options, trees, asked })
}
