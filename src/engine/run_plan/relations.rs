//! How the states of a plan depend on each other: which change triggers a state, and which states refer to its things.

use std::collections::HashMap;

use super::{PlannedAction, PlannedState, Trigger};
use graph::Graph;
use model::{Low, Relation};

/// What triggers each of the states, or gives it a new value.
pub(super) fn triggers(
    graph: &Graph,
    states: &[PlannedState],
    places: &[Option<usize>],
) -> Vec<Vec<Trigger>> {
    let of_node: HashMap<usize, &PlannedState> =
        places.iter().zip(states).filter_map(|(node, state)| Some(((*node)?, state))).collect();
    let mut makers: HashMap<(&str, &str, &str), usize> = HashMap::new();
    for (index, node) in graph.nodes.iter().enumerate() {
        for reference in &node.facts.provides {
            makers.insert((&node.facts.scope, reference.kind, &reference.name), index);
        }
    }
    let name = |index: usize| graph.nodes.get(index).map(|node| title(&node.low)).unwrap_or_default();
    let of = |state: &PlannedState, node: usize| {
        let mut found: Vec<Trigger> = vec![];
        let Some(it) = graph.nodes.get(node).filter(|_| state.action != PlannedAction::Unchanged) else {
            return found;
        };
        for link in &it.links {
            let Some(other) = of_node.get(&link.target) else { continue };
            let is_cause = match link.kind.relation {
                Relation::Require | Relation::Use => false,
                Relation::Onfail => other.failed,
                _ => other.action != PlannedAction::Unchanged,
            };
            if is_cause {
                found.push(Trigger { by: link.kind.word(), state: name(link.target) });
            }
        }
        for used in &it.facts.uses {
            let maker = makers.get(&(it.facts.scope.as_str(), used.kind, used.name.as_str()));
            let is_new = |index: &&usize| {
                of_node.get(*index).is_some_and(|state| {
                    matches!(state.action, PlannedAction::Create | PlannedAction::Replace)
                })
            };
            if let Some(index) = maker.filter(is_new) {
                found.push(Trigger { by: "refers to".to_owned(), state: name(*index) });
            }
        }
        found.dedup();
        found
    };
    places
        .iter()
        .zip(states)
        .map(|(node, state)| node.map(|node| of(state, node)).unwrap_or_default())
        .collect()
}

/// The states that refer to the things of each state, by name.
pub(super) fn users(graph: &Graph, places: &[Option<usize>]) -> Vec<Vec<String>> {
    let mut users: HashMap<(&str, &str, &str), Vec<String>> = HashMap::new();
    for node in &graph.nodes {
        let name = title(&node.low);
        for used in &node.facts.uses {
            users.entry((&node.facts.scope, used.kind, &used.name)).or_default().push(name.clone());
        }
    }
    let of = |node: usize| {
        let Some(node) = graph.nodes.get(node) else { return vec![] };
        let scope = node.facts.scope.as_str();
        let provided = node.facts.provides.iter();
        let mut found: Vec<String> = provided
            .filter_map(|it| users.get(&(scope, it.kind, it.name.as_str())))
            .flatten()
            .cloned()
            .collect();
        found.sort();
        found.dedup();
        found
    };
    places.iter().map(|node| node.map(of).unwrap_or_default()).collect()
}

/// The name of a state in plans: `boto_sqs: a queue`.
fn title(low: &Low) -> String {
    format!("{}: {}", low.state, low.id)
}
