//! A run from low chunks to returns: declare everything, read everything, walk.

use std::cell::RefCell;
use std::collections::HashMap;
use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use futures::future::{Either, select};
use tracing::Instrument;

use super::beside::{Endings, beside};
use super::composed::{self, Standing};
use super::conditions::{Functions, Setting, Stop, guarded, passed_over};
use super::declare::{Declared, declare};
use super::event::Event;
use super::facts::facts;
use super::foresee;
use super::gate::{Failures, RunContext};
use super::local;
use super::prime;
use super::reconcile::Task;
use super::report;
use super::snapshot::{SessionId, Snapshot};
use crate::aws::{Connection, wait};
use crate::graph::{self, Answer, Graph, NodeFacts, Options, Reaction, Walked};
use crate::model::{Leaves, Low, Minion, Outcome, PROFILE, Problem, Problems, Value, Verdict};
use crate::system::{Around, Memory, Supplies};

/// How many states may be under way at once. Many: those of one kind are read again together, and wait for AWS most of
/// their time.
pub const AT_ONCE: usize = 64;

/// What is to be run, and how.
pub struct Job<'a> {
    /// The chunks in Salt's order.
    pub lows: Vec<Low>,
    /// All SLS of the run, also those without states.
    pub rendered: &'a [String],
    /// Configuration, grains and pillar.
    pub minion: &'a Minion,
    /// What has been read so far, by templates, and the connections.
    pub snapshot: &'a Snapshot,
    /// Files of the trees, templates and the clock, for states of the machine.
    pub supplies: &'a dyn Supplies,
    /// Carries out execution functions for `module.run` and the module form of `onlyif` and `unless`.
    pub functions: &'a Functions<'a>,
    /// The ID of what alone is to be run, with all it requires; none for everything.
    pub only: Option<&'a str>,
    /// True to tell what would be done and do nothing.
    pub test: bool,
    /// True when any failure ends the run.
    pub failhard: bool,
    /// How many states may be under way at once.
    pub at_once: usize,
    /// The time of day as Salt prints it, so long after the walk began.
    pub clock: &'a dyn Fn(Duration) -> String,
    /// Told of everything that happens.
    pub observe: &'a (dyn Fn(Event) + Sync),
}

/// How a run ended.
#[derive(Debug)]
pub struct Ran {
    /// What each state came to, in Salt's order.
    pub walked: Walked,
    /// What an author should know and need not act on.
    pub warnings: Vec<Problem>,
}

/// Runs all states, or none if anything declared is wrong. Ends early when `stop` is done: calls under way are left
/// to end, conditions are given up.
///
/// # Errors
/// Everything wrong in the declarations; no call was made then.
pub async fn run(job: Job<'_>, stop: impl Future<Output = ()>) -> Result<Ran, Problems> {
    let mut plan = tracing::info_span!(target: PROFILE, "declare").in_scope(|| Plan::make(&job))?;
    let mut warnings = plan.graph.warnings.clone();
    warnings.extend(plan.graph.nodes.iter().flat_map(|node| passed_over(&node.low)));
    let snapshot = job.snapshot;
    plan.open(snapshot).await;
    let parts = plan.parts();
    let wanted = plan.declared.iter().enumerate().filter(|(state, _)| plan.graph.is_wanted(*state));
    for (state, declared) in wanted {
        plan.promise(snapshot, state, declared);
    }
    let mut stop = pin!(stop);
    let primed = async {
        prime::prime(snapshot, &parts).instrument(tracing::info_span!(target: PROFILE, "prime")).await;
        (job.observe)(Event::Primed { things: snapshot.len() });
        let wanted = plan.wanted();
        let foreseen = foresee::foresee(snapshot, &wanted, job.observe);
        foreseen.instrument(tracing::info_span!(target: PROFILE, "foresee")).await;
    };
    let stopped = match select(pin!(primed), stop.as_mut()).await {
        Either::Left(_) => false,
        Either::Right(_) => true,
    };
    let (stopper, stop_heard) = Stop::new();
    let stop = async {
        if !stopped {
            stop.await;
        }
        stopper.tell();
    };
    (job.observe)(Event::RunStarted { states: plan.declared.len() });
    let (memory, failures, endings) = (Memory::default(), Failures::default(), Endings::default());
    let walk = Walk { job: &job, plan: &plan, snapshot, memory, failures, endings, stop: stop_heard };
    let ended = |state: usize, answer: &Answer| walk.ended(state, answer);
    let options = Options {
        at_once: job.at_once,
        failhard: job.failhard,
        test: job.test,
        clock: job.clock,
        ended: &ended,
    };
    let heard = walk.stop.clone();
    let walked = graph::walk(&plan.graph, &options, |state, reaction| walk.call(state, reaction), stop);
    let walked = walked.instrument(tracing::info_span!(target: PROFILE, "walk"));
    let walked = wait::heeding(heard, walked).await;
    Ok(Ran { walked, warnings })
}

/// Everything that is known before the first call.
struct Plan {
    graph: Graph,
    /// By index in the graph.
    declared: Vec<Declared>,
    sessions: HashMap<Connection, SessionId>,
}

impl Plan {
    fn make(job: &Job<'_>) -> Result<Self, Problems> {
        let found = RefCell::new(Vec::new());
        let problems = RefCell::new(Problems::default());
        let facts = |low: &Low| {
            let declared = declare(low, job.minion, &mut problems.borrow_mut());
            let facts = declared.as_ref().map_or_else(NodeFacts::default, |declared| facts(low, declared));
            found.borrow_mut().push(declared);
            facts
        };
        let built = graph::build(job.lows.clone(), job.rendered, &facts);
        let mut problems = problems.into_inner();
        if !problems.is_empty() {
            // They fail their states only; who has to mend something anyway wants to know of them.
            let unknown = found.borrow().iter().flatten().filter_map(Declared::unknown).cloned().collect();
            problems.extend(Problems(unknown));
        }
        problems.sort();
        let mut graph = match built {
            Ok(graph) => graph,
            Err(more) => {
                problems.extend(more);
                return Err(problems);
            }
        };
        if let Some(id) = job.only {
            graph.restrict(|low| low.id == id);
        }
        let declared: Vec<Declared> = found.into_inner().into_iter().flatten().collect();
        problems.or(Self { graph, declared, sessions: HashMap::new() })
    }

