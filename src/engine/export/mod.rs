//! `export`: existing things in AWS as states whose test run is empty.
//!
//! Each kind lists its things and declares one of them ([`Export`](kind::export::Export)). This module does
//! the common work: selection, names instead of ids, order, requisites and text. Laws: nothing is changed. A kind that
//! cannot be listed is reported, and the others are exported. It fails without credentials. The text holds no secret.

mod collect;
mod convention;
mod names;
mod namesakes;
mod order;
mod secrets;
mod select;
#[cfg(test)]
mod tests;
mod text;
mod unlisted;

pub use self::convention::Convention;
pub use self::select::Selection;
pub use self::text::sls;

use std::collections::{HashMap, HashSet};

use crate::Snapshot;
use kind::export::Declaration;
use model::{Entry, Low, Map, Minion, Node, Place, Problem, Problems};

/// Things as states.
#[derive(Debug, Default)]
pub struct Exported {
    /// In an order in which referred things come first.
    pub states: Vec<ExportedState>,
    /// The things and kinds that could not be listed, read or declared, with the reasons.
    pub left_out: Vec<Problem>,
}

/// One thing as a state.
#[derive(Debug)]
pub struct ExportedState {
    /// The kind of the thing.
    pub kind: &'static str,
    /// The state, as declared in an SLS.
    pub low: Low,
    /// Notes for the reader.
    pub remarks: Vec<String>,
    /// Its requirements: module and ID.
    pub requires: Vec<(String, String)>,
}

/// The file name of an export in places of problems.
const PLACE: &str = "export";

/// All selected things. `connection` are the connection arguments of every state: `profile`, `region` …
///
/// # Errors
/// There are no credentials, or no kind can be listed.
pub async fn export(
    snapshot: &Snapshot,
    minion: &Minion,
    connection: &Map,
    selection: &Selection,
) -> Result<Exported, Problems> {
    let mut left_out = vec![];
    let collected = collect::collect(snapshot, minion, connection, selection, &mut left_out).await?;
    let ids = ids(&collected);
    let states = collected.into_iter().zip(ids).map(|(found, id)| ExportedState {
        kind: found.kind.kind(),
        low: low(&found.declaration, id, connection),
        remarks: found.declaration.remarks,
        requires: vec![],
    });
    let states = order::ordered(states.collect(), minion, &mut left_out);
    Ok(Exported { states, left_out })
}

/// Several exports as one SLS: an ID that two of them have gets the place of its export, such as a region.
pub fn together(parts: Vec<(String, Exported)>) -> Exported {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for state in parts.iter().flat_map(|(_, part)| &part.states) {
        *counts.entry(state.low.id.clone()).or_default() += 1;
    }
    let mut taken: HashSet<String> = counts.keys().cloned().collect();
    let mut all = Exported::default();
    for (place, mut part) in parts {
        let mut renamed: HashMap<String, String> = HashMap::new();
        for state in &mut part.states {
            if counts.get(&state.low.id).is_none_or(|count| *count < 2) {
                continue;
            }
            let mut id = format!("{} in {place}", state.low.id);
            while !taken.insert(id.clone()) {
                id.push('\'');
            }
            renamed.insert(state.low.id.clone(), id.clone());
            state.low.id = id;
        }
        for (_, id) in part.states.iter_mut().flat_map(|state| &mut state.requires) {
            if let Some(new) = renamed.get(id) {
                id.clone_from(new);
            }
        }
        all.states.extend(part.states);
        all.left_out.extend(part.left_out);
    }
    all
}

/// One ID for each: its name, with its kind added if others have the same name.
fn ids(found: &[collect::Found]) -> Vec<String> {
    let mut names: HashMap<&str, usize> = HashMap::new();
    for one in found {
        *names.entry(&one.declaration.name).or_default() += 1;
    }
    let mut taken: HashMap<String, usize> = HashMap::new();
    let id = |one: &collect::Found| {
        let name = &one.declaration.name;
        let is_alone = names.get(name.as_str()).is_some_and(|count| *count == 1);
        let id = if is_alone { name.clone() } else { format!("{name} {}", one.kind.noun()) };
        let count = taken.entry(id.clone()).or_default();
        *count += 1;
        if *count == 1 { id } else { format!("{id} {count}") }
    };
    found.iter().map(id).collect()
}

fn low(declaration: &Declaration, id: String, connection: &Map) -> Low {
    let (module, function) = declaration.function.split_once('.').unwrap_or((declaration.function, ""));
    let place = Place::file(PLACE);
    let mut low = Low::new(module, function, id, place.clone());
    low.name.clone_from(&declaration.name);
    let entry = |value| Entry { key_place: place.clone(), node: Node::from_value(value, &place) };
    let own = declaration.arguments.iter().map(|(name, value)| (name.clone(), entry(value.clone())));
    let shared = connection.iter().map(|(name, value)| (name.to_string(), entry(value.clone())));
    low.arguments.extend(own.chain(shared));
    low
}
