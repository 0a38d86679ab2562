//! What differs between a declared queue and the one there is.

use super::live::Live;
use super::spec::{ATTRIBUTES, Form, Spec};
use crate::aws::policy;
use crate::aws::tags::{self, Tags, keys};
use crate::model::{Change, Plan};
use crate::resources::steps::steps;

steps! {
    "SQS";
    /// Makes it, with all that is declared.
    Create { name: String, attributes: Tags, tags: Tags } => "CreateQueue", "create the queue";
    /// Sets the attributes that differ.
    SetAttributes { url: String, attributes: Tags } => "SetQueueAttributes", "set {}", keys(attributes);
    /// Adds or overwrites tags.
    Tag { url: String, tags: Tags } => "TagQueue", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { url: String, keys: Vec<String> } => "UntagQueue", "remove the tags {}", keys.join(", ");
    /// Deletes it and what is in it.
    Delete { url: String } => "DeleteQueue", "delete the queue";
}

impl Step {
    /// Attributes and tags are set in parallel; tags go after others have come.
    pub(super) fn follows(&self, earlier: &Self) -> bool {
        matches!((self, earlier), (Self::Untag { .. }, Self::Tag { .. }))
    }
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.present, live) {
        (true, None) => return create(want),
        (true, Some(live)) => return update(want, live),
        (false, Some(live)) => {
            plan.then(Change::delete("queue", want.name.as_str()), Step::Delete { url: live.url.clone() });
        }
        (false, None) => {}
    }
    plan
}

fn create(want: &Spec) -> Plan<Step> {
    let Spec { name, attributes, tags, .. } = want.clone();
    let tags = tags.unwrap_or_default();
    let mut plan = Plan::nothing();
    plan.changes.push(Change::create("queue", name.as_str()));
    plan.changes.extend(attributes.iter().map(|(name, value)| Change::create(name, value.as_str())));
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    plan.steps.push(Step::Create { name, attributes, tags });
    plan
}

fn update(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let url = || live.url.clone();
    if !want.attributes.is_empty() {
        plan.extend(live.attributes.compared("attributes", |is| attributes(&want.attributes, is, &live.url)));
    }
    if let Some(wanted) = &want.tags {
        let untag = |gone: Tags| Step::Untag { url: url(), keys: gone.into_keys().collect() };
        plan.extend(tags::compare(wanted, &live.tags, |tags| Step::Tag { url: url(), tags }, untag));
    }
    plan
}

/// Only what is declared and differs.
fn attributes(wanted: &Tags, is: &Tags, url: &str) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let mut differing = Tags::new();
    for (name, value) in wanted {
        let (form, current) = (form(name), is.get(name));
        if form.is_same(value, current) {
            continue;
        }
        if form == Form::Fixed {
            plan.refusals.push(format!("{name} cannot change on an existing queue (wanted {value})"));
            continue;
        }
        plan.changes.push(Change::update(name, current.cloned(), value.as_str()));
        differing.insert(name.clone(), value.clone());
    }
    let set = |attributes| Step::SetAttributes { url: url.to_owned(), attributes };
    plan.steps.extend((!differing.is_empty()).then(|| set(differing)));
    plan
}

fn form(name: &str) -> Form {
    ATTRIBUTES.iter().find(|(known, _)| *known == name).map_or(Form::Text, |(_, form)| *form)
}

impl Form {
    /// AWS writes `true` where an author may write `True`, and answers nothing for what was never set.
    fn is_same(self, wanted: &str, current: Option<&String>) -> bool {
        let Some(current) = current else { return self.is_default(wanted) };
        match self {
            Self::Policy => policy::is_same(wanted, current),
            Self::Json => is_same_json(wanted, current),
            Self::Text | Self::Default(_) | Self::Fixed => wanted.eq_ignore_ascii_case(current),
        }
    }

    fn is_default(self, wanted: &str) -> bool {
        match self {
            Self::Text => false,
            Self::Default(default) => wanted.eq_ignore_ascii_case(default),
            Self::Fixed => wanted.eq_ignore_ascii_case("false"),
            Self::Policy | Self::Json => wanted.is_empty(),
        }
    }
}

/// Numbers in redrive documents come back as text or number, whichever was sent.
fn is_same_json(wanted: &str, current: &str) -> bool {
    let parse = |text: &str| serde_json::from_str(text).map(with_numbers_as_text);
    match (parse(wanted), parse(current)) {
        (Ok(wanted), Ok(current)) => wanted == current,
        _ => wanted == current,
    }
}

fn with_numbers_as_text(json: serde_json::Value) -> serde_json::Value {
    use serde_json::Value::{Array, Number, Object};
    match json {
        Number(number) => number.to_string().into(),
        Array(list) => list.into_iter().map(with_numbers_as_text).collect(),
        Object(map) => map.into_iter().map(|(key, value)| (key, with_numbers_as_text(value))).collect(),
        other => other,
    }
}
