//! The order of exported states, and their requisites.

use super::ExportedState;
use crate::declare::{Declared, declare};
use model::{Minion, Problem, Problems, Reference};

/// The things that a state provides and uses.
struct Ends {
    provides: Vec<Reference>,
    uses: Vec<Reference>,
}

/// The states, each after the states that it uses, with requisites. Two that use each other keep their order, and only
/// the second requires the first.
pub(super) fn ordered(
    states: Vec<ExportedState>,
    minion: &Minion,
    left_out: &mut Vec<Problem>,
) -> Vec<ExportedState> {
    let mut rest: Vec<(ExportedState, Ends)> = vec![];
    for state in states {
        let mut problems = Problems::default();
        match declare(&state.low, minion, &mut problems) {
            Some(declared) if problems.0.is_empty() => {
                let ends = Ends { provides: declared.provides(), uses: declared.uses() };
                if !matches!(declared, Declared::Unknown(_)) {
                    rest.push((state, ends));
                }
            }
            _ => {
                let what = format!("{} '{}'", state.kind, state.low.name);
                left_out.push(Problem::nowhere(format!("{what} is left out: {problems}")));
            }
        }
    }
    let mut done: Vec<(ExportedState, Ends)> = vec![];
    while !rest.is_empty() {
        let is_free = |index: usize| {
            let uses = &rest[index].1.uses;
            let others = rest.iter().enumerate().filter(|(other, _)| *other != index);
            !others.flat_map(|(_, (_, ends))| &ends.provides).any(|provided| is_used(uses, provided))
        };
        // In a cycle the first goes first.
        let next = (0..rest.len()).find(|index| is_free(*index)).unwrap_or(0);
        let (mut state, ends) = rest.remove(next);
        let needed = done.iter().filter(|(_, other)| other.provides.iter().any(|it| is_used(&ends.uses, it)));
        state.requires = needed.map(|(it, _)| (it.low.state.clone(), it.low.id.clone())).collect();
        done.push((state, ends));
    }
    done.into_iter().map(|(state, _)| state).collect()
}

fn is_used(uses: &[Reference], provided: &Reference) -> bool {
    uses.iter().any(|used| used.is_provided_by(provided))
}
