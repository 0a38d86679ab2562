//! Compares a declared key with the one in AWS.

use super::live::Live;
use super::spec::{Fixed, Spec};
use aws::policy;
use aws::tags::{self, Tags, keys};
use kind::settings::Settings;
use kind::steps::steps;
use model::{Change, Plan};

/// The settings of a new key.
#[derive(Clone, Debug, PartialEq)]
pub struct New {
    /// JSON; none for AWS's own.
    pub policy: Option<String>,
    /// Its description.
    pub description: Option<String>,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// Its tags, without the mark.
    pub tags: Tags,
}

steps! {
    "KMS";
    /// Creates it with the mark of its alias. The next round makes the alias.
    Create { alias: String, new: Box<New> } => "CreateKey", "create the key";
    /// Gives it its alias.
    Alias { id: String, alias: String } => "CreateAlias", "give it the alias {}", alias;
    /// Stops its deletion; it is disabled then.
    Keep { id: String } => "CancelKeyDeletion", "cancel its deletion";
    /// Enables it.
    Enable { id: String } => "EnableKey", "enable the key";
    /// Disables it.
    Disable { id: String } => "DisableKey", "disable the key";
    /// Enables the rotation.
    Rotate { id: String } => "EnableKeyRotation", "enable the rotation";
    /// Disables the rotation.
    StopRotation { id: String } => "DisableKeyRotation", "disable the rotation";
    /// Sets its description.
    Describe { id: String, text: String } => "UpdateKeyDescription", "change the description";
    /// Replaces its policy.
    SetPolicy { id: String, document: String } => "PutKeyPolicy", "replace the policy";
    /// Adds or overwrites tags.
    Tag { id: String, tags: Tags } => "TagResource", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { id: String, keys: Vec<String> } => "UntagResource", "remove the tags {}", keys.join(", ");
    /// Schedules its deletion.
    Delete { id: String, days: i32 } => "ScheduleKeyDeletion", "schedule its deletion in {} days", days;
}

/// How many days AWS waits by default.
const WINDOW: i32 = 30;

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    match (want.present, live) {
        (true, None) => create(want),
        (true, Some(live)) if live.is_pending_deletion() => keep(want, live),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) if !live.is_pending_deletion() => {
            let mut plan = Plan::nothing();
            let (id, days) = (live.id.clone(), want.window.unwrap_or(WINDOW));
            plan.then(Change::delete("key", want.name.as_str()), Step::Delete { id, days });
            plan
        }
        (false, _) => Plan::nothing(),
    }
}

fn create(want: &Spec) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let Spec { name, policy, description, fixed, .. } = want.clone();
    plan.changes.push(Change::create("key", name.as_str()));
    plan.changes.push(Change::create("alias", name.as_str()));
    plan.changes.extend(policy.as_ref().map(|text| Change::create("policy", policy::to_shown(text))));
    plan.changes.extend(description.as_ref().map(|text| Change::create("description", text.as_str())));
    plan.changes.extend(fixed.created());
    plan.changes.extend(want.rotation.filter(|on| *on).map(|on| Change::create("key_rotation", on)));
    plan.changes.extend(want.enabled.filter(|on| !on).map(|on| Change::create("enabled", on)));
    let tags = want.tags.clone().unwrap_or_default();
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    let new = New { policy, description, fixed, tags };
    plan.steps.push(Step::Create { alias: name, new: Box::new(new) });
    plan
}

/// Cancels a scheduled deletion and enables the key.
fn keep(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let id = || live.id.clone();
    plan.then(Change::create("key", want.name.as_str()), Step::Keep { id: id() });
    if want.enabled != Some(false) {
        plan.steps.push(Step::Enable { id: id() });
        plan.link(0);
    }
    plan
}

fn update(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let id = || live.id.clone();
    if !live.has_alias {
        let step = Step::Alias { id: id(), alias: want.name.clone() };
        plan.then(Change::create("alias", want.name.as_str()), step);
    }
    plan.refusals.extend(want.fixed.refusals(&live.fixed, "key"));
    if let Some(text) = want.description.as_ref().filter(|text| **text != live.description) {
        let change = Change::update("description", live.description.as_str(), text.as_str());
        plan.then(change, Step::Describe { id: id(), text: text.clone() });
    }
    if let Some(document) = &want.policy {
        plan.extend(live.policy.compared("policy", |current| {
            let mut plan = Plan::nothing();
            if !policy::is_same(document, current) {
                let shown = (policy::to_shown(current), policy::to_shown(document));
                let step = Step::SetPolicy { id: id(), document: document.clone() };
                plan.then(Change::update("policy", shown.0, shown.1), step);
            }
            plan
        }));
    }
    plan.extend(usable(want, live));
    if let Some(tags) = &want.tags {
        let untag = |gone: Tags| Step::Untag { id: id(), keys: gone.into_keys().collect() };
        plan.extend(tags::compare(tags, &live.tags, |tags| Step::Tag { id: id(), tags }, untag));
    }
    if plan.steps.is_empty() && live.state == "Creating" {
        plan.busy = Some("AWS to make the key".to_owned());
    }
    plan
}

/// Rotation changes only while the key is enabled: after it is enabled, and before it is disabled.
fn usable(want: &Spec, live: &Live) -> Plan<Step> {
    let id = || live.id.clone();
    let is_enabled = live.state == "Enabled";
    let enabled = want.enabled.filter(|wanted| *wanted != is_enabled);
    let mut rotation = Plan::nothing();
    if let Some(wanted) = want.rotation {
        rotation = live.rotation.compared("rotation", |is| {
            let mut plan = Plan::nothing();
            if *is == wanted {
                return plan;
            }
            if is_enabled || enabled == Some(true) {
                let step = if wanted { Step::Rotate { id: id() } } else { Step::StopRotation { id: id() } };
                plan.then(Change::update("key_rotation", *is, wanted), step);
            } else {
                plan.warnings.push("its rotation cannot change while it is disabled".to_owned());
            }
            plan
        });
    }
    let mut switch = Plan::nothing();
    if let Some(wanted) = enabled {
        let step = if wanted { Step::Enable { id: id() } } else { Step::Disable { id: id() } };
        switch.then(Change::update("enabled", is_enabled, wanted), step);
    }
    let (mut first, second) = if enabled == Some(true) { (switch, rotation) } else { (rotation, switch) };
    first.extend(second);
    first
}
