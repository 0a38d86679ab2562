//! The walk: starts the chunks that may start, slow ones first and else in Salt's order, and no more at once than
//! allowed.
//!
//! `engine` calls it with a function that runs one call. Laws: each chunk is called once (once more to react, and once
//! in test mode for a `prereq`). It is never called before all its predecessors have ended, or before the things that
//! it refers to exist; it never ends before them. No chunk starts after a failure that ends the run, or after the run
//! was stopped; running chunks may end.

mod agenda;
mod collect;
mod existing;
mod listen;
mod visit;

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::pin::pin;
use std::time::Duration;

use futures::future::{Either, FutureExt, select};
use futures::stream::{FuturesUnordered, StreamExt};
use tokio::sync::Notify;
use tokio::time::Instant;

use self::agenda::Agenda;
pub use self::existing::Existing;
use super::Graph;
use super::judge::ChunkResult;
use model::fields::boolean;
use model::{Keyword, Outcome, StateReturn, Verdict};

/// What the function that runs calls is asked to do.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reaction {
    /// The call as declared.
    Call,
    /// The changes that the call would make, in any mode of the run, for a `prereq`.
    Predict,
    /// `mod_watch`, after a call that changed nothing; with the indices of the watched chunks that changed.
    Watch(Vec<usize>),
    /// `mod_watch` at the end of the run, for `listen`.
    Listen,
}

/// The result of one call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallEnd {
    /// Its outcome.
    pub outcome: Outcome,
    /// False when a condition or requisite kept the function from being called.
    pub ran: bool,
    /// False when there is no such function.
    pub found: bool,
    /// How many calls it took; Salt numbers each. More than one after `retry` or a reaction, none for a chunk that was
    /// stopped with the walk.
    pub calls: usize,
}

impl From<Outcome> for CallEnd {
    /// The function was called.
    fn from(outcome: Outcome) -> Self {
        Self { outcome, ran: true, found: true, calls: 1 }
    }
}

impl CallEnd {
    /// The function was not called.
    pub fn kept_from_running(outcome: Outcome) -> Self {
        Self { outcome, ran: false, found: true, calls: 1 }
    }

    /// There is no such function, in Salt's words; `advice` says what to do.
    pub fn not_found(function: &str, sls: &str, advice: &str) -> Self {
        if sls.is_empty() {
            let comment = format!("Specified state '{function}' was not found\n{advice}");
            return Self { found: false, ..Self::kept_from_running(Outcome::failed(comment)) };
        }
        let comment = format!(
            "State '{function}' was not found in SLS '{sls}'\nReason: '{function}' is not available.\n{advice}"
        );
        Self { found: false, ..Self::kept_from_running(Outcome::failed(comment)) }
    }

    /// The walk was stopped before the function was called.
    pub fn not_started() -> Self {
        let outcome = Outcome::failed("Not started: the run was interrupted. Nothing was changed.");
        Self { outcome, ran: false, found: true, calls: 0 }
    }
}

/// The options of a walk.
pub struct Options<'a> {
    /// How many calls may run at once, at least one.
    pub at_once: usize,
    /// True if any failure ends the run, except of a chunk with `failhard: False`; `failhard: True` does so for one
    /// chunk.
    pub failhard: bool,
    /// True for a test run. No failure ends it: it shows everything, as in Salt.
    pub test: bool,
    /// The time of day in Salt's format, this long after the walk began.
    pub clock: &'a dyn Fn(Duration) -> String,
    /// Is notified of things that exist before the chunk that makes them has ended.
    pub existing: &'a Existing,
    /// Is called with every chunk as it ends, in the order in which they end.
    pub ended: &'a dyn Fn(usize, &CallEnd),
}

/// The result of a walk.
#[derive(Clone, Debug, PartialEq)]
pub struct Walked {
    /// The results, in the order of a serial run, listeners at the end.
    pub returns: Vec<StateReturn>,
    /// The chunks that never started, because a failure ended the run or the run was stopped.
    pub unstarted: Vec<usize>,
    /// True when `stop` came before the end.
    pub stopped: bool,
}

