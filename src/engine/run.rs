//! A run from low chunks to returns: declare everything, read everything, walk.

mod credentials;
mod job;
mod plan;

use std::cell::Cell;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;

use futures::future::{Either, select};
use tracing::Instrument;

use self::credentials::RefusedCredentials;
pub use self::job::{Job, Ran};
use self::plan::Plan;
pub use self::plan::graph_of;
use super::approval::Approval;
use super::beside::{Endings, beside};
use super::composed::{self, CallContext, Manner};
use super::conditions::{Setting, Stop, guarded, passed_over};
use super::declare::Declared;
use super::event::Event;
use super::foresee;
use super::forms::misshapen;
use super::freshness::Freshness;
use super::gate::{Failures, RunContext};
use super::local;
use super::prime;
use super::reconcile::Task;
use super::report;
use super::snapshot::{Moment, Snapshot};
use aws::{calls, wait};
use graph::{self, CallEnd, Existing, Options, Reaction};
use model::{Low, Outcome, PROFILE, Problems, Value, Verdict};
use system::{Memory, StateContext};

/// The maximum number of running states. It is large, because states of one kind are read together, and wait for AWS
/// most of their time.
pub const AT_ONCE: usize = 64;

/// Runs all states, or none if any declaration is wrong. Ends early when `stop` is done: running calls may end,
/// conditions are cancelled.
///
/// # Errors
/// All mistakes in the declarations; no call was made then.
pub async fn run(job: Job<'_>, stop: impl Future<Output = ()>) -> Result<Ran, Problems> {
    run_approved(job, None, stop).await
}

/// The same, within the limits of `approval`.
///
/// # Errors
/// As [`run`].
pub async fn run_approved(
    job: Job<'_>,
    approval: Option<&dyn Approval>,
    stop: impl Future<Output = ()>,
) -> Result<Ran, Problems> {
    let plan = Plan::open(&job).instrument(tracing::info_span!(target: PROFILE, "declare")).await?;
    let mut warnings = plan.graph.warnings.clone();
    warnings.extend(plan.graph.nodes.iter().flat_map(|node| passed_over(&node.low)));
    warnings.extend(plan.graph.nodes.iter().flat_map(|node| misshapen(&node.low)));
    let snapshot = job.snapshot;
    plan.promise_all(snapshot);
    let mut stop = pin!(stop);
    let stopped = match select(pin!(read_and_foresee(&job, &plan)), stop.as_mut()).await {
        Either::Left(_) => false,
        Either::Right(_) => true,
    };
    let refused = if job.test { None } else { RefusedCredentials::find(snapshot, &plan.wanted()) };
    let approval = refused.as_ref().map_or(approval, |refused| Some(refused as &dyn Approval));
    let (stopper, stop_heard) = Stop::new();
    let stop = async {
        if !stopped {
            stop.await;
        }
        stopper.stop();
    };
    (job.observe)(Event::RunStarted { states: plan.declared.len() });
    let (memory, failures, endings) = (Memory::default(), Failures::default(), Endings::default());
    let (freshness, existing) = (Freshness::default(), Existing::default());
    let observe = |event: Event| {
        match &event {
            Event::Waiting { state, .. } => freshness.note_wait(*state, snapshot.now()),
            Event::Exists { state, references } => existing.note(*state, references.clone()),
            _ => {}
        }
        (job.observe)(event);
    };
    let (freshness, observe) = (&freshness, &observe);
    let walk = Walk {
        job: &job,
        approval,
        plan: &plan,
        dependants: local::Dependants::of(&plan.graph),
        snapshot,
        memory,
        failures,
        endings,
        freshness,
        observe,
        stop: stop_heard,
    };
    let ended = |state: usize, answer: &CallEnd| walk.ended(state, answer);
    let options = Options {
        at_once: job.at_once,
        failhard: job.failhard,
        test: job.test,
        clock: job.clock,
        existing: &existing,
        ended: &ended,
    };
    let walked = graph::walk(&plan.graph, &options, |state, reaction| walk.call(state, reaction), stop);
    // Boxed: it is large, and each layer around it would copy it.
    let walked = Box::pin(walked.instrument(tracing::info_span!(target: PROFILE, "walk")));
    let walked = wait::heeding(walk.stop.clone(), walked).await;
    Ok(Ran { walked, warnings, graph: plan.graph })
}

/// Reads what the run will need, and announces the delays that rate limits will cause.
async fn read_and_foresee(job: &Job<'_>, plan: &Plan) {
    let (snapshot, parts) = (job.snapshot, plan.parts());
    prime::prime_run(snapshot, &parts, job.asks_accounts)
        .instrument(tracing::info_span!(target: PROFILE, "prime"))
        .await;
    (job.observe)(Event::Primed { things: snapshot.len() });
    let wanted = plan.wanted();
    let foreseen = foresee::foresee(snapshot, &wanted, job.observe);
    foreseen.instrument(tracing::info_span!(target: PROFILE, "foresee")).await;
}

/// One walk over the plan.
struct Walk<'a> {
    job: &'a Job<'a>,
    approval: Option<&'a dyn Approval>,
    plan: &'a Plan,
    dependants: local::Dependants,
    snapshot: &'a Snapshot,
    memory: Memory,
    failures: Failures,
    endings: Endings,
    freshness: &'a Freshness,
    /// Is called with every event from now on.
    observe: &'a (dyn Fn(Event) + Sync),
    stop: Stop,
}

