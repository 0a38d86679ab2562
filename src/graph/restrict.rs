//! Restricts a run to some declarations and those that they require.
//!
//! `engine` calls it for `state.sls_id`, after the graph is built, so that inverse requisites of other declarations
//! count.

use super::{Graph, GraphNode};
use model::{Low, Relation};

impl Graph {
    /// Restricts the walk to the requested chunks and those that they require. The targets of their `prereq` run only
    /// in test mode, unlike required ones; no chunk reacts at the end. As in Salt.
    pub fn restrict(&mut self, is_asked: impl Fn(&Low) -> bool) {
        let required = |node: &GraphNode| {
            let foreseen = node.named(Relation::Prereq).flat_map(|target| self.nodes[target].required());
            node.required().chain(foreseen).collect::<Vec<_>>()
        };
        let asked: Vec<usize> = self
            .nodes
            .iter()
            .enumerate()
            .filter(|(_, node)| is_asked(&node.low))
            .map(|(index, _)| index)
            .collect();
        self.wanted = self.reached(asked.clone(), required);
        self.concerned =
            self.reached(asked, |node| node.required().chain(node.named(Relation::Prereq)).collect());
        self.listeners.clear();
        for node in &mut self.nodes {
            node.missing_listens.clear();
        }
    }

    /// True for a chunk that the walk runs.
    pub fn is_wanted(&self, index: usize) -> bool {
        self.wanted.get(index).copied().unwrap_or(false)
    }

    /// True for a chunk that the walk runs, or runs in test mode.
    pub fn is_concerned(&self, index: usize) -> bool {
        self.concerned.get(index).copied().unwrap_or(false)
    }

    fn reached(&self, mut open: Vec<usize>, next: impl Fn(&GraphNode) -> Vec<usize>) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        while let Some(index) = open.pop() {
            if !std::mem::replace(&mut reached[index], true) {
                open.extend(next(&self.nodes[index]));
            }
        }
        reached
    }
}