/// The result of one chunk.
struct Ended {
    answer: CallEnd,
    /// True when its `onchanges` or `onfail` prevented it.
    passed_over: bool,
    started: Duration,
    took: Duration,
}

/// The state of a walk. The loop writes each `done` once, so that visits may read it while others run.
struct Walk<'a, R> {
    graph: &'a Graph,
    run: R,
    begin: Instant,
    done: Vec<OnceCell<Ended>>,
    /// Is notified of each chunk that is done.
    news: Notify,
    predicted: RefCell<BTreeMap<usize, CallEnd>>,
}

/// Runs all of `graph` until it is done, or until `stop` is.
pub async fn walk<R, F>(
    graph: &Graph,
    options: &Options<'_>,
    run: R,
    stop: impl Future<Output = ()>,
) -> Walked
where
    R: Fn(usize, Reaction) -> F,
    F: Future<Output = CallEnd>,
{
    let walk = Walk {
        graph,
        run,
        begin: Instant::now(),
        done: graph.nodes.iter().map(|_| OnceCell::new()).collect(),
        news: Notify::new(),
        predicted: RefCell::default(),
    };
    let mut stop = pin!(stop.fuse());
    let mut stopped = walk.chunks(options, stop.as_mut()).await;
    let mut listened = vec![];
    if !stopped {
        stopped = walk.listeners(stop.as_mut(), &mut listened).await;
    }
    walk.collect(options, listened, stopped)
}

impl<R, F> Walk<'_, R>
where
    R: Fn(usize, Reaction) -> F,
    F: Future<Output = CallEnd>,
{
    /// Visits all chunks; true when it was stopped.
    async fn chunks(&self, options: &Options<'_>, mut stop: impl Future<Output = ()> + Unpin) -> bool {
        let mut agenda = Agenda::new(self.graph, options.at_once.max(1));
        let mut visits = FuturesUnordered::new();
        let mut stopped = false;
        loop {
            while !stopped && visits.len() < options.at_once.max(1) {
                let Some(index) = agenda.next() else { break };
                visits.push(self.visit(index));
            }
            let next = if stopped {
                visits.next().await
            } else {
                match select(&mut stop, select(visits.next(), pin!(options.existing.taken()))).await {
                    Either::Left(((), _)) => {
                        stopped = true;
                        continue;
                    }
                    Either::Right((Either::Left((next, _)), _)) => next,
                    Either::Right((Either::Right((made, _)), _)) => {
                        made.iter().for_each(|(index, made)| agenda.exists(*index, made));
                        continue;
                    }
                }
            };
            let Some((index, ended)) = next else { return stopped };
            if stopped && ended.answer.calls == 0 {
                continue;
            }
            (options.ended)(index, &ended.answer);
            agenda.leave(index, self.ends_run(options, index, &ended));
            // A cell is empty until its only visit has ended.
            let _ = self.done[index].set(ended);
            self.news.notify_waiters();
        }
    }

    fn ends_run(&self, options: &Options<'_>, index: usize, ended: &Ended) -> bool {
        let keyword = self.graph.nodes[index].low.keywords.get(&Keyword::Failhard);
        let own = keyword.and_then(|entry| boolean(&entry.node));
        !options.test && ended.answer.outcome.verdict == Verdict::Failed && own.unwrap_or(options.failhard)
    }

    fn result_of(&self, index: usize) -> Option<ChunkResult> {
        let ended = self.done[index].get()?;
        let outcome = &ended.answer.outcome;
        Some(match outcome.verdict {
            _ if ended.passed_over => ChunkResult::PassedOver,
            Verdict::Failed => ChunkResult::Failed,
            Verdict::Succeeded | Verdict::WouldChange if outcome.has_changes() => ChunkResult::Changed,
            Verdict::Succeeded | Verdict::WouldChange => ChunkResult::Unchanged,
        })
    }

    fn outcome(&self, index: usize) -> Option<&Outcome> {
        self.done[index].get().map(|ended| &ended.answer.outcome)
    }
}
