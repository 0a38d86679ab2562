//! How old the reads may be that a state uses.
//!
//! The reads of a run are made before its walk. An answer stays valid until something happens that the snapshot does
//! not notice by itself: a state of the machine changed something or ran a command, a gate opened, or the run waited
//! for AWS. A state that comes after such an event, on any path of the graph, reads again before it decides. All other
//! states do not, so a run without machine states makes no additional call. `run` notes the events and asks here before
//! each call.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::snapshot::Moment;
use graph::Graph;

/// When the states of a walk did something that the snapshot does not notice.
#[derive(Debug, Default)]
pub(super) struct Freshness(Mutex<Events>);

#[derive(Debug, Default)]
struct Events {
    /// The states that have ended.
    done: BTreeSet<usize>,
    /// When a state that did so had ended.
    ended: BTreeMap<usize, Moment>,
    /// The states that waited for AWS.
    waited: BTreeMap<usize, Moment>,
    /// For ended states: the latest such time among them and all states before them.
    latest: BTreeMap<usize, Moment>,
}

impl Freshness {
    /// A state has ended.
    pub fn note_end(&self, state: usize) {
        self.events().done.insert(state);
    }

    /// A state did something that the snapshot does not notice, and has ended.
    pub fn note_work(&self, state: usize, now: Moment) {
        self.events().ended.insert(state, now);
    }

    /// A state waits for AWS: earlier reads are old.
    pub fn note_wait(&self, state: usize, now: Moment) {
        self.events().waited.insert(state, now);
    }

    /// When a state last waited for AWS, if it has.
    pub fn waited(&self, state: usize) -> Option<Moment> {
        self.events().waited.get(&state).copied()
    }

    /// The state may only use reads made after this. States before it that are still running are ignored: it started
    /// when the things that it refers to existed, and reads those again.
    pub fn since(&self, graph: &Graph, state: usize) -> Moment {
        let mut events = self.events();
        if events.ended.is_empty() {
            return Moment::START;
        }
        let before: Vec<usize> =
            graph.before(state).iter().copied().filter(|before| events.done.contains(before)).collect();
        before.iter().map(|state| events.latest(graph, *state)).max().unwrap_or(Moment::START)
    }

    fn events(&self) -> MutexGuard<'_, Events> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Events {
    /// The latest time of a state and all before it; each state is visited once in a walk.
    fn latest(&mut self, graph: &Graph, state: usize) -> Moment {
        let mut path = vec![state];
        while let Some(state) = path.last().copied() {
            let unknown = graph.before(state).iter().filter(|before| !self.latest.contains_key(before));
            let unknown: Vec<usize> = unknown.copied().collect();
            if unknown.is_empty() {
                let before = graph.before(state).iter().filter_map(|before| self.latest.get(before));
                let latest = before.chain(self.ended.get(&state)).max().copied();
                self.latest.insert(state, latest.unwrap_or(Moment::START));
                path.pop();
            } else {
                path.extend(unknown);
            }
        }
        self.latest.get(&state).copied().unwrap_or(Moment::START)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::Snapshot;
    use aws::Sessions;
    use graph::{NodeFacts, build};
    use model::{Low, Place, Requisite, RequisiteKind, Target};

    /// A chunk that requires others.
    fn low(id: &str, required: &[&str]) -> Low {
        let place = Place::new("a.sls", 1, 1);
        let mut low = Low::new("test", "nop", id, place.clone());
        let targets = required.iter().map(|id| Target::new("test", *id, place.clone())).collect();
        let kind = RequisiteKind::parse("require").unwrap();
        low.requisites.push(Requisite { kind, targets, place });
        low
    }

    #[tokio::test]
    async fn only_who_comes_after_something_that_happened_reads_anew() {
        let lows =
            [low("work", &[]), low("beside", &[]), low("after", &["work"]), low("far", &["after", "beside"])];
        let graph = build(lows.to_vec(), &[], &|_| NodeFacts::default()).unwrap();
        let snapshot = Snapshot::new(Arc::new(Sessions::new()));
        let freshness = Freshness::default();
        let since = |state| freshness.since(&graph, state);
        assert_eq!([0, 1, 2, 3].map(since), [Moment::START; 4]);
        let now = snapshot.now();
        freshness.note_work(0, now);
        assert_eq!([2, 3].map(since), [Moment::START; 2], "it is still under way");
        (0..3).for_each(|state| freshness.note_end(state));
        assert_eq!([0, 1, 2, 3].map(since), [Moment::START, Moment::START, now, now]);
    }
}
