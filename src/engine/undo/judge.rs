//! Decides whether a change may be undone: compares the journal with test runs of now.

use serde_json::Value as Json;

use super::Inverse;
use crate::engine::planned::PlannedAction;
use crate::engine::run_plan::{Attribute, Thing};

/// The result for an inverse after AWS was asked.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Judged {
    /// It undoes the change of the run, and nothing else.
    Undo,
    /// AWS shows the value from before the run.
    Already,
    /// AWS shows another value than the run set.
    Moved(String),
    /// Its declaration would change more than the run did, in these attributes.
    Extra(Vec<String>),
    /// No declaration undoes it.
    Impossible(String),
}

/// Decides about an inverse by test runs of its declarations: as the run left the thing, and as it was before.
pub fn judge(inverse: &Inverse, left: Option<&Thing>, before: Option<&Thing>) -> Judged {
    let Some(before) = before else {
        return Judged::Impossible("it cannot be compared with AWS".to_owned());
    };
    match inverse.thing.action {
        PlannedAction::Delete => of_deletion(before),
        _ if before.action == PlannedAction::Unchanged => Judged::Already,
        PlannedAction::Create => of_creation(inverse, left),
        _ => of_change(inverse, left, before),
    }
}

fn of_deletion(before: &Thing) -> Judged {
    match before.action {
        PlannedAction::Create => Judged::Undo,
        PlannedAction::Unchanged => Judged::Already,
        _ => Judged::Moved(format!("it exists again, and differs: {}", paths(before))),
    }
}

fn of_creation(inverse: &Inverse, left: Option<&Thing>) -> Judged {
    match (left, &inverse.later) {
        (Some(left), _) => moved(inverse, left).map_or(Judged::Undo, Judged::Moved),
        (None, Some(later)) => {
            let why = format!("the run {later} changed it later, and what this run left cannot be declared");
            Judged::Moved(why)
        }
        (None, None) => Judged::Undo,
    }
}

fn of_change(inverse: &Inverse, left: Option<&Thing>, before: &Thing) -> Judged {
    if before.action == PlannedAction::Create {
        return Judged::Moved("it does not exist any more".to_owned());
    }
    let (own, extra): (Vec<_>, Vec<_>) =
        before.attributes.iter().partition(|it| recorded(inverse, &it.path).is_some());
    if !extra.is_empty() {
        return Judged::Extra(extra.iter().map(|it| it.path.clone()).collect());
    }
    if let Some(why) = left.and_then(|left| moved(inverse, left)) {
        return Judged::Moved(why);
    }
    let mut pairs = own.iter().filter_map(|own| Some((own, recorded(inverse, &own.path)?)));
    if let Some((own, recorded)) = pairs.find(|(own, recorded)| is_other_text(&recorded.old, &own.new)) {
        return Judged::Impossible(format!(
            "'{}' was {}, but its declaration would make it {}",
            own.path, recorded.old, own.new
        ));
    }
    let silent = inverse.thing.attributes.iter().find(|it| !own.iter().any(|own| own.path == it.path));
    match silent {
        Some(it) => Judged::Impossible(format!("'{}' had no value before that can be declared", it.path)),
        None => Judged::Undo,
    }
}

/// True for two texts that differ. Other values are compared by their types.
fn is_other_text(old: &Json, new: &Json) -> bool {
    old.is_string() && new.is_string() && old != new
}

/// The recorded attribute of the run.
fn recorded<'a>(inverse: &'a Inverse, path: &str) -> Option<&'a Attribute> {
    inverse.thing.attributes.iter().find(|it| it.path == path)
}

/// The attributes that the run changed and that AWS shows with other values now.
fn moved(inverse: &Inverse, left: &Thing) -> Option<String> {
    if left.action == PlannedAction::Create {
        return Some("it does not exist any more".to_owned());
    }
    // AWS shows the value of the journal: only the declaration spells it differently, such as a name to which a kind
    // adds a digest.
    let is_moved =
        |it: &&Attribute| recorded(inverse, &it.path).is_some_and(|recorded| recorded.new != it.old);
    let all: Vec<String> = left
        .attributes
        .iter()
        .filter(is_moved)
        .map(|it| format!("{} was left as {}, but AWS shows {} now", it.path, it.new, it.old))
        .collect();
    (!all.is_empty()).then(|| all.join("; "))
}

fn paths(thing: &Thing) -> String {
    thing.attributes.iter().map(|it| it.path.as_str()).collect::<Vec<_>>().join(", ")
}