impl Walk<'_> {
    async fn call(&self, state: usize, reaction: Reaction) -> CallEnd {
        (self.job.observe)(Event::StateStarted { state });
        let Some(node) = self.plan.graph.nodes.get(state) else {
            return CallEnd::kept_from_running(Outcome::failed("this state is not in the graph"));
        };
        if let Some(Declared::Unknown(problem)) = self.plan.declared.get(state) {
            return report::not_found(&node.low, problem);
        }
        let test = self.job.test || reaction == Reaction::Predict;
        let shell = self.job.minion.grains.get("shell").and_then(Value::as_str).unwrap_or("/bin/sh");
        let since = Cell::new(self.since(state, test));
        let again = || {
            self.snapshot.outdate_functions();
            since.set(self.snapshot.now());
        };
        let functions = self.job.functions;
        let setting = Setting { test, shell, functions, stop: &self.stop, again: &again };
        let low = &node.low;
        let function = format_args!("{}.{}", low.state, low.function);
        let span = tracing::info_span!(target: PROFILE, "state", id = low.id, %function);
        let call = || self.attempt((state, low), &reaction, test, since.get());
        // Boxed: it is large, and each layer around it would copy it.
        let work = Box::pin(guarded(low, setting, call).instrument(span));
        calls::on_behalf_of(state, work).await
    }

    /// The state may only use reads made after this.
    fn since(&self, state: usize, test: bool) -> Moment {
        if test {
            // Nothing has happened since everything was read.
            return Moment::START;
        }
        let parts = self.plan.declared.get(state).map(Declared::parts).unwrap_or_default();
        let is_last = parts.iter().any(super::part::Part::follows_all);
        if is_last && !self.plan.graph.before(state).is_empty() {
            // A state that puts the instance into service needs the current health, however long the run has been
            // running.
            return self.snapshot.now();
        }
        self.freshness.since(&self.plan.graph, state)
    }

    async fn attempt(
        &self,
        (state, low): (usize, &Low),
        reaction: &Reaction,
        test: bool,
        since: Moment,
    ) -> CallEnd {
        match self.plan.declared.get(state) {
            Some(Declared::Aws(parts)) => {
                self.parts((state, low), (parts, Manner::default()), test, since).await.into()
            }
            Some(Declared::Composed(parts, remark)) => {
                let manner = Manner::of(parts, remark.as_deref());
                self.parts((state, low), (parts, manner), test, since).await.into()
            }
            Some(Declared::System(call)) => {
                let watched = local::watched(&self.plan.graph, reaction);
                let near = local::ConnectedChunks::of(&self.plan.graph, &self.dependants, state);
                let (plan, opts) = (self.plan, &self.job.minion.opts);
                let later_calls = if test || *reaction != Reaction::Call {
                    vec![]
                } else {
                    beside(&plan.graph, &plan.declared, state, &self.endings, opts)
                };
                let context = near.context(low, self.job.services, &self.memory);
                let context = StateContext { later_calls: &later_calls, ..context };
                let run = local::Run { test, functions: self.job.functions, standing: self.standing(state) };
                local::carry_out(call, context, self.job.minion, watched.as_deref(), run).await
            }
            Some(Declared::Unknown(_)) | None => {
                CallEnd::kept_from_running(Outcome::failed("this state was not declared"))
            }
        }
    }

    async fn parts(
        &self,
        (state, low): (usize, &Low),
        (parts, manner): (&[super::Part], Manner<'_>),
        test: bool,
        since: Moment,
    ) -> Outcome {
        let CallContext { snapshot, context, observe, .. } = self.standing(state);
        let task = |(session, part)| Task {
            snapshot,
            session,
            part,
            state,
            place: &low.place,
            test,
            context,
            observe,
        };
        let sessions = parts.iter().map(|part| self.plan.session(&part.connection));
        // A part that comes after one that waited reads again, too.
        let freshness = self.freshness;
        let fresh = || freshness.waited(state).map_or(since, |waited| waited.max(since));
        composed::all(sessions.zip(parts).map(task), manner, &fresh).await
    }

    fn standing(&self, state: usize) -> CallContext<'_> {
        let (failures, approval) = (&self.failures, self.approval);
        let context = RunContext { minion: self.job.minion, failures, stop: &self.stop, approval };
        CallContext { snapshot: self.snapshot, context, state, observe: self.observe }
    }

    /// True for a state that did, or may have done, something that the snapshot does not notice.
    fn has_worked(&self, state: usize, answer: &CallEnd) -> bool {
        let (Some(declared), Some(node)) = (self.plan.declared.get(state), self.plan.graph.nodes.get(state))
        else {
            return false;
        };
        let CallEnd { outcome, ran, .. } = answer;
        let has_gate = |part: &super::Part| part.kind.gate(&part.spec).is_some();
        let is_felt = outcome.has_changes() || outcome.verdict == Verdict::Failed;
        match declared {
            Declared::System(_) => *ran && (is_felt || matches!(node.low.state.as_str(), "cmd" | "module")),
            _ => self.freshness.waited(state).is_some() || (is_felt && declared.parts().iter().any(has_gate)),
        }
    }

    /// The promised things of a state exist now, or never will; only in a test run they are still to come.
    fn ended(&self, state: usize, answer: &CallEnd) {
        let verdict = answer.outcome.verdict;
        if !self.job.test && self.has_worked(state, answer) {
            self.freshness.note_work(state, self.snapshot.now());
            self.snapshot.outdate_functions();
        }
        self.freshness.note_end(state);
        self.endings.note(state, verdict == Verdict::Succeeded);
        match verdict {
            Verdict::WouldChange => {}
            Verdict::Succeeded => self.snapshot.settle(state),
            Verdict::Failed => {
                self.snapshot.fail(state);
                self.plan.graph.nodes.get(state).inspect(|node| self.failures.note(&node.low));
            }
        }
        (self.job.observe)(Event::StateFinished { state, outcome: Arc::new(answer.outcome.clone()) });
    }
}
