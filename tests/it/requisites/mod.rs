//! Requisites and `test.*` states against what Salt 3007 made of them (`record.py`, `recorded.json`).
//!
//! The low chunks are Salt's own, so that nothing but the graph, the walk and the states is compared here; `whole` begins at the SLS files.

mod chunk;
mod compare;
mod lowstate;
mod whole;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

use engine::conditions::{Functions, Invocation, Setting, Stop, calling, guarded};
use graph::{self, CallEnd, Graph, NodeFacts, Options, Reaction};
use model::{Fields, Low, Minion, Outcome, Problems, StateReturn, Value};
use serde_json::Value as Json;
use system::{self, Call, Intent, Memory, NoServices, StateContext};

use crate::recorded::pins::Pins;

/// Cases in which we differ from Salt on purpose: the case, the mode (empty for both), why.
const DEVIATIONS: &[(&str, &str, &str)] = &[
    ("onfail_all_mixed", "", "Salt breaks on onfail_all"),
    ("onfail_all_both", "", "Salt breaks on onfail_all"),
    ("cycle_three", "", "longer circles are found before the run too"),
    ("cycle_in", "", "circles through inverse requisites are found before the run too"),
    ("cycle_glob", "", "a glob that fits its own bearer means the others"),
    ("require_sls_self", "", "an SLS that holds its own bearer means the others"),
    ("prereq_glob", "", "Salt finds a circle where there is none"),
    ("prereq_onchanges_target", "", "Salt finds a circle where there is none"),
    ("prereq_chain_unchanged", "", "the same results under other numbers"),
    ("prereq_fails", "real", "what a failed prereq kept from running has failed, not 'would change'"),
    ("prereq_own_require_fails", "", "what a failed prereq kept from running has failed, not 'would change'"),
    ("prereq_of_require_failed", "", "what a failed prereq kept from running has failed, not 'would change'"),
    ("failhard_prereq", "test", "what a failed prereq kept from running has failed, not 'would change'"),
    ("prereq_and_missing", "", "what a failed prereq kept from running is reported, not lost"),
    ("prereq_target_require_fails", "", "the same results under other numbers"),
    ("conditions_check", "test", "a test run does not let check_cmd judge what was not done"),
    ("conditions_retry_check", "test", "a test run does not let check_cmd judge what was not done"),
    ("conditions_watch_check", "test", "a test run does not let check_cmd judge what was not done"),
    ("conditions_check_function", "", "check_cmd takes functions, as onlyif and unless do"),
    ("conditions_retry_list", "test", "a list of mappings under retry is read, not passed over"),
    ("conditions_retry_quoted", "test", "a quoted number under retry is read, not passed over"),
    ("conditions_retry_false", "test", "nothing is announced where nothing is retried"),
    ("conditions_retry_skipped", "test", "comments are text, not Python's print of a list"),
    ("onfail_of_changes", "test", "a test run does not take what would change for failed"),
    ("unknown_prereq", "", "what a failed prereq kept from running is reported, not lost"),
    ("unknown_has_prereq", "", "what a failed prereq kept from running has failed, not 'would change'"),
    ("unknown_requires_changed", "test", "a test run does not take what would change for failed"),
    ("random_prereq_0112", "", "the same results under other numbers"),
    ("random_0019", "test", "a test run does not take what would change for failed"),
    ("random_0027", "test", "a test run does not take what would change for failed"),
    ("random_0118", "test", "a test run does not take what would change for failed"),
    ("random_0067", "test", "a test run does not take what would change for failed"),
    ("listen_glob", "", "listen takes globs, as all other requisites do"),
    ("listen_sls", "", "listen takes sls, as all other requisites do"),
    ("any_onfail_of_changes", "test", "a test run does not take what would change for failed"),
    ("check_fails_then_onfail", "test", "a test run does not let check_cmd judge what was not done"),
    ("check_of_failed", "test", "a test run does not let check_cmd judge what was not done"),
    ("check_of_several", "test", "a test run does not let check_cmd judge what was not done"),
    ("listen_in_by_glob", "", "listen takes globs, as all other requisites do"),
    ("parallel_failhard", "real", "failhard ends the run of parallel states too"),
    ("prereq_failing_twice", "", "what a failed prereq kept from running has failed, not 'would change'"),
    ("prereq_in_failing", "", "what a failed prereq kept from running has failed, not 'would change'"),
    ("prereq_with_failhard", "test", "what a failed prereq kept from running has failed, not 'would change'"),
    ("sls_listen", "", "listen takes sls, as all other requisites do"),
    ("watch_in_sls_fn", "", "inverse requisites take id, as all others do"),
];

