//! Whether a plan is still valid: compares what it depended on with a plan of now.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value as Json;

use model::secret::beside;

use super::{Attribute, KNOWN_AFTER_APPLY, PlannedAction, PlannedState, RunPlan, Thing};

/// A state for which the plan is not valid any more.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Moved {
    /// The state: `boto_sqs.present 'jobs' (states/a.sls:1:1)`.
    pub state: String,
    /// What has changed, one sentence without a full stop.
    pub what: String,
}

/// What distinguishes two states of a run.
type Name<'a> = (&'a str, &'a str, &'a str);

fn name(state: &PlannedState) -> Name<'_> {
    (&state.function, &state.id, &state.name)
}

/// Everything that has changed since a plan was made; nothing if it is valid.
pub fn moved(planned: &RunPlan, now: &RunPlan) -> Vec<Moved> {
    let mut all = vec![];
    let of_now: HashMap<Name<'_>, &PlannedState> = now.states.iter().map(|it| (name(it), it)).collect();
    let mut note = |state: &PlannedState, what: String| all.push(Moved { state: state.title(), what });
    for before in &planned.states {
        match of_now.get(&name(before)) {
            None => note(before, "the SLS files do not declare it any more".to_owned()),
            Some(after) => states(before, after, &mut |what| note(after, what)),
        }
    }
    let known: HashMap<Name<'_>, ()> = planned.states.iter().map(|it| (name(it), ())).collect();
    for after in now.states.iter().filter(|it| !known.contains_key(&name(it))) {
        note(after, "the plan does not have it".to_owned());
    }
    let order = |plan: &'_ RunPlan| plan.states.iter().map(PlannedState::title).collect::<Vec<_>>();
    if all.is_empty()
        && let (before, after) = (order(planned), order(now))
        && let Some(at) = before.iter().zip(&after).position(|(before, after)| before != after)
    {
        all.push(Moved {
            state: after[at].clone(),
            what: "the SLS files declare it elsewhere or in another order".to_owned(),
        });
    }
    all
}

fn states(before: &PlannedState, after: &PlannedState, note: &mut dyn FnMut(String)) {
    if after.failed && !before.failed {
        note(format!("it cannot be planned any more: {}", first_line(&after.comment)));
        return;
    }
    let of_after: BTreeMap<(&str, &str), &Thing> =
        after.things.iter().map(|thing| ((thing.kind.as_str(), thing.name.as_str()), thing)).collect();
    for thing in &before.things {
        match of_after.get(&(thing.kind.as_str(), thing.name.as_str())) {
            None => note(format!("{} '{}' is no part of it any more", thing.noun, thing.name)),
            Some(after) => things(thing, after, note),
        }
    }
    for thing in &after.things {
        if !before.things.iter().any(|it| it.kind == thing.kind && it.name == thing.name)
            && thing.action != PlannedAction::Unchanged
        {
            note(format!("the plan has no change of {} '{}'", thing.noun, thing.name));
        }
    }
    if before.things.is_empty() && after.things.is_empty() && before.action != after.action {
        note(format!(
            "the plan was to {} it, but now it is to {}",
            before.action.word(),
            after.action.word()
        ));
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

fn things(before: &Thing, after: &Thing, note: &mut dyn FnMut(String)) {
    let subject = format!("{} '{}'", after.noun, after.name);
    // Things of the machine have neither account nor region.
    let is_aws = !after.kind.starts_with("machine.");
    let is_changed =
        is_aws && (before.action != PlannedAction::Unchanged || after.action != PlannedAction::Unchanged);
    for (what, before, after) in [
        ("account", &before.account, &after.account),
        ("region", &before.region, &after.region),
        ("id", &before.id, &after.id),
    ] {
        match (before, after) {
            (Some(before), Some(after)) if before != after => {
                note(format!("{subject}: its {what} was {before}, but now it is {after}"));
                return;
            }
            // An id may be unknown: only AWS can choose that of a new thing.
            (None, _) | (_, None) if what != "id" && is_changed => {
                note(format!("{subject}: its {what} is not known, so it may be another than in the plan"));
                return;
            }
            _ => {}
        }
    }
    for dependency in &before.depends_on {
        let now = after
            .depends_on
            .iter()
            .find(|it| it.thing == dependency.thing && it.attribute == dependency.attribute);
        if let Some(now) = now.filter(|now| now.value != dependency.value) {
            note(format!(
                "{subject}: {} of {} was {}, but now it is {}",
                dependency.attribute, dependency.thing, dependency.value, now.value
            ));
        }
    }
    let mut has_noted = false;
    for problem in attributes(&before.attributes, &after.attributes) {
        has_noted = true;
        note(format!("{subject}: {problem}"));
    }
    if !has_noted && before.action != after.action {
        note(format!(
            "{subject}: the plan was to {} it, but now it is to {}",
            before.action.word(),
            after.action.word()
        ));
    }
}

fn attributes(before: &[Attribute], after: &[Attribute]) -> Vec<String> {
    let path = |it: &Attribute| if it.path.is_empty() { "the whole".to_owned() } else { it.path.clone() };
    let mut problems = vec![];
    for old in before {
        match after.iter().find(|it| it.path == old.path) {
            None => problems.push(format!("{} is as declared now, but the plan saw {}", path(old), old.old)),
            Some(new) if new.old != old.old => {
                let now = beside::json(&new.old, &old.old);
                problems.push(format!("{} was {}, AWS shows {now} now", path(old), old.old));
            }
            Some(new) if new.new != old.new => {
                let now = beside::json(&new.new, &old.new);
                let to = format!("was to become {}, but now it is to become {now}", old.new);
                problems.push(format!("{} {to}", path(old)));
            }
            Some(_) => {}
        }
    }
    for new in after.iter().filter(|new| !before.iter().any(|old| old.path == new.path)) {
        problems.push(format!(
            "{} differs now (it is {}), but the plan leaves it as it is",
            path(new),
            new.old
        ));
    }
    problems
}

/// Equal; a value that was not known when a plan was made equals any value.
pub(super) fn agrees(planned: &Json, now: &Json) -> bool {
    match (planned, now) {
        (Json::String(planned), Json::String(now)) => planned == now || planned.contains(KNOWN_AFTER_APPLY),
        (Json::Array(planned), Json::Array(now)) => {
            planned.len() == now.len() && planned.iter().zip(now).all(|(planned, now)| agrees(planned, now))
        }
        (Json::Object(planned), Json::Object(now)) => {
            planned.len() == now.len()
                && planned.iter().all(|(key, planned)| now.get(key).is_some_and(|now| agrees(planned, now)))
        }
        (planned, now) => planned == now,
    }
}
