//! `watch`: the plan again and again; what differs from the SLS comes as JSON lines.

use std::collections::BTreeMap;
use std::pin::pin;
use std::time::Duration;

use futures::future::{Either, select};
use jiff::Timestamp;
use serde_json::{Value as Json, json};
use tokio::sync::watch::{Receiver, channel};

use super::interrupt::asked_to_end;
use super::plan::{compiled, run};
use super::run::answer;
use super::walk::Run;
use super::{Answer, Bound, CliError, Session};
use crate::cli::answer::Form;
use crate::cli::commands::is_on;
use crate::cli::error::Ending;
use crate::cli::render::print_result;
use crate::engine::planned::PlannedAction;
use crate::engine::run_plan::RunPlan;
use crate::model::{Problem, Value};

/// What differs, by state and thing.
type Drift = BTreeMap<String, Json>;

/// `watch MODS`.
pub(super) fn watch(session: &Session<'_>, bound: &Bound) -> Result<Answer, CliError> {
    let every = Duration::from_secs(number(bound, "every")?.max(1));
    let rounds = number(bound, "rounds")?;
    let until_drift = is_on(bound, "until_drift")?;
    let (mut round, mut known) = (0_u64, Drift::new());
    let mut end = listen(session)?;
    loop {
        round += 1;
        // Each round reads everything anew.
        session.reach().snapshot().forget_all();
        let planned = compiled(session, bound).and_then(|compiled| run(session, compiled));
        let ended = match planned {
            Ok(planned) if planned.ran.walked.stopped => return Ok(last(&known)),
            Ok(planned) => {
                let found = drift(&planned.collected().plan);
                report(round, &known, &found, &planned)?;
                known = found;
                let is_over = round == rounds || (until_drift && !known.is_empty());
                let done = Answer { form: Form::Verbatim, cost: planned.cost, ..answer(planned.ran) };
                is_over.then(|| Answer { data: Value::from(""), ..done })
            }
            // What is wrong from the beginning does not mend itself.
            Err(error) if round == 1 => return Err(error),
            Err(error) => {
                let report = error.report();
                let why = format!("{}: {}", report.heading, report.problems);
                line(&json!({"event": "failed", "round": round, "why": why}))?;
                let failed = Answer { form: Form::Verbatim, ending: Ending::StateFailed, ..Answer::data("") };
                (round == rounds).then_some(failed)
            }
        };
        if let Some(done) = ended {
            return Ok(done);
        }
        if is_asked_to_end(session, &mut end, every)? {
            return Ok(last(&known));
        }
    }
}

/// The answer of a watch that somebody ended.
fn last(known: &Drift) -> Answer {
    let ending = if known.is_empty() { Ending::Succeeded } else { Ending::WouldChange };
    Answer { form: Form::Verbatim, ending, ..Answer::data("") }
}

/// Hears from now on whether somebody asks for the end, between rounds as well.
fn listen(session: &Session<'_>) -> Result<Receiver<bool>, CliError> {
    let (ask, asked) = channel(false);
    session.reach().runtime()?.spawn(async move {
        asked_to_end().await;
        let _ = ask.send(true);
    });
    Ok(asked)
}

fn number(bound: &Bound, name: &str) -> Result<u64, CliError> {
    let text = bound.text(name);
    text.parse().map_err(|_| {
        let name = name.replace('_', "-");
        CliError::Usage(Problem::nowhere(format!("--{name} is a number, and this is '{text}'")))
    })
}

/// Everything that differs: a state that cannot be compared differs as well.
fn drift(plan: &RunPlan) -> Drift {
    let mut drift = Drift::new();
    for state in &plan.states {
        let name = json!({
            "id": state.id, "function": state.function, "sls": state.sls, "declared_at": state.declared_at,
        });
        if state.failed {
            let said = json!({"state": name, "failed": state.comment});
            drift.insert(state.title(), said);
            continue;
        }
        for thing in state.things.iter().filter(|thing| thing.action != PlannedAction::Unchanged) {
            let key = format!("{}\n{}\n{}", state.title(), thing.kind, thing.name);
            let thing = json!({
                "kind": thing.kind, "name": thing.name, "id": thing.id, "region": thing.region,
                "account": thing.account, "action": thing.action, "attributes": thing.attributes,
            });
            drift.insert(key, json!({"state": name, "thing": thing}));
        }
    }
    drift
}

/// Prints what is new since the round before, what is as declared again, and that the round is over.
fn report(round: u64, known: &Drift, found: &Drift, run: &Run) -> Result<(), CliError> {
    for (_, said) in found.iter().filter(|(key, said)| known.get(*key) != Some(said)) {
        line(&with(json!({"event": "drift", "round": round}), said))?;
    }
    for (_, said) in known.iter().filter(|(key, _)| !found.contains_key(*key)) {
        let mut gone = with(json!({"event": "as_declared", "round": round}), said);
        if let Some(thing) = gone.get_mut("thing").and_then(Json::as_object_mut) {
            thing.retain(|key, _| !matches!(key.as_str(), "action" | "attributes"));
        }
        line(&gone)?;
    }
    let states = run.ran.walked.returns.len();
    line(&json!({"event": "checked", "round": round, "states": states, "drift": found.len()}))
}

fn with(mut line: Json, said: &Json) -> Json {
    if let (Some(line), Some(said)) = (line.as_object_mut(), said.as_object()) {
        line.extend(said.clone());
    }
    line
}

fn line(said: &Json) -> Result<(), CliError> {
    let text = with(json!({"at": Timestamp::now().to_string()}), said).to_string();
    print_result(&text).map_err(|source| CliError::WriteResult { target: "stdout".to_owned(), source })
}

/// Waits; true when somebody asks for the end meanwhile, or did before.
fn is_asked_to_end(
    session: &Session<'_>,
    end: &mut Receiver<bool>,
    every: Duration,
) -> Result<bool, CliError> {
    session.reach().wait(async {
        let (asked, pause) = (end.wait_for(|asked| *asked), tokio::time::sleep(every));
        matches!(select(pin!(asked), pin!(pause)).await, Either::Left(_))
    })
}
