//! The visit of one chunk, from its requisites to its end.

use std::fmt::Write as _;

use futures::future::{FutureExt, LocalBoxFuture};

use super::{CallEnd, Ended, Reaction, Walk};
use crate::judge::{ChunkResult, Judgement, judge};
use model::{Outcome, Reference, Relation, Verdict};

/// The test results of the targets of a `prereq`.
enum PrereqResult {
    /// There is no `prereq`, or one of them would change.
    Go,
    /// These would fail.
    Fail(Vec<usize>),
    /// None would change.
    Nothing,
}

/// The result of one chunk, and whether its `onchanges` or `onfail` prevented it.
struct VisitEnd {
    answer: CallEnd,
    passed_over: bool,
}

impl From<CallEnd> for VisitEnd {
    fn from(answer: CallEnd) -> Self {
        Self { answer, passed_over: false }
    }
}

impl<R, F> Walk<'_, R>
where
    R: Fn(usize, Reaction) -> F,
    F: Future<Output = CallEnd>,
{
    pub(super) async fn visit(&self, index: usize) -> (usize, Ended) {
        let started = self.begin.elapsed();
        let VisitEnd { mut answer, passed_over } = self.carry_out(index).await;
        self.await_makers(index, &mut answer).await;
        let took = self.begin.elapsed().saturating_sub(started);
        (index, Ended { answer, passed_over, started, took })
    }

    /// A chunk that started as soon as its things existed ends after the chunks that made them, and names those that
    /// failed.
    async fn await_makers(&self, index: usize, answer: &mut CallEnd) {
        let makers = &self.graph.nodes[index].refers_to;
        let is_under_way = |(maker, _): &(usize, Vec<Reference>)| {
            self.graph.is_wanted(*maker) && self.done[*maker].get().is_none()
        };
        loop {
            let news = self.news.notified();
            if !makers.iter().any(is_under_way) {
                break;
            }
            news.await;
        }
        if answer.outcome.verdict == Verdict::Failed || !answer.ran {
            return;
        }
        for (maker, things) in makers {
            if self.result_of(*maker) == Some(ChunkResult::Failed) {
                let names: Vec<String> = things.iter().map(ToString::to_string).collect();
                let id = &self.graph.nodes[*maker].low.id;
                let _ = write!(
                    answer.outcome.comment,
                    "\nIt refers to {}. The state that makes it, '{id}', failed.",
                    names.join(", ")
                );
            }
        }
    }

    async fn carry_out(&self, index: usize) -> VisitEnd {
        if let Some(answer) = self.predicted_failure(index) {
            return answer.into();
        }
        let reacts_to = match self.course(index).await {
            Ok(reacts_to) => reacts_to,
            Err(kept) => return *kept,
        };
        let answer = (self.run)(index, Reaction::Call).await;
        match reacts_to {
            Some(changed) if self.may_react(index, &answer) => {
                let mut reaction = (self.run)(index, Reaction::Watch(changed)).await;
                reaction.calls += answer.calls;
                reaction.into()
            }
            _ => answer.into(),
        }
    }

    /// A failed test call for `prereq` replaces the call itself, as in Salt.
    fn predicted_failure(&self, index: usize) -> Option<CallEnd> {
        let predicted = self.predicted.borrow();
        predicted.get(&index).filter(|answer| answer.outcome.verdict == Verdict::Failed).cloned()
    }

    /// A test call without changes replaces it too, if only a failed `prereq` is in the way.
    fn predicted_unchanged(&self, index: usize, because: &[usize]) -> Option<CallEnd> {
        let waits_for = &self.graph.nodes[index].prerequired_by;
        let predicted = self.predicted.borrow();
        let answer =
            predicted.get(&index).filter(|_| because.iter().all(|other| waits_for.contains(other)))?;
        let outcome = &answer.outcome;
        (outcome.verdict == Verdict::Succeeded && !outcome.has_changes()).then(|| answer.clone())
    }

    fn may_react(&self, index: usize, answer: &CallEnd) -> bool {
        self.graph.nodes[index].facts.mod_watch && answer.ran && !answer.outcome.has_changes()
    }

    /// The changed targets to react to, if any; or the answer of a chunk that does not run.
    ///
    /// Boxed because the test result of a `prereq`'s target may depend on its own `prereq`.
    fn course(&self, index: usize) -> LocalBoxFuture<'_, Result<Option<Vec<usize>>, Box<VisitEnd>>> {
        async move {
            let node = &self.graph.nodes[index];
            if let Some(missing) = &node.missing {
                return Err(Box::new(CallEnd::kept_from_running(Outcome::failed(missing)).into()));
            }
            let prospect = self.foresee(index).await;
            let judgement = judge(node, &|other| self.result_of(other));
            match (judgement, prospect) {
                (Judgement::Fail(mut because), PrereqResult::Fail(foreseen)) => {
                    because.extend(foreseen);
                    Err(Box::new(self.because(&because).into()))
                }
                (Judgement::Fail(because), _) => {
                    let unchanged = self.predicted_unchanged(index, &because);
                    Err(Box::new(unchanged.unwrap_or_else(|| self.because(&because)).into()))
                }
                (_, PrereqResult::Fail(because)) => Err(Box::new(self.because(&because).into())),
                (_, PrereqResult::Nothing) => {
                    let outcome = Outcome::succeeded("No changes detected");
                    Err(Box::new(CallEnd::kept_from_running(outcome).into()))
                }
                (Judgement::Skip(comment), PrereqResult::Go) => {
                    let answer = CallEnd::kept_from_running(Outcome::succeeded(comment));
                    Err(Box::new(VisitEnd { answer, passed_over: true }))
                }
                (Judgement::Run, PrereqResult::Go) => Ok(None),
                (Judgement::React(changed), PrereqResult::Go) => Ok(Some(changed)),
            }
        }
        .boxed_local()
    }

    async fn foresee(&self, index: usize) -> PrereqResult {
        let targets: Vec<usize> = self.graph.nodes[index].named(Relation::Prereq).collect();
        let mut failed = vec![];
        let mut changes = targets.is_empty();
        for target in targets {
            let outcome = self.predict(target).await.outcome;
            match outcome.verdict {
                Verdict::Failed => failed.push(target),
                Verdict::Succeeded | Verdict::WouldChange => changes |= outcome.has_changes(),
            }
        }
        match (failed.is_empty(), changes) {
            (false, _) => PrereqResult::Fail(failed),
            (true, true) => PrereqResult::Go,
            (true, false) => PrereqResult::Nothing,
        }
    }

    /// The test result of a `prereq`'s target; computed once.
    async fn predict(&self, index: usize) -> CallEnd {
        if let Some(known) = self.predicted.borrow().get(&index) {
            return known.clone();
        }
        let answer = match self.course(index).await {
            Err(kept) => kept.answer,
            Ok(_) => (self.run)(index, Reaction::Predict).await,
        };
        self.predicted.borrow_mut().entry(index).or_insert(answer).clone()
    }

    /// Salt's comment names each failed chunk once, by SLS and ID.
    fn because(&self, failed: &[usize]) -> CallEnd {
        let mut names: Vec<String> = vec![];
        for index in failed {
            let low = &self.graph.nodes[*index].low;
            let name = format!("{}.{}", low.sls, low.id);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let comment = format!("One or more requisite failed: {}", names.join(", "));
        CallEnd::kept_from_running(Outcome::failed(comment))
    }
}
