//! From the events and returns of a test run to its plan.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value as Json;

use super::reach;
use super::relations::{triggers, users};
use super::{Attribute, Dependency, PlannedAction, PlannedState, RunPlan, Tally, Thing, VERSION};
use crate::event::Event;
use crate::planned::{Consulted, PlannedThing};
use crate::run::Ran;
use model::{Action, Change, Low, Map, StateReturn, Value, Verdict, secret};

/// Listens to a run and keeps the plan of each thing.
#[derive(Debug, Default)]
pub struct Collector(Mutex<BTreeMap<usize, Vec<Arc<PlannedThing>>>>);

/// A plan, and its hidden values.
pub struct Collected {
    /// The plan.
    pub plan: RunPlan,
    /// The hidden values of states, by index in the plan, as text that distinguishes two of them. Never shown or
    /// stored.
    pub hidden: BTreeMap<usize, String>,
}

impl Collector {
    /// Notes an event. A newer plan for a thing replaces the older one.
    pub fn note(&self, event: &Event) {
        let Event::Planned { state, thing } = event else { return };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let things = all.entry(*state).or_default();
        match things.iter_mut().find(|known| known.kind == thing.kind && known.name == thing.name) {
            Some(known) => *known = Arc::clone(thing),
            None => things.push(Arc::clone(thing)),
        }
    }

    /// The plan of the observed run.
    pub fn collect(&self, ran: &Ran) -> Collected {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let nodes = &ran.graph.nodes;
        let index: HashMap<String, usize> =
            nodes.iter().enumerate().map(|(index, node)| (node.low.tag(), index)).collect();
        let (mut states, mut hidden, mut places) = (vec![], BTreeMap::new(), vec![]);
        for returned in &ran.walked.returns {
            let node = index.get(&returned.tag()).copied();
            let low = node.and_then(|node| nodes.get(node)).map(|node| &node.low);
            let things = node.and_then(|node| all.get(&node)).map(Vec::as_slice).unwrap_or_default();
            let text = hidden_text(things);
            if !text.is_empty() {
                hidden.insert(states.len(), text);
            }
            states.push(state(returned, low, things));
            places.push(node);
        }
        let triggers = triggers(&ran.graph, &states, &places);
        for (state, triggered_by) in states.iter_mut().zip(triggers) {
            state.triggered_by = triggered_by;
        }
        let users = users(&ran.graph, &places);
        for (state, users) in states.iter_mut().zip(&users) {
            for thing in &mut state.things {
                thing.blast_radius = reach::sentences(thing, users);
            }
        }
        let plan = RunPlan { format_version: VERSION, summary: Tally::of(&states), states, refused: vec![] };
        Collected { plan, hidden }
    }
}

fn state(returned: &StateReturn, low: Option<&Low>, planned: &[Arc<PlannedThing>]) -> PlannedState {
    let outcome = &returned.outcome;
    let mut things: Vec<Thing> = planned.iter().map(|thing| of_aws(thing)).collect();
    let is_changed = outcome.verdict == Verdict::WouldChange || outcome.has_changes();
    if things.is_empty() && is_changed {
        things.push(of_machine((&returned.state, &returned.function), &returned.name, &outcome.changes));
    }
    PlannedState {
        id: returned.id.clone(),
        function: format!("{}.{}", returned.state, returned.function),
        name: returned.name.clone(),
        sls: returned.sls.clone(),
        declared_at: low.map(|low| low.place.to_string()).unwrap_or_default(),
        action: whole(&things),
        failed: outcome.verdict == Verdict::Failed,
        comment: secret::masked(&outcome.comment).into_owned(),
        triggered_by: vec![],
        things,
        warnings: outcome.warnings.iter().map(|text| secret::masked(text).into_owned()).collect(),
    }
}

/// The action on several things together: that on the first of them, or else a change.
pub(crate) fn whole(things: &[Thing]) -> PlannedAction {
    let mut actions = things.iter().map(|thing| thing.action);
    match actions.next() {
        None => PlannedAction::Unchanged,
        Some(PlannedAction::Unchanged) if actions.any(|it| it != PlannedAction::Unchanged) => {
            PlannedAction::Change
        }
        Some(first) => first,
    }
}

