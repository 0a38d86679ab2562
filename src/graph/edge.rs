//! Edges: which states must end before a state starts.
//!
//! The last pass. Links come first, then the order of machine states and barriers: both follow the serial order, so
//! none of these can contradict another. References come last: a reference that contradicts the others is dropped.

use std::collections::HashMap;

use super::GraphNode;
use super::order::{reaches, with_prereq};
use model::{Keyword, Low, NodeKind, Reference, Value};

pub(super) fn pass(nodes: &mut [GraphNode], serial: &[usize]) {
    let mut before = with_prereq(nodes);
    machine_states(nodes, serial, &mut before);
    barriers(nodes, serial, &mut before);
    references(nodes, serial, &mut before);
    for (node, mut before) in nodes.iter_mut().zip(before) {
        before.sort_unstable();
        before.dedup();
        node.before = before;
    }
}

/// States of the machine itself run one after the other, as in Salt; `parallel: True` lets the next one start.
fn machine_states(nodes: &[GraphNode], serial: &[usize], before: &mut [Vec<usize>]) {
    let mut last = None;
    for index in serial.iter().copied().filter(|index| nodes[*index].facts.serial) {
        before[index].extend(last);
        if !is_parallel(&nodes[index].low) {
            last = Some(index);
        }
    }
}

/// True for a state with `parallel: True`.
pub(super) fn is_parallel(low: &Low) -> bool {
    let parallel = low.keywords.get(&Keyword::Parallel);
    parallel.is_some_and(|entry| matches!(entry.node.kind, NodeKind::Scalar(Value::Bool(true))))
}

/// All states before a barrier end first; all states after it wait for it.
fn barriers(nodes: &[GraphNode], serial: &[usize], before: &mut [Vec<usize>]) {
    let mut last: Option<usize> = None;
    let mut since: Vec<usize> = vec![];
    for index in serial.iter().copied() {
        before[index].extend(last);
        if nodes[index].facts.barrier {
            before[index].append(&mut since);
            last = Some(index);
        } else {
            since.push(index);
        }
    }
}

/// The user of a thing waits for its provider, unless an edge above contradicts that.
///
/// All edges so far follow the serial order, so an earlier state cannot wait for a later one. This changes only after a
/// reference against that order was accepted: only then a cycle must be searched for.
fn references(nodes: &mut [GraphNode], serial: &[usize], before: &mut [Vec<usize>]) {
    let mut refers_to: Vec<Vec<(usize, Vec<Reference>)>> = vec![vec![]; nodes.len()];
    let mut position = vec![0; nodes.len()];
    for (at, index) in serial.iter().enumerate() {
        position[*index] = at;
    }
    let mut is_along = true;
    let mut providers: HashMap<(&str, &str, &str), Vec<usize>> = HashMap::new();
    for (index, node) in nodes.iter().enumerate() {
        for provided in &node.facts.provides {
            let key = (node.facts.scope.as_str(), provided.kind, provided.name.as_str());
            providers.entry(key).or_default().push(index);
        }
    }
    for (index, node) in nodes.iter().enumerate() {
        for used in &node.facts.uses {
            let key = (node.facts.scope.as_str(), used.kind, used.name.as_str());
            for provider in providers.get(&key).into_iter().flatten().copied() {
                let is_earlier = position[provider] < position[index];
                let known = refers_to[index].iter_mut().find(|(known, _)| *known == provider);
                if let Some((_, things)) = known {
                    things.push(used.clone());
                } else if provider != index
                    && !before[index].contains(&provider)
                    && ((is_along && is_earlier) || !reaches(before, provider, index))
                {
                    before[index].push(provider);
                    refers_to[index].push((provider, vec![used.clone()]));
                    is_along &= is_earlier;
                }
            }
        }
    }
    for (node, refers_to) in nodes.iter_mut().zip(refers_to) {
        node.refers_to = if starts_early(node) { refers_to } else { vec![] };
    }
}

/// Keywords that do not affect when a state starts. With any other keyword, a state may read the results of the states
/// before it.
const FREE: &[Keyword] =
    &[Keyword::Failhard, Keyword::FireEvent, Keyword::OnfailStop, Keyword::Parallel, Keyword::ReloadModules];

/// True for a state that may start as soon as the things that it refers to exist.
fn starts_early(node: &GraphNode) -> bool {
    !node.facts.serial && node.low.keywords.keys().all(|keyword| FREE.contains(keyword))
}
