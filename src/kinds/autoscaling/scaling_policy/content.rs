//! A scaling policy in canonical form: its type, and its content as one document.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

use super::arguments::{POLICY, PREDICTIVE, SIMPLE, STEP, TARGET_TRACKING};
use kind::document;
use model::{Fields, Problem, Problems, Value};

/// A scaling policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Its name, unique in the group.
    pub name: String,
    /// AWS's word: `SimpleScaling` …
    pub kind: String,
    /// All other arguments that are given.
    pub content: Json,
}

impl Policy {
    /// True if AWS has what this declares.
    pub fn is_met_by(&self, live: &Self) -> bool {
        self.kind == live.kind && document::is_met(&self.sent(), &live.content, &[])
    }

    /// The request for AWS, which accepts a minimum change only with an adjustment in percent.
    pub fn sent(&self) -> Json {
        let mut sent = self.content.clone();
        if let Some(sent) = sent.as_object_mut().filter(|_| !self.takes_step()) {
            sent.shift_remove("min_adjustment_step");
        }
        sent
    }

    fn takes_step(&self) -> bool {
        self.content.get("adjustment_type").is_some_and(|word| word == "PercentChangeInCapacity")
    }

    /// In Salt's shape.
    fn to_value(&self) -> Value {
        let kind = (self.kind != SIMPLE).then(|| ("policy_type", Value::from(self.kind.as_str())));
        let content = POLICY.iter().filter_map(|argument| {
            let value = self.content.get(argument.name)?;
            // Show this only for a policy that is switched off.
            (argument.name != "enabled" || *value != true).then(|| (argument.name, value.clone().into()))
        });
        [("name", Value::from(self.name.as_str()))].into_iter().chain(kind).chain(content).collect()
    }
}

/// Policies in Salt's shape.
pub(crate) fn policies_value(policies: &[Policy]) -> Value {
    Value::List(policies.iter().map(Policy::to_value).collect())
}

/// The declared policies, sorted by name.
pub(crate) fn read_all(group: &str, declared: &[Fields], problems: &mut Problems) -> Vec<Policy> {
    let mut seen = BTreeSet::new();
    for fields in declared {
        let name = fields.required_text("name");
        if fields.text("as_name").is_some_and(|other| other != group) {
            let message = format!("'as_name' names another group, but the policy belongs to '{group}'");
            problems.push(Problem::at(fields.place_of("as_name"), message).hint("leave 'as_name' out"));
        }
        if !seen.insert(name.clone()) {
            let message = format!("the scaling policy '{name}' is declared twice");
            problems.push(Problem::at(fields.place(), message));
        }
    }
    let mut policies: Vec<Policy> = declared.iter().map(|fields| read(fields, problems)).collect();
    policies.sort_by(|a, b| a.name.cmp(&b.name));
    policies
}

/// The keys that a policy of a type needs, and those that it may have.
fn keys(kind: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match kind {
        STEP => (
            &["adjustment_type", "step_adjustments"],
            &["min_adjustment_step", "metric_aggregation_type", "estimated_instance_warmup"],
        ),
        TARGET_TRACKING => (&["target_tracking_configuration"], &["estimated_instance_warmup"]),
        PREDICTIVE => (&["predictive_scaling_configuration"], &[]),
        _ => (&["adjustment_type", "scaling_adjustment"], &["cooldown", "min_adjustment_step"]),
    }
}

/// Policies as an author would write them: with the keys of their types.
pub(crate) fn declared(policies: &[Policy]) -> Value {
    let own = |policy: &Policy| {
        let (needed, possible) = keys(&policy.kind);
        let mut content = policy.sent();
        if let Some(content) = content.as_object_mut() {
            content.retain(|key, _| {
                needed.contains(&key.as_str()) || possible.contains(&key.as_str()) || key == "enabled"
            });
        }
        Policy { content, ..policy.clone() }.to_value()
    };
    Value::List(policies.iter().map(own).collect())
}

fn read(fields: &Fields, problems: &mut Problems) -> Policy {
    let has = |name: &str| fields.has(name);
    let kind = fields.text("policy_type").unwrap_or_else(|| {
        let kind = match () {
            () if has("target_tracking_configuration") => TARGET_TRACKING,
            () if has("predictive_scaling_configuration") => PREDICTIVE,
            () if has("step_adjustments") => STEP,
            () => SIMPLE,
        };
        kind.to_owned()
    });
    let (needed, possible) = keys(&kind);
    for name in needed.iter().filter(|name| !has(name)) {
        let message = format!("missing argument '{name}' in a scaling policy of type {kind}");
        problems.push(Problem::at(fields.place(), message));
    }
    let mut content = Map::new();
    for argument in
        POLICY.iter().filter(|argument| !["name", "policy_type", "as_name"].contains(&argument.name))
    {
        let Some(value) = document::read(fields, argument) else { continue };
        if !needed.contains(&argument.name)
            && !possible.contains(&argument.name)
            && argument.name != "enabled"
        {
            let message = format!("'{}' does not go with a scaling policy of type {kind}", argument.name);
            problems.push(Problem::at(fields.place_of(argument.name), message));
        }
        content.insert(argument.name.to_owned(), value);
    }
    Policy { name: fields.required_text("name"), kind, content: content.into() }
}
