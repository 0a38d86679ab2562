//! Which chunk may start next, and the position after which none may start.
//!
//! Chunks that lead to the slowest budget come first: two thousand alarms at three a second take the same time in any
//! case, so they must begin as soon as they can. They do not get all slots, or nothing else would run beside them.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::{Graph, GraphNode};
use model::Reference;

/// The chunks that may start, and the position after which none may start.
pub(super) struct Agenda<'a> {
    graph: &'a Graph,
    /// Positions in the serial order of chunks whose predecessors have ended, highest rank first.
    ready: BTreeSet<(Reverse<u32>, usize)>,
    /// Those of them that use the slowest budget themselves.
    slow: BTreeSet<usize>,
    /// How many of these are running, and how many may run while there is other work.
    slow_under_way: usize,
    most_slow: usize,
    /// The number of other chunks that have not started.
    others: usize,
    /// For each chunk: the cost of the slowest thing that it is or leads to.
    ranks: Vec<u32>,
    /// The cost of the slowest.
    top: u32,
    /// For each chunk: the number of predecessors that have not ended.
    waiting: Vec<usize>,
    /// The position of each chunk in the serial order.
    position: Vec<usize>,
    /// Which chunks wait for which.
    after: Vec<Vec<usize>>,
    /// Which of them wait only until these things exist.
    awaiting: Vec<Vec<(usize, Vec<Reference>)>>,
    /// The position after which nothing starts any more.
    end: usize,
}

impl<'a> Agenda<'a> {
    /// Nothing has started; this many may run at once.
    pub fn new(graph: &'a Graph, at_once: usize) -> Self {
        let mut position = vec![0; graph.nodes.len()];
        for (at, index) in graph.serial.iter().enumerate() {
            position[*index] = at;
        }
        let mut after = vec![vec![]; graph.nodes.len()];
        let mut awaiting = vec![vec![]; graph.nodes.len()];
        for (index, node) in graph.nodes.iter().enumerate() {
            for before in &node.before {
                after[*before].push(index);
            }
            for (maker, things) in &node.refers_to {
                awaiting[*maker].push((index, things.clone()));
            }
        }
        let wanted = |node: &GraphNode| node.before.iter().filter(|before| graph.is_wanted(**before)).count();
        let waiting: Vec<usize> = graph.nodes.iter().map(wanted).collect();
        let top = graph.nodes.iter().map(|node| node.facts.cost).max().unwrap_or_default();
        let mut agenda = Self {
            graph,
            ready: BTreeSet::new(),
            slow: BTreeSet::new(),
            slow_under_way: 0,
            most_slow: (at_once / 2).max(1),
            others: 0,
            ranks: ranks(graph, &after),
            top,
            waiting,
            position,
            after,
            awaiting,
            end: usize::MAX,
        };
        for index in (0..graph.nodes.len()).filter(|index| graph.is_wanted(*index)) {
            agenda.others += usize::from(!agenda.is_slow(index));
            if agenda.waiting[index] == 0 {
                agenda.admit(index);
            }
        }
        agenda
    }

    /// Takes the next chunk that may start.
    pub fn next(&mut self) -> Option<usize> {
        let may_be_slow = self.others == 0 || self.slow_under_way < self.most_slow;
        let slow = self.slow.first().copied().filter(|_| may_be_slow);
        let other = self.ready.first().copied();
        // A slow chunk has the highest rank, except chunks that lead to the machine's own states.
        let takes_other = match (slow, other) {
            (Some(slow), Some((Reverse(rank), position))) => {
                rank > self.top || (rank == self.top && position < slow)
            }
            (slow, _) => slow.is_none(),
        };
        let position = if takes_other {
            let (_, position) = self.ready.pop_first()?;
            self.others -= 1;
            position
        } else {
            self.slow_under_way += 1;
            self.slow.pop_first()?
        };
        self.graph.serial.get(position).copied()
    }

    /// Notes that a chunk has ended, and that nothing after it starts if it ends the run.
    pub fn leave(&mut self, index: usize, ends_run: bool) {
        self.slow_under_way -= usize::from(self.is_slow(index));
        if ends_run {
            // In a serial run, the chunks before it would have run before it failed, so they still run.
            self.end = self.end.min(self.position[index]);
            let end = self.end;
            self.slow.retain(|position| *position <= end);
            self.ready.retain(|(_, position)| *position <= end);
        }
        for next in std::mem::take(&mut self.after[index]) {
            self.release(next);
        }
    }

    /// Notes that a running chunk has made these things: a chunk that needs only these does not wait for its end.
    pub fn exists(&mut self, index: usize, made: &[Reference]) {
        let (Some(awaiting), Some(after)) = (self.awaiting.get_mut(index), self.after.get_mut(index)) else {
            return;
        };
        let mut released = vec![];
        for (next, things) in awaiting.iter_mut() {
            things.retain(|thing| !made.iter().any(|made| thing.is_provided_by(made)));
            if things.is_empty() && after.contains(next) {
                released.push(*next);
            }
        }
        awaiting.retain(|(_, things)| !things.is_empty());
        after.retain(|next| !released.contains(next));
        for next in released {
            self.release(next);
        }
    }

    /// One predecessor fewer.
    fn release(&mut self, next: usize) {
        self.waiting[next] -= 1;
        if self.waiting[next] == 0 && self.graph.is_wanted(next) {
            self.admit(next);
        }
    }

    fn admit(&mut self, index: usize) {
        let position = self.position[index];
        if position > self.end {
            return;
        }
        if self.is_slow(index) {
            self.slow.insert(position);
        } else {
            self.ready.insert((Reverse(self.ranks[index]), position));
        }
    }

    fn is_slow(&self, index: usize) -> bool {
        self.top > 0 && self.graph.nodes[index].facts.cost == self.top
    }
}

/// For each chunk: the cost of the slowest chunk that it is or that waits for it. States of the machine itself run one
/// after the other, so nothing is slower.
fn ranks(graph: &Graph, after: &[Vec<usize>]) -> Vec<u32> {
    let own = |node: &GraphNode| if node.facts.serial { u32::MAX } else { node.facts.cost };
    let mut ranks: Vec<u32> = graph.nodes.iter().map(own).collect();
    let mut left: Vec<usize> = after.iter().map(Vec::len).collect();
    let mut last: Vec<usize> = (0..left.len()).filter(|index| left[*index] == 0).collect();
    while let Some(index) = last.pop() {
        for before in graph.nodes[index].before.iter().copied() {
            ranks[before] = ranks[before].max(ranks[index]);
            left[before] -= 1;
            if left[before] == 0 {
                last.push(before);
            }
        }
    }
    ranks
}
