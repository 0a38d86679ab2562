//! Decides whether a change may be undone: compares the journal with test runs of now.

use serde_json::Value as Json;

use model::secret::beside;

use super::alike::{is_alike, is_empty, is_off, is_other, is_same};
use super::observed::identity;
use super::values::declares;
use super::{Inverse, Proof};
use crate::planned::PlannedAction;
use crate::run_plan::{Attribute, Thing};

/// The result for an inverse after AWS was asked.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Judged {
    /// It undoes the change of the run, and nothing else.
    Undo,
    /// AWS shows the value from before the run.
    Already,
    /// AWS shows another value than the run set, or another thing.
    Moved(String),
    /// Its declaration would change more than the run did, in these attributes.
    Extra(Vec<String>),
    /// Its declaration would give this attribute another value than the former one.
    Otherwise {
        /// The attribute.
        path: String,
        /// The values, one sentence without a full stop.
        why: String,
    },
    /// No declaration undoes it.
    Impossible(String),
}

/// Decides about an inverse by test runs of its declarations: as the run left the thing, and as it was before.
pub fn judge(inverse: &Inverse, left: Option<&Thing>, before: Option<&Thing>) -> Judged {
    let Some(before) = before else {
        return Judged::Impossible("it cannot be compared with AWS".to_owned());
    };
    if let Some(why) = elsewhere(&inverse.thing, before) {
        return Judged::Moved(why);
    }
    if inverse.thing.action != PlannedAction::Delete && before.action == PlannedAction::Unchanged {
        return unchanged(inverse, left);
    }
    if let Proof::Unknown(why) = &inverse.proof {
        return Judged::Impossible(why.clone());
    }
    match inverse.thing.action {
        PlannedAction::Delete => of_deletion(inverse, before),
        PlannedAction::Create => of_creation(inverse, left, before),
        _ => of_change(inverse, left, before),
    }
}

/// Why these credentials, or this region, cannot have the thing of the run.
fn elsewhere(recorded: &Thing, now: &Thing) -> Option<String> {
    for (what, recorded, now) in
        [("account", &recorded.account, &now.account), ("region", &recorded.region, &now.region)]
    {
        if let (Some(recorded), Some(now)) = (recorded, now)
            && recorded != now
        {
            return Some(format!("the run changed it in {what} {recorded}, but this is {what} {now}"));
        }
    }
    None
}

/// The declaration of what was before finds no difference: it is undone already, or no declaration takes it back.
fn unchanged(inverse: &Inverse, left: Option<&Thing>) -> Judged {
    let is_change = matches!(inverse.thing.action, PlannedAction::Change | PlannedAction::Replace);
    match left {
        Some(left) if is_change && left.action == PlannedAction::Unchanged => silent(inverse),
        None if is_change && !inverse.holds_former => silent(inverse),
        _ => Judged::Already,
    }
}

fn no_former(path: &str) -> String {
    let what = if path.is_empty() { "it".to_owned() } else { format!("'{path}'") };
    format!(
        "no declaration gives {what} the former value: there was none, or only the SLS of that time says it"
    )
}

fn silent(inverse: &Inverse) -> Judged {
    let paths: Vec<&str> = inverse.thing.attributes.iter().map(|it| it.path.as_str()).collect();
    Judged::Impossible(no_former(&paths.join("', '")))
}

fn of_deletion(inverse: &Inverse, before: &Thing) -> Judged {
    match before.action {
        PlannedAction::Create => match not_as_before(inverse, before) {
            Some((path, why)) => Judged::Otherwise { path, why },
            None => Judged::Undo,
        },
        PlannedAction::Unchanged => Judged::Already,
        _ => Judged::Moved(format!("it exists again, and differs: {}", paths(before))),
    }
}

/// An attribute that the new thing would have with another value than the deleted one.
fn not_as_before(inverse: &Inverse, before: &Thing) -> Option<(String, String)> {
    for (path, former) in &inverse.former {
        let planned = before.attributes.iter().find(|it| it.path == *path);
        if planned.is_none() && !is_empty(former) && !declares(&inverse.before, path) {
            return Some((path.clone(), format!("no argument declares '{path}', which was {former}")));
        }
        let now = planned.map(|it| &it.new);
        if now.is_some_and(|now| is_other(former, now, None)) {
            let now = now.map(ToString::to_string).unwrap_or_default();
            return Some((
                path.clone(),
                format!("'{path}' was {former}, but its declaration would make it {now}"),
            ));
        }
    }
    None
}