/// The plan for a thing, without secrets.
pub fn of_aws(thing: &PlannedThing) -> Thing {
    let dependency = |it: &Consulted| Dependency {
        thing: it.thing.clone(),
        attribute: it.attribute.clone(),
        value: secret::masked_json(it.value.to_json()),
    };
    let named = |(name, value): &(&str, Value)| ((*name).to_owned(), secret::masked_json(value.to_json()));
    Thing {
        kind: thing.kind.to_owned(),
        noun: thing.noun.to_owned(),
        name: thing.name.clone(),
        named_by: thing.named_by.iter().map(named).collect(),
        id: thing.id.clone(),
        identity: thing.identity.clone().filter(|identity| thing.id.as_ref() != Some(identity)),
        region: thing.region.clone(),
        account: thing.account.clone(),
        action: thing.action,
        attributes: thing.changes.iter().map(attribute).collect(),
        steps: thing.steps.iter().map(|step| secret::masked(step).into_owned()).collect(),
        depends_on: thing.consulted.iter().map(dependency).collect(),
        blast_radius: vec![],
        tags: thing.tags.as_ref().map(|tags| secret::masked_json(tags.to_json())),
    }
}

/// A change, without secrets.
pub(crate) fn attribute(change: &Change) -> Attribute {
    Attribute {
        path: change.path.clone(),
        action: match change.action {
            Action::Create => PlannedAction::Create,
            Action::Update => PlannedAction::Change,
            Action::Delete => PlannedAction::Delete,
        },
        old: secret::masked_json(change.shown_old().to_json()),
        new: secret::masked_json(change.shown_new().to_json()),
        hidden: change.hidden,
    }
}

/// The changes of a state of the machine, from its module and function and Salt's `changes`.
pub fn of_machine((module, function): (&str, &str), name: &str, changes: &Map) -> Thing {
    let attributes: Vec<Attribute> = changes
        .iter()
        .map(|(key, value)| {
            let (old, new) = sides(value);
            let old = secret::beside::json(&old, &new);
            let action = match (is_nothing(&old), is_nothing(&new)) {
                (true, false) => PlannedAction::Create,
                (false, true) => PlannedAction::Delete,
                _ => PlannedAction::Change,
            };
            Attribute {
                path: key.to_string(),
                action,
                old: secret::masked_json(old),
                new: secret::masked_json(new),
                hidden: false,
            }
        })
        .collect();
    Thing {
        kind: format!("machine.{module}"),
        noun: module.to_owned(),
        name: name.to_owned(),
        named_by: BTreeMap::new(),
        id: None,
        identity: None,
        region: None,
        account: None,
        action: machine_action(function, &attributes),
        attributes,
        steps: vec![],
        depends_on: vec![],
        blast_radius: vec![],
        tags: None,
    }
}

/// Salt has no common form: some states report old and new values, some only new ones.
fn sides(value: &Value) -> (Json, Json) {
    let map = value.as_map().filter(|map| map.len() == 2);
    match map.and_then(|map| Some((map.get("old")?, map.get("new")?))) {
        Some((old, new)) => (old.to_json(), new.to_json()),
        None => (Json::Null, value.to_json()),
    }
}

fn is_nothing(value: &Json) -> bool {
    value.is_null() || value.as_str() == Some("")
}

/// State functions that remove their thing.
const REMOVES: &[&str] = &["absent", "removed", "purged", "uninstalled", "unmounted", "dead"];

fn machine_action(function: &str, attributes: &[Attribute]) -> PlannedAction {
    // A test run of Salt's file states reports "newfile", and a real one "diff: New file".
    let is_new = |attribute: &Attribute| {
        matches!(attribute.path.as_str(), "newfile" | "new file" | "new")
            || (attribute.path == "diff" && attribute.new == "New file")
    };
    if REMOVES.contains(&function) {
        PlannedAction::Delete
    } else if attributes.iter().any(is_new) {
        PlannedAction::Create
    } else {
        PlannedAction::Change
    }
}

/// The hidden values of things, each with its path.
fn hidden_text(things: &[Arc<PlannedThing>]) -> String {
    let changes = things.iter().flat_map(|thing| thing.changes.iter().map(move |it| (thing, it)));
    let is_hidden = |change: &Change| {
        change.hidden
            || [&change.old, &change.new].iter().any(|it| {
                let json = it.to_json();
                secret::masked_json(json.clone()) != json
            })
    };
    let hidden = changes.filter(|(_, change)| is_hidden(change));
    let lines = hidden.map(|(thing, change)| {
        let (old, new) = (change.old.to_json(), change.new.to_json());
        format!("{} {} {} {old} {new}\n", thing.kind, thing.name, change.path)
    });
    lines.collect()
}
