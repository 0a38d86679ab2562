//! What differs between a declared queue and the one there is.

use std::fmt;

use indexmap::IndexMap;

use super::live::Live;
use super::spec::Spec;
use crate::aws::policy;
use crate::aws::tags;
use crate::model::{Change, Plan};

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `CreateQueue`, with all that is declared.
    Create { name: String, attributes: IndexMap<String, String>, tags: IndexMap<String, String> },
    /// `SetQueueAttributes`, with those that differ.
    SetAttributes { url: String, attributes: IndexMap<String, String> },
    /// `TagQueue`.
    Tag { url: String, tags: IndexMap<String, String> },
    /// `UntagQueue`.
    Untag { url: String, keys: Vec<String> },
    /// `DeleteQueue`.
    Delete { url: String },
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Create { .. } => out.write_str("create the queue"),
            Self::SetAttributes { attributes, .. } => write!(out, "set {}", names(attributes)),
            Self::Tag { tags, .. } => write!(out, "tag with {}", names(tags)),
            Self::Untag { keys, .. } => write!(out, "remove the tags {}", keys.join(", ")),
            Self::Delete { .. } => out.write_str("delete the queue"),
        }
    }
}

impl Step {
    /// Attributes and tags are set side by side; tags go after others have come.
    pub(super) fn follows(&self, earlier: &Self) -> bool {
        matches!((self, earlier), (Self::Untag { .. }, Self::Tag { .. }))
    }

    /// The call that it makes.
    pub(super) fn operation(&self) -> Option<&'static str> {
        Some(match self {
            Self::Create { .. } => "SQS.CreateQueue",
            Self::SetAttributes { .. } => "SQS.SetQueueAttributes",
            Self::Tag { .. } => "SQS.TagQueue",
            Self::Untag { .. } => "SQS.UntagQueue",
            Self::Delete { .. } => "SQS.DeleteQueue",
        })
    }
}

fn names(map: &IndexMap<String, String>) -> String {
    map.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    match (want.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => delete(want, live),
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Spec) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let step = Step::Create {
        name: want.name.clone(),
        attributes: want.attributes.clone(),
        tags: want.tags.clone().unwrap_or_default(),
    };
    plan.then(Change::create("queue", want.name.as_str()), step);
    for (name, value) in &want.attributes {
        plan.changes.push(Change::create(name, value.as_str()));
    }
    if let Some(tags) = want.tags.as_ref().filter(|tags| !tags.is_empty()) {
        plan.changes.push(Change::create("tags", tags::to_value(tags)));
    }
    plan
}

fn update(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let mut differing = IndexMap::new();
    for (name, value) in &want.attributes {
        let current = live.attributes.get(name);
        if current.is_some_and(|current| is_same(name, value, current))
            || (current.is_none() && is_default(name, value))
        {
            continue;
        }
        if name == "FifoQueue" {
            plan.refusals.push(format!("FifoQueue cannot change on an existing queue (wanted {value})"));
            continue;
        }
        plan.changes.push(Change::update(name, current.cloned(), value.as_str()));
        differing.insert(name.clone(), value.clone());
    }
    if !differing.is_empty() {
        plan.steps.push(Step::SetAttributes { url: live.url.clone(), attributes: differing });
    }
    if let Some(wanted) = &want.tags {
        plan.extend(tag(wanted, live));
    }
    plan
}

fn tag(wanted: &IndexMap<String, String>, live: &Live) -> Plan<Step> {
    let url = || live.url.clone();
    let untag = |gone: tags::Tags| Step::Untag { url: url(), keys: gone.into_keys().collect() };
    tags::compare(wanted, &live.tags, |tags| Step::Tag { url: url(), tags }, untag)
}

fn delete(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    plan.then(Change::delete("queue", want.name.as_str()), Step::Delete { url: live.url.clone() });
    plan
}

/// Documents by meaning, anything else as text. `True` and `true` are one: AWS writes the latter.
fn is_same(name: &str, wanted: &str, current: &str) -> bool {
    match name {
        "Policy" => policy::is_same(wanted, current),
        "RedrivePolicy" | "RedriveAllowPolicy" => same_json(wanted, current),
        _ => wanted.eq_ignore_ascii_case(current),
    }
}

/// AWS returns no value for what was never set.
fn is_default(name: &str, value: &str) -> bool {
    match name {
        "FifoQueue" | "ContentBasedDeduplication" => value.eq_ignore_ascii_case("false"),
        "Policy" | "RedrivePolicy" | "RedriveAllowPolicy" | "KmsMasterKeyId" => value.is_empty(),
        _ => false,
    }
}

/// Numbers in redrive documents come back as text or number, whichever was sent.
fn same_json(wanted: &str, current: &str) -> bool {
    let parse = |text: &str| serde_json::from_str::<serde_json::Value>(text).map(plain);
    match (parse(wanted), parse(current)) {
        (Ok(wanted), Ok(current)) => wanted == current,
        _ => wanted == current,
    }
}

fn plain(json: serde_json::Value) -> serde_json::Value {
    match json {
        serde_json::Value::Number(number) => number.to_string().into(),
        serde_json::Value::Array(list) => list.into_iter().map(plain).collect(),
        serde_json::Value::Object(map) => map.into_iter().map(|(key, value)| (key, plain(value))).collect(),
        other => other,
    }
}