    async fn open(&mut self, snapshot: &Snapshot) {
        for part in self.declared.iter().flat_map(Declared::parts) {
            if !self.sessions.contains_key(&part.connection) {
                self.sessions.insert(part.connection.clone(), snapshot.open(&part.connection).await);
            }
        }
    }

    fn session(&self, connection: &Connection) -> SessionId {
        self.sessions.get(connection).copied().unwrap_or(SessionId(usize::MAX))
    }

    fn parts(&self) -> Vec<(SessionId, &super::Part)> {
        let concerned = self.declared.iter().enumerate().filter(|(state, _)| self.graph.is_concerned(*state));
        let parts = concerned.flat_map(|(_, declared)| declared.parts());
        parts.map(|part| (self.session(&part.connection), part)).collect()
    }

    /// The parts of states that are carried out.
    fn wanted(&self) -> Vec<(SessionId, &super::Part)> {
        let wanted = self.declared.iter().enumerate().filter(|(state, _)| self.graph.is_wanted(*state));
        let parts = wanted.flat_map(|(_, declared)| declared.parts());
        parts.map(|part| (self.session(&part.connection), part)).collect()
    }

    fn promise(&self, snapshot: &Snapshot, state: usize, declared: &Declared) {
        for part in declared.parts().iter().filter(|part| part.leaves == Leaves::Present) {
            for reference in part.kind.provides(&part.spec) {
                snapshot.promise(self.session(&part.connection), reference, state);
            }
        }
    }
}

/// One walk over the plan.
struct Walk<'a> {
    job: &'a Job<'a>,
    plan: &'a Plan,
    snapshot: &'a Snapshot,
    memory: Memory,
    failures: Failures,
    endings: Endings,
    stop: Stop,
}

impl Walk<'_> {
    async fn call(&self, state: usize, reaction: Reaction) -> Answer {
        (self.job.observe)(Event::StateStarted { state });
        let Some(node) = self.plan.graph.nodes.get(state) else {
            return Answer::kept_from_running(Outcome::failed("this state is not in the graph"));
        };
        if let Some(Declared::Unknown(problem)) = self.plan.declared.get(state) {
            return report::not_found(&node.low, problem);
        }
        let test = self.job.test || reaction == Reaction::Predict;
        let shell = self.job.minion.grains.get("shell").and_then(Value::as_str).unwrap_or("/bin/sh");
        let setting = Setting { test, shell, functions: self.job.functions, stop: &self.stop };
        let low = &node.low;
        let function = format_args!("{}.{}", low.state, low.function);
        let span = tracing::info_span!(target: PROFILE, "state", id = low.id, %function);
        guarded(low, setting, || self.attempt(state, low, &reaction, test)).instrument(span).await
    }

    async fn attempt(&self, state: usize, low: &Low, reaction: &Reaction, test: bool) -> Answer {
        match self.plan.declared.get(state) {
            Some(Declared::Aws(parts)) => self.parts(state, low, (parts, None), test).await.into(),
            Some(Declared::Composed(parts, remark)) => {
                self.parts(state, low, (parts, remark.as_deref()), test).await.into()
            }
            Some(Declared::System(call)) => {
                let watched = local::watched(&self.plan.graph, reaction);
                let near = local::Neighbours::of(&self.plan.graph, state);
                let (plan, opts) = (self.plan, &self.job.minion.opts);
                let companions = if test || *reaction != Reaction::Call {
                    vec![]
                } else {
                    beside(&plan.graph, &plan.declared, state, &self.endings, opts)
                };
                let around = near.around(low, self.job.supplies, &self.memory);
                let around = Around { companions: &companions, ..around };
                let run = local::Run { test, functions: self.job.functions, standing: self.standing(state) };
                local::carry_out(call, around, self.job.minion, watched.as_deref(), run).await.into()
            }
            Some(Declared::Unknown(_)) | None => {
                Answer::kept_from_running(Outcome::failed("this state was not declared"))
            }
        }
    }

    async fn parts(
        &self,
        state: usize,
        low: &Low,
        (parts, remark): (&[super::Part], Option<&str>),
        test: bool,
    ) -> Outcome {
        let Standing { snapshot, context, observe, .. } = self.standing(state);
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
        composed::all(sessions.zip(parts).map(task), remark).await
    }

    fn standing(&self, state: usize) -> Standing<'_> {
        let context = RunContext { minion: self.job.minion, failures: &self.failures, stop: &self.stop };
        Standing { snapshot: self.snapshot, context, state, observe: self.job.observe }
    }

    /// What a state promised is there now, or never will be; only a test run still owes it.
    fn ended(&self, state: usize, answer: &Answer) {
        let verdict = answer.outcome.verdict;
        self.endings.note(state, verdict == Verdict::Succeeded);
        match verdict {
            Verdict::WouldChange => {}
            Verdict::Succeeded => self.snapshot.settle(state),
            Verdict::Failed => {
                self.snapshot.fail(state);
                self.plan.graph.nodes.get(state).inspect(|node| self.failures.note(&node.low));
            }
        }
        (self.job.observe)(Event::StateFinished { state, verdict, changed: answer.outcome.has_changes() });
    }
}
