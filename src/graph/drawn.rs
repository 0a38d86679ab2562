//! A graph for display: which state waits for which, and why.

use std::collections::HashMap;

use super::Graph;
use model::Relation;

/// The states of a run and their connections.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Drawn {
    /// The states, in the order in which Salt would run them.
    pub states: Vec<DrawnState>,
    /// The connections.
    pub edges: Vec<Edge>,
}

/// A state.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DrawnState {
    /// Its index in the graph.
    pub index: usize,
    /// The state function: `boto_sqs.present`.
    pub function: String,
    /// The ID of its declaration.
    pub id: String,
    /// The SLS that declares it.
    pub sls: String,
    /// The place of its declaration.
    pub declared_at: String,
}

/// A state that another one waits for, or listens to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Edge {
    /// The state that runs first, by its index among the states.
    pub first: usize,
    /// The state that runs after it.
    pub then: usize,
    /// The requisite (`require`, `watch` …), or `refers to`.
    pub why: String,
}

impl Graph {
    /// The graph for display: requisites, and references between things. States of the machine run in the order of the
    /// list, so this order is not drawn.
    pub fn drawn(&self) -> Drawn {
        let order: Vec<usize> = self.serial.iter().copied().filter(|index| self.is_wanted(*index)).collect();
        let places: HashMap<usize, usize> =
            order.iter().enumerate().map(|(place, index)| (*index, place)).collect();
        let place = |index: usize| places.get(&index).copied();
        let mut drawn = Drawn::default();
        for (then, index) in order.iter().enumerate() {
            let Some(node) = self.nodes.get(*index) else { continue };
            let (low, mut edges) = (&node.low, vec![]);
            drawn.states.push(DrawnState {
                index: *index,
                function: low.full_function(),
                id: low.id.clone(),
                sls: low.sls.clone(),
                declared_at: low.place.to_string(),
            });
            for link in node.links.iter().filter(|link| link.kind.relation != Relation::Use) {
                let Some(other) = place(link.target) else { continue };
                // A `prereq` runs before its target.
                let is_before = link.kind.relation == Relation::Prereq;
                let (first, then) = if is_before { (then, other) } else { (other, then) };
                edges.push(Edge { first, then, why: link.kind.word() });
            }
            for (target, _) in &node.refers_to {
                let Some(first) = place(*target) else { continue };
                if !edges.iter().any(|edge| edge.first == first && edge.then == then) {
                    edges.push(Edge { first, then, why: "refers to".to_owned() });
                }
            }
            drawn.edges.append(&mut edges);
        }
        drawn
    }
}
