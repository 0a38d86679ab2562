//! `watch`: repeats the plan, writes differences from the SLS as JSON lines, and heals them if the command line says
//! so.

use std::collections::BTreeMap;
use std::pin::pin;
use std::time::Duration;

use futures::future::{Either, select};
use jiff::Timestamp;
use serde_json::{Value as Json, json};
use tokio::sync::watch::Receiver;

use super::heal::heal;
use super::interrupt::end_request;
use super::plan::{compiled, run};
use super::run::{Compiled, answer};
use super::trail::Trail;
use super::walk::Run;
use super::{Bound, CliError, CommandAnswer, Session, options};
use crate::answer::Form;
use crate::commands::is_on;
use crate::error::Ending;
use crate::render::print_result;
use engine::healing::AllowList;
use engine::planned::PlannedAction;
use engine::run_plan::{PlannedState, RunPlan, Thing};
use model::{Problem, Value};

/// The differences, by state and thing.
type Drift = BTreeMap<String, Json>;

/// `watch MODS`.
pub(super) fn watch(session: &Session<'_>, bound: &Bound) -> Result<CommandAnswer, CliError> {
    session.forbid_changes();
    let every = Duration::from_secs(number(bound, "every")?.max(1));
    let rounds = number(bound, "rounds")?;
    let until_drift = is_on(bound, "until_drift")?;
    let mut watch = Watch {
        session,
        bound,
        heals: allowed(session, bound)?,
        known: Drift::new(),
        trail: Trail::default(),
    };
    let mut end = end_request(session)?;
    let mut round = 0_u64;
    loop {
        round += 1;
        // Each round reads everything again.
        session.reach().snapshot().forget_all();
        let ended = match watch.look(round) {
            Ok(planned) if planned.ran.walked.stopped => return Ok(last(&watch.known)),
            Ok(planned) => {
                let is_over = round == rounds || (until_drift && !watch.known.is_empty());
                let done = CommandAnswer { form: Form::Verbatim, cost: planned.cost, ..answer(planned.ran) };
                is_over.then(|| CommandAnswer { data: Value::from(""), ..done })
            }
            // A mistake at the beginning would not go away by itself.
            Err(error) if round == 1 => return Err(error),
            Err(error) => {
                let report = error.report();
                let why = format!("{}: {}", report.heading, report.problems);
                line(&json!({"event": "failed", "round": round, "why": why}))?;
                let failed = CommandAnswer {
                    form: Form::Verbatim,
                    ending: Ending::StateFailed,
                    ..CommandAnswer::data("")
                };
                (round == rounds).then_some(failed)
            }
        };
        if let Some(done) = ended {
            return Ok(done);
        }
        if is_asked_to_end(session, &mut end, every)? {
            return Ok(last(&watch.known));
        }
    }
}

/// The input of a watch, and the result of its last look.
struct Watch<'a> {
    session: &'a Session<'a>,
    bound: &'a Bound,
    heals: Option<AllowList>,
    known: Drift,
    trail: Trail,
}

impl Watch<'_> {
    /// Compares once, reports, asks who made the differences, and heals those on the list.
    fn look(&mut self, round: u64) -> Result<Run, CliError> {
        let now = Timestamp::now();
        let compiled = compiled(self.session, self.bound)?;
        let planned = run(self.session, compiled.clone())?;
        if planned.ran.walked.stopped {
            return Ok(planned);
        }
        let plan = planned.collected().plan;
        let found = drift(&plan);
        report(round, &self.known, &found)?;
        let known = std::mem::replace(&mut self.known, found);
        let mut lines = self.last_changes(&compiled, &plan, &known, now)?;
        if let Some(list) = &self.heals {
            lines.extend(heal(self.session, &compiled, &plan, list));
        }
        for said in lines {
            line(&with(json!({"round": round}), &said))?;
        }
        let states = planned.ran.walked.returns.len();
        line(&json!({"event": "checked", "round": round, "states": states, "drift": self.known.len()}))?;
        Ok(planned)
    }

    /// Who made the new differences, as far as CloudTrail shows it yet.
    fn last_changes(
        &mut self,
        compiled: &Compiled,
        plan: &RunPlan,
        before: &Drift,
        now: Timestamp,
    ) -> Result<Vec<Json>, CliError> {
        let since = self.trail.look(now);
        for (state, thing) in plan.things() {
            let key = key(state, thing);
            if self.known.get(&key).is_some_and(|said| before.get(&key) != Some(said)) {
                self.trail.seek(state, thing, since, now);
            }
        }
        self.trail.ask(self.session, compiled, now)
    }
}

/// The list of `--heal`.
fn allowed(session: &Session<'_>, bound: &Bound) -> Result<Option<AllowList>, CliError> {
    let text = bound.text("heal");
    if text.is_empty() {
        return Ok(None);
    }
    options::refuse_if_test(session, bound)?;
    let refused = |text: String| {
        let problem = Problem::nowhere(format!("--heal: '{text}' is not a list of things"));
        CliError::Usage(problem.hint("write the kind, a colon and the name, as in sqs.queue:myapp-*"))
    };
    AllowList::read(&text).map(Some).map_err(refused)
}

/// The answer of a watch that was ended.
fn last(known: &Drift) -> CommandAnswer {
    let ending = if known.is_empty() { Ending::Succeeded } else { Ending::WouldChange };
    CommandAnswer { form: Form::Verbatim, ending, ..CommandAnswer::data("") }
}

fn number(bound: &Bound, name: &str) -> Result<u64, CliError> {
    let text = bound.text(name);
    text.parse().map_err(|_| {
        let name = name.replace('_', "-");
        CliError::Usage(Problem::nowhere(format!("--{name} must be a number, not '{text}'")))
    })
}

/// All differences: a state that cannot be compared differs as well.
fn drift(plan: &RunPlan) -> Drift {
    let mut drift = Drift::new();
    for state in &plan.states {
        let name = state_name(state);
        if state.failed {
            let said = json!({"state": name, "failed": state.comment});
            drift.insert(state.title(), said);
            continue;
        }
        for thing in state.things.iter().filter(|thing| thing.action != PlannedAction::Unchanged) {
            let key = key(state, thing);
            let thing = json!({
                "kind": thing.kind, "name": thing.name, "id": thing.id, "region": thing.region,
                "account": thing.account, "action": thing.action, "attributes": thing.attributes,
            });
            drift.insert(key, json!({"state": name, "thing": thing}));
        }
    }
    drift
}

fn key(state: &PlannedState, thing: &Thing) -> String {
    format!("{}\n{}\n{}", state.title(), thing.kind, thing.name)
}

/// The name of a state in the lines.
pub(super) fn state_name(state: &PlannedState) -> Json {
    json!({"id": state.id, "function": state.function, "sls": state.sls, "declared_at": state.declared_at})
}

/// Prints what is new since the previous round, and what is as declared again.
fn report(round: u64, known: &Drift, found: &Drift) -> Result<(), CliError> {
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
    Ok(())
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

/// Waits; true if the end is requested meanwhile, or was before.
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
