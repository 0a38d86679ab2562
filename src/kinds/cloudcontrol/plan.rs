//! The differences between a declared resource and the present one, and the steps that remove them.

use std::time::Duration;

use serde_json::{Value as Json, json};

use super::compare::{compare, hidden};
use super::declaration::{Document, Live, Spec, Want};
use super::export::at;
use aws::ApiError;
use kind::steps::steps;
use model::{Change, Plan};

steps! {
    "CloudControl";
    /// Creates it.
    Create { name: String, noun: &'static str, type_name: String, state: Document, deadline: Duration } =>
        "CreateResource", "create the {}", noun;
    /// Changes the properties that differ.
    Update { type_name: String, identifier: String, patch: Document, names: Vec<String>, deadline: Duration } =>
        "UpdateResource", "set {}", names.join(", ");
    /// Deletes it.
    Delete { type_name: String, identifier: String, deadline: Duration } =>
        "DeleteResource", "delete {}", identifier;
}

/// The differences.
pub fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (_, Some(live)) if live.is_pending => pending(&want.spec),
        (true, None) if want.is_promised => update(want, &Live::default()),
        (true, None) if want.spec.of_live.is_some() => Plan::nothing(),
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => delete(&want.spec, live),
        (false, None) => Plan::nothing(),
    }
}

fn pending(spec: &Spec) -> Plan<Step> {
    let mut plan = Plan::nothing();
    plan.busy = Some(format!("AWS to end a request that creates a {}", spec.type_name));
    plan.warnings
        .push(format!("AWS is creating a {} now; the differences are known when it exists", spec.type_name));
    plan.deadline = Some(spec.deadline);
    plan
}

/// Why AWS would refuse a declaration: nobody can set properties that AWS fills in.
fn read_only(want: &Want) -> Vec<String> {
    let given = want.spec.properties.keys().filter(|name| want.facts.is_read_only(name));
    given
        .map(|name| format!("{name} of a {} cannot be declared, because AWS fills it in", want.spec.noun))
        .collect()
}

fn create(want: &Want) -> Plan<Step> {
    let Want { spec, facts, .. } = want;
    let mut plan = Plan::nothing();
    plan.refusals = read_only(want);
    if let (Some(identifier), true) =
        (&spec.identifier, facts.primary.iter().all(|name| facts.is_read_only(name)))
    {
        let reason = format!(
            "there is no {} '{identifier}', and AWS chooses the identifier of a new one",
            spec.type_name
        );
        plan.refusals.push(reason);
    }
    if !plan.refusals.is_empty() {
        return plan;
    }
    let Spec { name, noun, type_name, deadline, .. } = spec.clone();
    let mut properties = spec.initial.clone();
    properties.extend(spec.properties.clone());
    let made = Change::create(noun.replace(' ', "_"), name.as_str());
    let state = Json::Object(properties.clone()).into();
    plan.then(made, Step::Create { name, noun, type_name, state, deadline });
    for (name, value) in &properties {
        plan.changes.push(Change::create(name.as_str(), hidden(name, value, facts)));
        plan.link(plan.changes.len() - 1);
    }
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let Want { spec, facts, .. } = want;
    let mut plan = Plan::nothing();
    let stages = match spec.of_live.map(|of_live| of_live(want, live)) {
        None => vec![spec.properties.clone()],
        Some(Ok(stages)) => stages,
        Some(Err(refusal)) => {
            plan.refusals.push(refusal);
            return plan;
        }
    };
    let mut stages: Vec<_> =
        stages.iter().map(|stage| compare(stage, &live.properties, facts, spec.noun)).collect();
    let Some(found) = stages.last().cloned() else { return plan };
    plan.refusals = read_only(want).into_iter().chain(found.refusals).collect();
    plan.warnings = found.warnings;
    if found.changes.is_empty() || !plan.refusals.is_empty() {
        return plan;
    }
    stages.retain(|stage| !stage.operations.is_empty());
    for stage in stages {
        plan.steps.push(Step::Update {
            type_name: spec.type_name.clone(),
            identifier: live.identifier.clone(),
            patch: Json::Array(stage.operations).into(),
            names: stage.changes.iter().map(|change| change.path.clone()).collect(),
            deadline: spec.deadline,
        });
    }
    for change in found.changes {
        plan.changes.push(change);
        for step in 0..plan.steps.len() {
            plan.links.push((plan.changes.len() - 1, step));
        }
    }
    plan
}

fn delete(spec: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    for identifier in std::iter::once(&live.identifier).chain(&live.others) {
        if let Some((path, value)) = &spec.retired
            && at(&live.properties, path) != Some(value)
        {
            plan.steps.push(Step::Update {
                type_name: spec.type_name.clone(),
                identifier: identifier.clone(),
                patch: json!([{"op": "add", "path": format!("/{path}"), "value": value}]).into(),
                names: vec![(*path).to_owned()],
                deadline: spec.deadline,
            });
        }
        let step = Step::Delete {
            type_name: spec.type_name.clone(),
            identifier: identifier.clone(),
            deadline: spec.deadline,
        };
        plan.then(Change::delete(spec.noun.replace(' ', "_"), identifier.as_str()), step);
    }
    plan
}

/// The advice about a failure.
pub fn advice(error: &ApiError) -> Option<String> {
    let advice = match error.code.as_deref()? {
        "NotUpdatable" | "NotUpdatableException" => {
            "AWS cannot change this property after creation: remove the resource first, or declare its present value"
        }
        "UnsupportedActionException" => {
            "Cloud Control does not support this type, or does not support this operation: see the types that are FULLY_MUTABLE"
        }
        "TypeNotFoundException" => "write the type as CloudFormation does: AWS::Kinesis::Stream",
        _ => return None,
    };
    Some(advice.to_owned())
}
