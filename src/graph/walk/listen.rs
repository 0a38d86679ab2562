//! `listen`: reactions at the end of the run, each with its own entry.

use std::pin::pin;

use futures::future::{Either, select};

use super::{CallEnd, Ended, Reaction, Walk};
use model::Outcome;

impl<R, F> Walk<'_, R>
where
    R: Fn(usize, Reaction) -> F,
    F: Future<Output = CallEnd>,
{
    /// Lets the listeners of changed chunks react, one after the other; true if it was stopped.
    pub(super) async fn listeners(
        &self,
        mut stop: impl Future<Output = ()> + Unpin,
        listened: &mut Vec<(usize, Ended)>,
    ) -> bool {
        for index in self.hearing() {
            // A stop that is already there wins; reactions that have begun may end.
            if let Either::Left(_) = select(&mut stop, pin!(std::future::ready(()))).await {
                return true;
            }
            let started = self.begin.elapsed();
            let answer = self.react_at_end(index).await;
            let took = self.begin.elapsed().saturating_sub(started);
            listened.push((index, Ended { answer, passed_over: false, started, took }));
        }
        false
    }

    /// The listeners of all chunks that changed something, each once.
    fn hearing(&self) -> Vec<usize> {
        let mut hearing: Vec<usize> = vec![];
        for (listener, target) in &self.graph.listeners {
            let changed = self.outcome(*target).is_some_and(Outcome::has_changes);
            if changed && !hearing.contains(listener) {
                hearing.push(*listener);
            }
        }
        hearing
    }

    async fn react_at_end(&self, index: usize) -> CallEnd {
        let node = &self.graph.nodes[index];
        if node.facts.mod_watch {
            return (self.run)(index, Reaction::Listen).await;
        }
        CallEnd::not_found(&format!("{}.mod_watch", node.low.state), &node.low.sls, "")
    }
}
