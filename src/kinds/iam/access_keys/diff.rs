//! What differs between the declared access keys of a user and those in AWS.

use super::live::Live;
use super::spec::Spec;
use kind::steps::steps;
use model::{Change, Plan, Value};

steps! {
    "IAM";
    /// Makes a key, and appends it to the file. `nth` counts the keys of one plan.
    Create { user: String, nth: usize, file: String, format: String } =>
        "CreateAccessKey", "create an access key and save it";
    /// Deletes a key.
    Delete { user: String, id: String } => "DeleteAccessKey", "delete the access key {}", id;
    /// Deletes a key whose secret is lost; the file is the one that it should be in.
    DeleteLost { user: String, id: String, file: String } =>
        "DeleteAccessKey", "delete the access key {}, whose secret was lost", id;
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    match (want.number, live) {
        (Some(number), None) => create(want, number, 0),
        (Some(number), Some(live)) => {
            live.keys.compared("access keys", |keys| present(want, number, keys, live))
        }
        (None, Some(live)) => live.keys.compared("access keys", |keys| absent(want, keys)),
        (None, None) => Plan::nothing(),
    }
}

fn create(want: &Spec, number: usize, there: usize) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Some(file) = want.file.clone().filter(|_| there < number) else { return plan };
    let count = |count: usize| Value::from(i64::try_from(count).unwrap_or_default());
    plan.changes.push(Change::update("access_keys", count(there), count(number)));
    plan.changes.push(Change::create("saved_in", file.as_str()));
    plan.steps.extend((0..number - there).map(|nth| Step::Create {
        user: want.name.clone(),
        nth,
        file: file.clone(),
        format: want.format.clone(),
    }));
    plan
}

/// A lost key is deleted first: the next round makes another.
fn present(want: &Spec, number: usize, keys: &[String], live: &Live) -> Plan<Step> {
    let mut plan = create(want, number, keys.iter().filter(|id| !live.lost.contains(id)).count());
    if let Some(file) = want.file.as_ref().filter(|_| !live.lost.is_empty()) {
        let delete =
            |id: &String| Step::DeleteLost { user: want.name.clone(), id: id.clone(), file: file.clone() };
        plan.changes.push(Change::delete("lost_access_keys", live.lost.clone()));
        plan.steps = live.lost.iter().map(delete).collect();
    }
    plan
}

fn absent(want: &Spec, keys: &[String]) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let is_gone = |id: &&String| want.gone.as_ref().is_none_or(|gone| gone.contains(id));
    let gone: Vec<String> = keys.iter().filter(is_gone).cloned().collect();
    plan.steps.extend(gone.iter().map(|id| Step::Delete { user: want.name.clone(), id: id.clone() }));
    plan.changes.extend((!gone.is_empty()).then(|| Change::delete("access_keys", gone)));
    plan
}
