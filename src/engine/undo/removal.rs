//! The absent form of a whole SLS: declarations that delete everything that it declares, in reverse order.
//!
//! Laws: what uses a thing is deleted before the thing; what nothing can delete is named.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::low::{Subject, connection, insert, kind, known, leaving, make, of_function};
use crate::journal::StateName;
use crate::{Declared, Part, declare};
use graph::Graph;
use model::{Leaves, Low, Minion, Problems, Value};

/// What deletes an SLS.
#[derive(Clone, Debug, Default)]
pub struct Removal {
    /// The declarations, in their order.
    pub lows: Vec<Low>,
    /// What stays, one sentence each without a full stop.
    pub left: Vec<String>,
}

/// The declarations that delete what the states of a graph declare, and with `forced` also their contents.
pub fn removal(graph: &Graph, minion: &Minion, forced: bool) -> Removal {
    let mut removal = Removal::default();
    for index in reversed(graph) {
        let Some(node) = graph.nodes.get(index) else { continue };
        let low = &node.low;
        let title = format!("{} '{}'", low.full_function(), low.id);
        match declare(low, minion, &mut Problems::default()) {
            Some(Declared::Aws(parts)) => {
                for part in parts.iter().rev() {
                    match absent(low, part, forced).and_then(|absent| declarable(absent, minion)) {
                        Ok(Some(absent)) => removal.lows.push(absent),
                        Ok(None) => {}
                        Err(why) => removal.left.push(format!("{title}: {why}")),
                    }
                }
            }
            Some(Declared::System(_)) => removal.left.push(format!("{title}: changes of the machine stay")),
            Some(Declared::Composed(..)) => {
                removal.left.push(format!("{title}: what it registers stays until that is deleted"));
            }
            Some(Declared::Unknown(_)) | None => {
                removal.left.push(format!("{title}: there is no such state function"));
            }
        }
    }
    removal
}

/// The declaration that deletes a thing; none if the state does not make it.
fn absent(low: &Low, part: &Part, forced: bool) -> Result<Option<Low>, String> {
    if part.leaves == Leaves::Absent {
        return Ok(None);
    }
    let function = low.full_function();
    let named = leaving(part.kind, Leaves::Absent, &function)
        .ok_or_else(|| format!("no state function deletes {}s", part.kind.noun()))?;
    if part.leaves != Leaves::Present {
        return Ok(None);
    }
    let state = StateName {
        id: low.id.clone(),
        function,
        name: low.name.clone(),
        sls: low.sls.clone(),
        ..StateName::default()
    };
    let named_by: BTreeMap<String, Json> =
        part.named_by.iter().map(|(name, value)| ((*name).to_owned(), value.to_json())).collect();
    let subject = Subject { kind: part.kind.kind(), name: &part.name, named_by: &named_by, region: None };
    let is_own = of_function(&state.function).is_some_and(|(kind, _)| kind.kind() == subject.kind);
    let near = connection(low);
    let base = if is_own { low } else { &near };
    let mut absent = make((&state, subject), named, Some(base), None, &low.place.to_string());
    also_delete(&mut absent, subject.kind, |argument| low.argument(argument).is_some());
    if forced {
        force(&mut absent);
        // The SLS says how many there are, not which: the keys of a user.
        also(&mut absent, "all");
    }
    Ok(Some(absent))
}

/// The declaration, if nothing is missing in it.
fn declarable(absent: Option<Low>, minion: &Minion) -> Result<Option<Low>, String> {
    let Some(low) = absent else { return Ok(None) };
    let mut problems = Problems::default();
    drop(declare(&low, minion, &mut problems));
    let Some(problem) = problems.0.first() else { return Ok(Some(low)) };
    let name = low.full_function();
    let takes =
        |name: &str| of_function(&low.full_function()).is_some_and(|(_, it)| known(it.0, name).is_some());
    let consent = if takes("all") { "; --force deletes all" } else { "" };
    Err(format!("{name}: {}{consent}", problem.message))
}

/// Lets a deletion include what the creation made with the thing: the launch configuration of a group. `is_made` says
/// whether an argument made something.
pub(super) fn also_delete(low: &mut Low, of: &str, is_made: impl Fn(&str) -> bool) {
    let Some(kind) = kind(of) else { return };
    let name = low.full_function();
    let Some((_, (function, _))) = of_function(&name) else { return };
    let place = low.place.clone();
    for belonging in kind.undoing().belongings {
        let is_part = belonging.made_by.is_empty() || belonging.made_by.iter().any(|it| is_made(it));
        if is_part && known(function, belonging.deleted_by).is_some() {
            insert(low, belonging.deleted_by, Value::from(true), &place);
        }
    }
}

/// Lets a deletion include the contents of the thing: the instances of a group, the objects of a bucket.
pub fn force(low: &mut Low) {
    for name in ["force", "skip_final_snapshot"] {
        also(low, name);
    }
}

/// Sets a boolean argument of a deletion, if it has this argument.
fn also(low: &mut Low, name: &str) {
    let called = low.full_function();
    let function = of_function(&called).map(|(_, (function, _))| function);
    let Some(function) = function.filter(|function| function.leaves == Leaves::Absent) else { return };
    if known(function, name).is_some() {
        let place = low.place.clone();
        insert(low, name, Value::from(true), &place);
    }
}

/// The states in an order in which each comes before those that it waits for.
fn reversed(graph: &Graph) -> Vec<usize> {
    let drawn = graph.drawn();
    let mut waiting: Vec<usize> = vec![0; drawn.states.len()];
    for edge in &drawn.edges {
        if let Some(count) = waiting.get_mut(edge.first) {
            *count += 1;
        }
    }
    let mut order = vec![];
    let mut is_done = vec![false; drawn.states.len()];
    // The last one that nothing left uses. References may form a circle: then the last one at all.
    while order.len() < drawn.states.len() {
        let open = || (0..drawn.states.len()).rev().filter(|place| !is_done[*place]);
        let Some(next) = open().find(|place| waiting[*place] == 0).or_else(|| open().next()) else { break };
        is_done[next] = true;
        order.push(next);
        for edge in drawn.edges.iter().filter(|edge| edge.then == next) {
            if let Some(count) = waiting.get_mut(edge.first) {
                *count = count.saturating_sub(1);
            }
        }
    }
    order.into_iter().filter_map(|place| drawn.states.get(place).map(|state| state.index)).collect()
}
