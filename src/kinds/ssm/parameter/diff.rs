//! Compares a declared parameter with the one in AWS.

use super::live::Live;
use super::spec::{Details, SECURE, Spec};
use aws::tags::{self, Tags, keys};
use kind::settings::Settings;
use kind::steps::steps;
use kind::write_only::WriteOnly;
use model::{Change, Plan};

steps! {
    "SSM";
    /// Creates it.
    Create { name: String, value: WriteOnly, kind: String, details: Details, tags: Tags } =>
        "PutParameter", "create the parameter";
    /// Sets its value and the given settings.
    Put { name: String, value: WriteOnly, kind: String, details: Details, version: i64 } =>
        "PutParameter", "set the parameter";
    /// Adds or overwrites tags.
    Tag { name: String, tags: Tags } => "AddTagsToResource", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { name: String, keys: Vec<String> } => "RemoveTagsFromResource", "remove the tags {}", keys.join(", ");
    /// Deletes it.
    Delete { name: String } => "DeleteParameter", "delete the parameter";
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    match (want.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => {
            let mut plan = Plan::nothing();
            plan.then(
                Change::delete("parameter", live.name.as_str()),
                Step::Delete { name: live.name.clone() },
            );
            plan
        }
        (false, None) => Plan::nothing(),
    }
}

fn value(value: &WriteOnly, kind: &str) -> String {
    if kind == SECURE { "(hidden)".to_owned() } else { value.reveal().to_owned() }
}

fn create(want: &Spec) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Spec { name, details, .. } = want.clone();
    let kind = want.kind.clone().unwrap_or_else(|| "String".to_owned());
    let tags = want.tags.clone().unwrap_or_default();
    let mut changes =
        vec![Change::create("value", value(&want.value, &kind)), Change::create("type", kind.as_str())];
    changes.extend(details.created());
    changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    let step = Step::Create { name, value: want.value.clone(), kind, details, tags };
    plan.then(Change::create("parameter", want.name.as_str()), step);
    for change in changes {
        plan.changes.push(change);
        plan.link(plan.changes.len() - 1);
    }
    plan
}

fn update(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let kind = want.kind.clone().unwrap_or_else(|| live.kind.clone());
    let mut changes = vec![];
    if kind != live.kind {
        changes.push(Change::update("type", live.kind.as_str(), kind.as_str()));
    }
    // An encrypted value that was not decrypted is not compared.
    if let Some(is) = live.value.as_ref().filter(|is| **is != want.value) {
        let is_secret = kind == SECURE || live.kind == SECURE;
        let shown = |text: &WriteOnly| value(text, if is_secret { SECURE } else { &kind });
        let change = Change::update("value", shown(is), shown(&want.value));
        changes.push(if is_secret { change.hidden() } else { change });
    }
    if !want.details.is_empty() {
        let compared: Plan<()> = live.details.compared("its settings", |is| {
            changes.extend(want.details.differing(is).changes(is));
            Plan::nothing()
        });
        plan.busy = compared.busy;
        plan.warnings = compared.warnings;
        plan.refusals = compared.refusals;
    }
    if !changes.is_empty() {
        let (name, details) = (live.name.clone(), want.details.clone());
        plan.steps.push(Step::Put { name, value: want.value.clone(), kind, details, version: live.version });
    }
    for change in changes {
        plan.changes.push(change);
        plan.link(plan.changes.len() - 1);
    }
    if let Some(tags) = &want.tags {
        let name = || live.name.clone();
        let untag = |gone: Tags| Step::Untag { name: name(), keys: gone.into_keys().collect() };
        plan.extend(tags::compare(tags, &live.tags, |tags| Step::Tag { name: name(), tags }, untag));
    }
    plan
}
