//! Compares a declared queue with the one in AWS.

use super::live::Live;
use super::spec::{ATTRIBUTES, Spec};
use aws::tags::{self, Tags, keys};
use kind::steps::steps;
use model::{Change, Plan};

steps! {
    "SQS";
    /// Creates it with all declared settings.
    Create { name: String, attributes: Tags, tags: Tags } => "CreateQueue", "create the queue";
    /// Sets the attributes that differ.
    SetAttributes { url: String, attributes: Tags } => "SetQueueAttributes", "set {}", keys(attributes);
    /// Adds or overwrites tags.
    Tag { url: String, tags: Tags } => "TagQueue", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { url: String, keys: Vec<String> } => "UntagQueue", "remove the tags {}", keys.join(", ");
    /// Deletes it with its messages.
    Delete { url: String } => "DeleteQueue", "delete the queue";
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    match (want.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => {
            Plan::of(Change::delete("queue", want.name.as_str()), Step::Delete { url: live.url.clone() })
        }
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Spec) -> Plan<Step> {
    let Spec { name, attributes, tags, .. } = want.clone();
    let tags = tags.unwrap_or_default();
    let mut plan = Plan::nothing();
    plan.changes.push(Change::create("queue", name.as_str()));
    plan.changes.extend(ATTRIBUTES.created(&attributes));
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    plan.steps.push(Step::Create { name, attributes, tags });
    plan
}

fn update(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let url = || live.url.clone();
    if !want.attributes.is_empty() {
        let set = |attributes| Step::SetAttributes { url: url(), attributes };
        let compare = |is: &Tags| ATTRIBUTES.compare(&want.attributes, is).in_one_call(set);
        plan.extend(live.attributes.compared("attributes", compare));
    }
    if let Some(wanted) = &want.tags {
        let untag = |gone: Tags| Step::Untag { url: url(), keys: gone.into_keys().collect() };
        plan.extend(tags::compare(wanted, &live.tags, |tags| Step::Tag { url: url(), tags }, untag));
    }
    plan
}
