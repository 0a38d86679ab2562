//! `plan`: what a run would do, in layouts for people.

use super::apply::{apply, keep};
use super::prune;
use super::run::{Compiled, compile, given_by_top, plan_answer, run_calls};
use super::walk::{Calls, Run};
use super::{
    Bound, CliError, Command, CommandAnswer, RUNS, SHOWS, Session, TESTS, destroy, graph, guards, named,
    undo, watch,
};
use exec::{flag, maybe, required, takes};
use model::{Argument, Literal, Shape};

/// The SLS for all of these commands.
pub(in crate::commands) const MODS: Argument =
    maybe("mods", Shape::Text, "the SLS, with commas between them; by default those of the top file");
pub(in crate::commands) const EXCLUDE: Argument =
    maybe("exclude", Shape::Text, "SLS to leave out, with commas between them");
pub(in crate::commands) const PILLAR: Argument =
    maybe("pillar", Shape::Text, "a mapping that is merged into the pillar of this run");

/// The arguments of `plan`. Their values are text; those of `exclude` and `pillar` are read as YAML.
pub(super) const PLANNED: &[Argument] = &[
    MODS,
    EXCLUDE,
    PILLAR,
    maybe("guards", Shape::Text, guards::DOC),
    maybe("plan_file", Shape::Text, "store the plan in this file, for 'apply'").alias(&["o"]),
];

/// The arguments of `graph`.
const DRAWN: &[Argument] = &[
    MODS,
    EXCLUDE,
    PILLAR,
    maybe("format", Shape::Word(graph::FORMATS), "text for people, dot for Graphviz, svg for browsers")
        .or(Literal::Text("text")),
];

/// The arguments of `watch`.
const WATCHED: &[Argument] = &[
    MODS,
    maybe("every", Shape::Text, "seconds between two looks").or(Literal::Text("300")),
    maybe("rounds", Shape::Text, "end after this many looks; 0 for never").or(Literal::Text("0")),
    flag("until_drift", false, "end at the first look that finds a difference"),
    maybe(
        "heal",
        Shape::Text,
        "make these as declared again: kinds and names with commas between them, as in sqs.queue:myapp-*",
    ),
    maybe("guards", Shape::Text, guards::DOC),
    EXCLUDE,
    PILLAR,
];

/// The arguments of `prune`.
const PRUNED: &[Argument] = &[
    MODS,
    flag("yes", false, "delete it"),
    flag("in_use", false, "also delete what declared states use"),
    EXCLUDE,
    PILLAR,
    maybe("guards", Shape::Text, guards::DOC),
];

/// The arguments of `undo`.
const UNDONE: &[Argument] = &[
    required("run", Shape::Text, "the run: its name, the beginning of it, or 'last'"),
    flag("yes", false, "do not ask for confirmation"),
    flag("partly", false, "undo what can be undone, and leave the rest"),
    flag(
        "force",
        false,
        "also delete things that are not empty: a group with instances, a bucket with objects",
    ),
    maybe("profile", Shape::Text, "the profile to use, instead of the credentials that the SLS name"),
    PILLAR,
    maybe("guards", Shape::Text, guards::DOC),
];

/// The arguments of `apply`.
const APPLIED: &[Argument] = &[
    required("file", Shape::Text, "the plan"),
    flag("yes", false, "do not ask for confirmation"),
    maybe("guards", Shape::Text, guards::DOC),
    maybe("pillar", Shape::Text, "the pillar of the plan, if it was given on the command line"),
];

