//! The order of a serial run: Salt's order, with requisites pulled forward.
//!
//! Called after `cycle`, which makes sure that an order exists. The order numbers the results and separates states that
//! must not run at the same time.

use std::collections::HashSet;

use super::GraphNode;
use model::Relation;

/// Indices, each after all that it requires; otherwise in the given order.
pub(super) fn pass(nodes: &[GraphNode]) -> Vec<usize> {
    let before = with_prereq(nodes);
    let mut seen = vec![false; nodes.len()];
    let mut order = Vec::with_capacity(nodes.len());
    for start in 0..nodes.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut path = vec![(start, before[start].iter())];
        while let Some((index, rest)) = path.last_mut() {
            match rest.next() {
                Some(next) if !std::mem::replace(&mut seen[*next], true) => {
                    path.push((*next, before[*next].iter()));
                }
                Some(_) => {}
                None => {
                    order.push(*index);
                    path.pop();
                }
            }
        }
    }
    order
}

/// The chunks that run before each: its requisites, and for a chunk with `prereq` also those of its targets.
///
/// The changes of a `prereq`'s target are known only after all requisites of the target have run. If this contradicts a
/// requisite, the requisite wins.
pub(super) fn with_prereq(nodes: &[GraphNode]) -> Vec<Vec<usize>> {
    let mut before: Vec<Vec<usize>> = nodes.iter().map(|node| node.required().collect()).collect();
    for (index, node) in nodes.iter().enumerate() {
        for target in node.named(Relation::Prereq) {
            let wanted: Vec<usize> = nodes[target]
                .required()
                .filter(|other| !nodes[target].prerequired_by.contains(other))
                .collect();
            for other in wanted {
                if other != index && !before[index].contains(&other) && !reaches(&before, other, index) {
                    before[index].push(other);
                }
            }
        }
    }
    before
}

/// True when `to` must run before `from`, directly or not.
pub(super) fn reaches(before: &[Vec<usize>], from: usize, to: usize) -> bool {
    let mut seen = HashSet::from([from]);
    let mut open = vec![from];
    while let Some(index) = open.pop() {
        if index == to {
            return true;
        }
        open.extend(before[index].iter().copied().filter(|next| seen.insert(*next)));
    }
    false
}
