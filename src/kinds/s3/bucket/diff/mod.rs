//! Compares a declared bucket with the one in AWS.

mod acl;
mod compare;

pub(crate) use compare::complete;

use std::fmt;

use serde_json::{Value as Json, json};

use super::live::Live;
use super::spec::{Part, Spec};
use super::want::Want;
use aws::policy;
use kind::document::is_nothing;
use kind::settings::cannot_change;
use model::{Change, Plan, Value};

/// One call, or the calls that empty a bucket.
///
/// A setting is the same two calls for each part, so the operation is the part's, and `steps!` does not fit.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Creates it. The next round makes the declared settings.
    Create {
        /// Its name.
        bucket: String,
        /// Its region; the connection's region if none is declared.
        location: Option<String>,
    },
    /// Sets a whole part.
    Put {
        /// The bucket.
        bucket: String,
        /// The part.
        part: Part,
        /// Its new document.
        document: Json,
    },
    /// Removes a part.
    Remove {
        /// The bucket.
        bucket: String,
        /// The part.
        part: Part,
    },
    /// Deletes all objects with all their versions.
    Empty {
        /// The bucket.
        bucket: String,
    },
    /// Deletes it.
    Delete {
        /// The bucket.
        bucket: String,
    },
}

impl Step {
    /// The AWS operation, with its service.
    pub fn operation(&self) -> &'static str {
        match self {
            Self::Create { .. } => "S3.CreateBucket",
            Self::Put { part, .. } => part.operations().0,
            Self::Remove { part, .. } => part.operations().1.unwrap_or(part.operations().0),
            Self::Empty { .. } => "S3.DeleteObjects",
            Self::Delete { .. } => "S3.DeleteBucket",
        }
    }

    /// The AWS operation, without its service.
    pub fn call(&self) -> &'static str {
        self.operation().trim_start_matches("S3.")
    }
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Create { .. } => write!(out, "create the bucket"),
            Self::Put { part, .. } => write!(out, "set {}", part.name()),
            Self::Remove { part, .. } => write!(out, "remove {}", part.name()),
            Self::Empty { .. } => write!(out, "delete all objects"),
            Self::Delete { .. } => write!(out, "delete the bucket"),
        }
    }
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(&want.spec),
        (true, Some(live)) => update(&want.spec, live),
        (false, Some(live)) => delete(want, live),
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Spec) -> Plan<Step> {
    let mut plan = Plan::nothing();
    plan.changes.push(Change::create("bucket", want.name.as_str()));
    plan.changes.extend(want.location.as_deref().map(|region| Change::create("LocationConstraint", region)));
    let parts = want.parts.iter().filter(|(_, document)| !is_nothing(document));
    plan.changes.extend(parts.map(|(part, document)| Change::create(part.name(), shown(document))));
    plan.steps.push(Step::Create { bucket: want.name.clone(), location: want.location.clone() });
    plan
}

fn update(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    if let Some(region) = want.location.as_ref().filter(|region| **region != live.region) {
        let (is, wanted) = (live.region.as_str().into(), region.as_str().into());
        plan.refusals.push(cannot_change("bucket", "LocationConstraint", &is, &wanted));
    }
    for (part, wanted) in order(want) {
        let Some(current) = live.parts.get(&part) else {
            plan.refusals.push(format!("{} cannot be compared, because it was not read", part.name()));
            continue;
        };
        if compare::is_same(part, wanted, current) {
            continue;
        }
        let change = Change::update(part.name(), shown_as_declared(part, current), shown(wanted));
        plan.then(change, step(&live.name, part, wanted, current));
    }
    plan
}

/// The order of the calls. ACLs can only be set while objects can have owners of their own: set them before that is
/// disabled, and after it is enabled.
fn order(want: &Spec) -> Vec<(Part, &Json)> {
    let mut parts: Vec<(Part, &Json)> = want.parts.iter().map(|(part, document)| (*part, document)).collect();
    let enforced = |(part, document): &(Part, &Json)| {
        *part == Part::Ownership && document.as_str() == Some("BucketOwnerEnforced")
    };
    parts.sort_by_key(|it| if enforced(it) { Part::Acl } else { it.0 });
    // The sort is stable: for equal keys the ownership stays first.
    if let (Some(own), Some(acl)) =
        (parts.iter().position(enforced), parts.iter().position(|(part, _)| *part == Part::Acl))
    {
        parts.swap(own, acl);
    }
    parts
}

fn step(bucket: &str, part: Part, wanted: &Json, current: &Json) -> Step {
    let bucket = bucket.to_owned();
    let document = match part {
        Part::Tagging => with_tags_of_aws(wanted, current),
        Part::Acl => with_owner(wanted, current),
        _ => wanted.clone(),
    };
    if is_nothing(&document) && part.operations().1.is_some() {
        return Step::Remove { bucket, part };
    }
    Step::Put { bucket, part, document: complete(part, document) }
}

/// One call replaces all tags; the tags that AWS itself made are kept.
fn with_tags_of_aws(wanted: &Json, current: &Json) -> Json {
    let own = current.as_object().into_iter().flatten().filter(|(key, _)| key.starts_with("aws:"));
    let all = own.chain(wanted.as_object().into_iter().flatten());
    all.map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// Grants are set together with the owner, who does not change.
fn with_owner(wanted: &Json, current: &Json) -> Json {
    let mut document = wanted.clone();
    if let Some(policy) = document.get_mut("AccessControlPolicy").and_then(Json::as_object_mut) {
        policy.entry("Owner").or_insert_with(|| current["Owner"].clone());
    }
    document
}

fn delete(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let bucket = || live.name.clone();
    let content = live.content.answer_or_refuse("its objects", &mut plan.refusals);
    let is_full = content.is_some_and(|content| content.has_more || !content.keys.is_subset(&want.leaving));
    plan.changes.push(Change::delete("bucket", live.name.as_str()));
    if is_full && !want.spec.force {
        plan.refusals.push(format!(
            "the bucket {} holds objects, or former versions of some: write 'Force: True' to delete them with it",
            live.name
        ));
        return plan;
    }
    plan.steps.extend(is_full.then(|| Step::Empty { bucket: bucket() }));
    plan.steps.push(Step::Delete { bucket: bucket() });
    plan
}

/// AWS's document as an SLS declares it: grants have a key of their own there.
fn shown_as_declared(part: Part, current: &Json) -> Value {
    let is_acl = part == Part::Acl && !is_nothing(current);
    if is_acl { shown(&json!({"AccessControlPolicy": current})) } else { shown(current) }
}

/// The document as shown in changes; the code of an MFA device is never shown.
fn shown(document: &Json) -> Value {
    match document {
        Json::String(text) => policy::to_shown(text),
        Json::Object(map) if map.contains_key("MFA") => {
            let mut map = map.clone();
            map.remove("MFA");
            Value::from(json!(map))
        }
        other => other.clone().into(),
    }
}
