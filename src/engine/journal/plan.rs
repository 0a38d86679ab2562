//! The plan of a run, as its file holds it.

use super::entry::{Entry, StateName};
use super::read::Loaded;
use crate::run_plan::{PlannedState, RunPlan, Tally, Thing, VERSION, whole};

/// The plan of a run, without the unchanged things.
pub fn plan(run: &Loaded) -> RunPlan {
    let mut planned: Vec<(&StateName, Vec<Thing>)> = vec![];
    for line in &run.lines {
        let Entry::Planned { state, thing } = &line.entry else { continue };
        match planned.iter_mut().find(|(known, _)| *known == state) {
            Some((_, things)) => things.push(thing.as_ref().clone()),
            None => planned.push((state, vec![thing.as_ref().clone()])),
        }
    }
    let states: Vec<PlannedState> = planned.into_iter().map(|(name, things)| state(name, things)).collect();
    RunPlan { format_version: VERSION, summary: Tally::of(&states), states, refused: vec![] }
}

fn state(name: &StateName, things: Vec<Thing>) -> PlannedState {
    PlannedState {
        id: name.id.clone(),
        function: name.function.clone(),
        name: name.name.clone(),
        sls: name.sls.clone(),
        declared_at: name.declared_at.clone(),
        action: whole(&things),
        failed: false,
        comment: String::new(),
        triggered_by: vec![],
        things,
        warnings: vec![],
    }
}