fn of_creation(inverse: &Inverse, left: Option<&Thing>, before: &Thing) -> Judged {
    if let Proof::Made { identity: made, is_seen } = &inverse.proof
        && let Some(now) = identity(before)
    {
        match made {
            Some(made) if made != now => {
                let why = format!("it is another one now: the run made {made}, but AWS shows {now}");
                return Judged::Moved(why);
            }
            None if !is_seen => {
                let why = "the run ended before it knew the id of what it made";
                return Judged::Impossible(why.to_owned());
            }
            _ => {}
        }
    }
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
    if let (PlannedAction::Change, Some(id), Some(now)) =
        (inverse.thing.action, &inverse.thing.id, &before.id)
        && id != now
        && inverse.left_id.as_ref() != Some(now)
    {
        return Judged::Moved(format!("it is another one now: the run changed {id}, but AWS shows {now}"));
    }
    let (own, extra): (Vec<_>, Vec<_>) =
        before.attributes.iter().partition(|it| recorded(inverse, &it.path).is_some());
    if !extra.is_empty() {
        return Judged::Extra(extra.iter().map(|it| it.path.clone()).collect());
    }
    let why = left.map_or_else(|| moved_unseen(inverse, &own), |left| moved(inverse, left));
    if let Some(why) = why {
        return Judged::Moved(why);
    }
    for own in &own {
        let Some(recorded) = recorded(inverse, &own.path) else { continue };
        if is_other(&recorded.old, &own.new, Some(&recorded.new)) {
            let path = own.path.clone();
            let why = format!("'{path}' was {}, but its declaration would make it {}", recorded.old, own.new);
            return Judged::Otherwise { path, why };
        }
    }
    let planned = |it: &&Attribute| !own.iter().any(|own| own.path == it.path);
    let is_former = |it: &&Attribute| left.is_some_and(|left| has_former_value(it, left));
    let silent = inverse.thing.attributes.iter().filter(planned).find(|it| !is_former(it));
    match silent {
        Some(it) => Judged::Impossible(no_former(&it.path)),
        None => Judged::Undo,
    }
}

/// True if AWS shows the former value of an attribute, according to a test run of what the run left.
fn has_former_value(recorded: &Attribute, left: &Thing) -> bool {
    left.attributes.iter().any(|it| it.path == recorded.path && is_same(&it.old, &recorded.old))
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
    let is_created = inverse.thing.action == PlannedAction::Create;
    let now = left.attributes.iter().filter_map(|it| Some((recorded(inverse, &it.path)?, it)));
    let all = now.filter(|(recorded, now)| has_moved(recorded, now, is_created));
    sentence(all)
}

/// The same without a declaration of what the run left: `now` are the attributes of a test run of what was before it.
fn moved_unseen(inverse: &Inverse, now: &[&Attribute]) -> Option<String> {
    let now = now.iter().filter_map(|it| Some((recorded(inverse, &it.path)?, *it)));
    let all = now.filter(|(recorded, now)| {
        let is_text = |value: &Json| matches!(value, Json::String(_) | Json::Number(_) | Json::Bool(_));
        is_text(&recorded.new)
            && is_text(&now.old)
            && !is_alike(&recorded.new, &now.old)
            && !is_alike(&recorded.old, &now.old)
    });
    sentence(all)
}

fn sentence<'a>(moved: impl Iterator<Item = (&'a Attribute, &'a Attribute)>) -> Option<String> {
    let said = moved.map(|(recorded, now)| {
        let shown = beside::json(&now.old, &recorded.new);
        format!("{} was left as {}, but AWS shows {shown} now", now.path, recorded.new)
    });
    let all: Vec<String> = said.collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// True if AWS shows another value than the run left.
///
/// AWS may show the value of the journal, and only the declaration spells it differently, such as a name to which a kind
/// adds a digest. Or it shows the former value: an undo that was interrupted has done its part.
fn has_moved(recorded: &Attribute, now: &Attribute, is_created: bool) -> bool {
    if is_same(&recorded.new, &now.old) || (is_same(&recorded.old, &now.old) && !is_created) {
        return false;
    }
    let (Some(is), Some(declared)) = (now.old.as_object(), now.new.as_object()) else { return true };
    let of = |value: &Json, key: &str| value.get(key).cloned().unwrap_or_default();
    let is_former = |key: &str, is: &Json| !is_created && is_same(&of(&recorded.old, key), is);
    let differs = |(key, is): (&String, &Json)| match recorded.new.get(key) {
        Some(left) => !is_alike(left, is) && !is_former(key, is),
        // The run did not set it. If the SLS declares it, then otherwise than at the time of the run.
        None => !is_off(is) && !declared.contains_key(key) && !is_former(key, is),
    };
    let is_gone = |(key, left): (&String, &Json)| {
        declared.contains_key(key) && !is.contains_key(key) && !is_off(left) && !is_former(key, &Json::Null)
    };
    is.iter().any(differs) || recorded.new.as_object().into_iter().flatten().any(is_gone)
}

fn paths(thing: &Thing) -> String {
    thing.attributes.iter().map(|it| it.path.as_str()).collect::<Vec<_>>().join(", ")
}