pub(in crate::commands) const COMMANDS: &[Command] = &[
    Command {
        name: "plan",
        signature: takes(PLANNED).words(1),
        doc: "Shows what a run of some SLS would create, change, replace and delete, attribute by \
              attribute.\n\nIt compares like test=True and changes nothing. --out=json is for programs, \
              --out=markdown for pull requests. The exit code is 1 if a state cannot be planned, or a \
              guard refuses the plan; with --detailed-exitcode it is 3 if there is something to do.",
        returns: "the plan",
        does: TESTS,
        run: plan,
    },
    Command {
        name: "apply",
        signature: takes(APPLIED),
        doc: "Does exactly what a plan says that 'plan -o FILE' stored, or nothing.\n\nIt compares the \
              plan with AWS and the SLS files first. If an attribute that the plan depends on has \
              changed, it stops before the first change and names the attribute. It checks the guards \
              of the configuration too. On a terminal it asks for confirmation.",
        returns: "Salt's return of each state",
        does: RUNS,
        run: apply,
    },
    Command {
        name: "destroy",
        signature: takes(destroy::DESTROYED).words(1),
        doc: "Deletes everything in AWS that some SLS declare.\n\nIt declares the absent form of each \
              state, in reverse order: what uses a thing is deleted before the thing. Guards apply. On \
              a terminal it shows the plan and asks for confirmation; elsewhere it only shows the plan, \
              unless --yes is given. Things that others still use, and things that are not empty, are \
              refused by AWS; --force deletes the instances of a group and the objects of a bucket, too. \
              It names what stays: states of the machine, and kinds without an absent form. 'undo' makes \
              the things again, without their data.",
        returns: "the plan; with --yes Salt's return of each state",
        does: RUNS,
        run: destroy::destroy,
    },
    Command {
        name: "prune",
        signature: takes(PRUNED).words(1),
        doc: "Deletes things with the owner's tag that are not declared any more.\n\n'ownership' of the \
              configuration names the owner. Without --yes it shows what it would delete and changes \
              nothing. Guards apply. Name all SLS that are declared under this owner: a thing with the \
              tag that is in none of them is deleted, unless a declared state uses it. Databases, tables and other stores of data are \
              named and never deleted.",
        returns: "the plan; with --yes Salt's return of each state",
        does: RUNS,
        run: prune::prune,
    },
    Command {
        name: "undo",
        signature: takes(UNDONE),
        doc: "Undoes the changes of a run in AWS.\n\nIt plans the inverse of the recorded run against \
              the present. Things that the run created are deleted, changed things get their former \
              values, and deleted things are created again, without their data. First it compares AWS \
              with what the run left. If something was changed since, it stops before the first change \
              and names it. It also names what cannot be undone: secrets, which the journal does not \
              hold, and states of the machine. Guards apply. On a terminal it asks for confirmation; \
              elsewhere it only shows the plan, unless --yes is given. The run of 'undo' is recorded \
              and can be undone as well.",
        returns: "the plan; with --yes Salt's return of each state",
        does: RUNS,
        run: undo::undo,
    },
    Command {
        name: "watch",
        signature: takes(WATCHED).words(1),
        doc: "Repeats the plan of some SLS, and reports differences as JSON lines.\n\nA difference is \
              reported once when it appears, again when it changes, and once when it is gone \
              ('as_declared'). After each look a line 'checked' follows. 'last_change' says who made \
              the difference, if CloudTrail may be read. Nothing is changed unless --heal names it: \
              then its states are applied, under the guards, and nothing is deleted or replaced. Ctrl-C \
              and SIGTERM end it; with --detailed-exitcode the exit code is 3 if something differed in \
              the last look.",
        returns: "JSON lines",
        does: RUNS,
        run: watch::watch,
    },
    Command {
        name: "graph",
        signature: takes(DRAWN).words(1),
        doc: "Shows which states of some SLS wait for which others, and why: requisites, and names of \
              things that other states make.\n\nAWS is not asked, except by templates that do. States \
              of the machine that no requisite connects keep the order of the list.",
        returns: "a text",
        does: SHOWS,
        run: graph::graph,
    },
];

/// `plan MODS`.
pub(super) fn plan(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    let compiled = compiled(session, bound)?;
    let lows = compiled.lows.clone();
    let run = run(session, compiled)?;
    let collected = run.collected();
    keep(session, bound, &lows, &collected)?;
    Ok(plan_answer(run, collected.plan, vec![]))
}

pub(super) fn run(session: &Session<'_>, compiled: Compiled) -> Result<Run, CliError> {
    let Compiled { minion, lows, rendered, terms } = compiled;
    run_calls(session, Calls { lows, rendered: &rendered, only: None, terms }, &minion, true)
}

/// The named SLS, or those of the top file.
pub(super) fn compiled(session: &Session<'_>, bound: &Bound) -> Result<Compiled, CliError> {
    let subject =
        if bound.value("mods").is_null() { given_by_top(session, bound)? } else { named(session, bound)? };
    let mut compiled = compile(subject)?;
    compiled.terms.asks_accounts = true;
    Ok(compiled)
}