#[tokio::test]
async fn requisites_end_as_in_salt() {
    let recorded = recorded();
    assert!(recorded.len() >= 305, "the record is not whole");
    let pins = Pins::of("tests/it/requisites/pinned.json");
    let mut complaints = vec![];
    for (case, record) in &recorded {
        let Some(lows) = chunk::lows(&record["low"]) else { continue };
        for mode in ["real", "test"] {
            let ours = run(lows.clone(), mode == "test").await;
            let difference = compare::difference(&ours, &record[mode]);
            let name = format!("{case} ({mode})");
            complaints
                .extend(pins.judged(&name, deviation(case, mode), difference, || compare::shown(&ours)));
        }
    }
    let unknown = DEVIATIONS.iter().filter(|(case, ..)| !recorded.contains_key(*case));
    complaints.extend(unknown.map(|(case, ..)| format!("{case} is no case")));
    complaints.extend(pins.unused(|_| true));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// Everything that Salt answered, by case.
fn recorded() -> BTreeMap<String, Json> {
    serde_json::from_str(include_str!("recorded.json")).unwrap_or_default()
}

/// Why a case differs on purpose.
fn deviation(case: &str, mode: &str) -> Option<&'static str> {
    let found = DEVIATIONS.iter().find(|(name, of, _)| *name == case && (of.is_empty() || *of == mode));
    found.map(|(_, _, why)| *why)
}

/// What we make of the chunks: returns, or the problems for which nothing is run.
async fn run(lows: Vec<Low>, test: bool) -> Result<Vec<StateReturn>, Problems> {
    let graph = graph::build(lows, &["sub.empty".to_owned()], &facts)?;
    let minion = Minion { pillar: chunk::pillar(), ..Minion::default() };
    let calls = Cell::new(0);
    let options = Options {
        existing: &graph::Existing::default(),
        at_once: 4,
        failhard: false,
        test,
        clock: &|_: Duration| String::new(),
        ended: &|_, _| calls.set(calls.get() + 1),
    };
    let functions: &Functions<'_> =
        &calling(|invocation| Box::pin(std::future::ready(function(&invocation))));
    let guard = async |index: usize, reaction: Reaction| {
        let test = test || reaction == Reaction::Predict;
        let stop = &Stop::new().1;
        let setting = Setting { test, shell: "/bin/sh", functions, stop, again: &|| {} };
        let low = &graph.nodes[index].low;
        let name = format!("{}.{}", low.state, low.function);
        if name != "file.exists" && system::find(&name).is_none() {
            return CallEnd::not_found(&name, &low.sls, "");
        }
        let call = || answer(&graph, &minion, index, reaction.clone(), test);
        guarded(&graph.nodes[index].low, setting, call).await
    };
    let walked = graph::walk(&graph, &options, guard, std::future::pending()).await;
    assert!(calls.get() <= graph.nodes.len());
    Ok(walked.returns)
}

/// The few execution functions that the cases call.
fn function(invocation: &Invocation) -> Result<Value, String> {
    let args = Value::List(invocation.args.clone());
    let kwargs = Value::Map(invocation.kwargs.clone());
    match invocation.function.as_str() {
        "test.true" => Ok(true.into()),
        "test.false" => Ok(false.into()),
        "test.echo" => {
            let text = invocation.args.first().or_else(|| invocation.kwargs.get("text"));
            text.cloned().ok_or_else(|| "test.echo needs a text".to_owned())
        }
        "test.kwarg" => Ok(kwargs),
        "test.arg" | "test.arg_repr" => Ok([("args", args), ("kwargs", kwargs)].into_iter().collect()),
        other => Err(format!("'{other}' is not available")),
    }
}

/// States of the machine one after the other, as the engine will have them.
fn facts(low: &Low) -> NodeFacts {
    NodeFacts { serial: true, mod_watch: low.state == "test", ..NodeFacts::default() }
}

async fn answer(graph: &Graph, minion: &Minion, index: usize, reaction: Reaction, test: bool) -> CallEnd {
    let low = &graph.nodes[index].low;
    let name = format!("{}.{}", low.state, low.function);
    if name == "file.exists" {
        return Outcome::succeeded(format!("Path {} exists", low.name)).into();
    }
    let Some((kind, function)) = system::find(&name) else { return CallEnd::not_found(&name, &low.sls, "") };
    let mut problems = Problems::default();
    let entries = low.arguments.clone().into_iter().filter(|(key, _)| {
        !function.open || function.arguments.iter().any(|argument| argument.is_spelled(key))
    });
    let fields = Fields::check(function.arguments, entries, &low.place, &name, &mut problems);
    assert!(problems.is_empty(), "{problems}");
    let reacts_to = match &reaction {
        Reaction::Call | Reaction::Predict => None,
        Reaction::Watch(changed) => Some(changed.as_slice()),
        Reaction::Listen => Some(&[][..]),
    };
    let reacts_to: Option<Vec<String>> = reacts_to.map(|changed| {
        let lows = changed.iter().map(|index| &graph.nodes[*index].low);
        lows.map(|low| format!("{}: {}", low.state, low.id)).collect()
    });
    let memory = Memory::default();
    let context = StateContext {
        low,
        services: &NoServices,
        memory: &memory,
        required: &[],
        dependants: &[],
        later_calls: &[],
    };
    let reacts_to = reacts_to.as_deref();
    let call = Call { function, name: &low.name, fields: &fields, minion, reacts_to, context };
    match kind.plan(call).await {
        Intent::Invoke { .. } => panic!("no case calls functions"),
        Intent::Settled(outcome) => outcome.into(),
        Intent::Act { foreseen, .. } if test => foreseen.into(),
        Intent::Act { step, .. } => step.carry_out().await.into(),
    }
}

/// The value as JSON, for comparing.
fn json(value: &Value) -> Json {
    value.to_json()
}
