//! What must have ended before what starts.
//!
//! The last pass. Links first, then the order of machine states and barriers, both along the serial order, so that
//! none of these can contradict another. References last: they may, and then they are dropped.

use std::collections::HashMap;

use super::GraphNode;
use super::order::{reaches, with_prereq};
use crate::model::{Keyword, Low, NodeKind, Reference, Value};

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

/// States of the machine itself follow each other, as in Salt; `parallel: True` lets the next one start.
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

/// All before a barrier ends first; all after it waits for it.
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

/// Who uses a thing waits for whoever provides it, unless anything above says otherwise.
///
/// All that is known before runs along the serial order, so what is earlier there cannot wait for what is later,
/// unless a reference against that order was followed: only then a circle must be looked for.
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

/// Words that say nothing about when a state starts. All others may look at what the states before it leave behind.
const FREE: &[Keyword] =
    &[Keyword::Failhard, Keyword::FireEvent, Keyword::OnfailStop, Keyword::Parallel, Keyword::ReloadModules];

/// True for a state that may start as soon as what it refers to exists.
fn starts_early(node: &GraphNode) -> bool {
    !node.facts.serial && node.low.keywords.keys().all(|keyword| FREE.contains(keyword))
}
