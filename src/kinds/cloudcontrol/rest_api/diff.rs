//! The differences between a declared API and the present one.

use serde_json::{Value as Json, json};

use super::live::{Live, MARK, Stage};
use super::want::{DESCRIPTION, TYPE, Want};
use model::{Change, Plan};

pub use crate::plan::Step;

pub(super) const STAGE: &str = "AWS::ApiGateway::Stage";
pub(super) const DEPLOYMENT: &str = "AWS::ApiGateway::Deployment";

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match live {
        Some(live) if live.is_pending => {
            let mut plan = Plan::nothing();
            plan.busy = Some("AWS to end a request that creates the API or a part of it".to_owned());
            plan.deadline = Some(want.spec.deadline);
            plan
        }
        None if want.spec.present => create(want),
        Some(live) if want.spec.present => update(want, live),
        Some(live) => delete(want, live),
        None => Plan::nothing(),
    }
}

/// The API first; deployment and stage need its id.
fn create(want: &Want) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let spec = &want.spec;
    let state =
        json!({"Name": spec.name, "Description": DESCRIPTION, "Body": want.body, "Tags": [mark(want)]});
    plan.then(Change::create("rest_api", spec.name.as_str()), made(want, "rest api", TYPE, state));
    plan.changes.push(Change::create("body", want.digest.as_str()));
    plan.link(1);
    changes_of_stage(want, None, &mut plan);
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let id = &live.api.identifier;
    let old = live.digest();
    if old.as_deref() != Some(&want.digest) {
        let tags = live.api.properties.get("Tags").and_then(Json::as_array).cloned().unwrap_or_default();
        let others = tags.into_iter().filter(|tag| tag.get("Key") != Some(&json!(MARK)));
        let tags: Vec<Json> = others.chain([mark(want)]).collect();
        let patch = json!([
            {"op": "add", "path": "/Body", "value": want.body}, {"op": "add", "path": "/Tags", "value": tags},
        ]);
        plan.then(Change::update("body", old, want.digest.as_str()), set(want, TYPE, id, patch, "the body"));
    }
    let stage = live.stage(&want.spec.stage);
    match (&live.deployment, stage) {
        (None, _) => {
            let state = json!({"RestApiId": id, "Description": want.label});
            plan.steps.push(made(want, "deployment", DEPLOYMENT, state));
            changes_of_stage(want, stage, &mut plan);
        }
        (Some(deployment), None) => {
            let variables = want.spec.variables.clone().unwrap_or_default();
            let state = json!({
                "RestApiId": id, "StageName": want.spec.stage, "DeploymentId": deployment, "Description": want.label,
                "Variables": variables,
            });
            plan.steps.push(made(want, "stage", STAGE, state));
            changes_of_stage(want, None, &mut plan);
        }
        (Some(deployment), Some(stage)) => turn(want, live, stage, deployment, &mut plan),
    }
    plan
}

/// The changes of a stage whose deployment does not exist yet.
fn changes_of_stage(want: &Want, stage: Option<&Stage>, plan: &mut Plan<Step>) {
    let begin = plan.changes.len();
    let deployment = want.digest.as_str();
    let variables = want.spec.variables.as_ref();
    match stage {
        None => {
            plan.changes.push(Change::create("stage", want.spec.stage.as_str()));
            plan.changes.push(Change::create("deployment", deployment));
            let variables = variables.filter(|variables| !variables.is_empty());
            plan.changes
                .extend(variables.map(|it| Change::create("stage_variables", Json::from(it.clone()))));
        }
        Some(stage) => {
            plan.changes.push(Change::update("deployment", stage.deployment.as_str(), deployment));
            plan.changes.extend(different_variables(want, stage));
        }
    }
    (begin..plan.changes.len()).for_each(|change| plan.link(change));
}

fn different_variables(want: &Want, stage: &Stage) -> Option<Change> {
    let variables = want.spec.variables.as_ref().filter(|variables| **variables != stage.variables)?;
    let (old, new) = (Json::from(stage.variables.clone()), Json::from(variables.clone()));
    Some(Change::update("stage_variables", old, new))
}

/// Sets the deployment of a stage.
fn turn(want: &Want, live: &Live, stage: &Stage, deployment: &str, plan: &mut Plan<Step>) {
    let id = format!("{}|{}", live.api.identifier, stage.name);
    let mut patch = vec![];
    let begin = plan.changes.len();
    if stage.deployment != deployment {
        plan.changes.push(Change::update("deployment", stage.deployment.as_str(), want.digest.as_str()));
        patch.push(json!({"op": "add", "path": "/DeploymentId", "value": deployment}));
    }
    if let Some(change) = different_variables(want, stage) {
        plan.changes.push(change);
        patch.push(json!({"op": "add", "path": "/Variables", "value": want.spec.variables}));
    }
    if patch.is_empty() {
        return;
    }
    if stage.description != want.label {
        patch.push(json!({"op": "add", "path": "/Description", "value": want.label}));
    }
    plan.steps.push(set(want, STAGE, &id, patch.into(), "the stage"));
    (begin..plan.changes.len()).for_each(|change| plan.link(change));
}

fn delete(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let (spec, id) = (&want.spec, &live.api.identifier);
    let stage = live.stage(&spec.stage);
    let others = live.stages.iter().filter(|stage| stage.name != spec.stage);
    let gone = |type_name: &str, identifier: String| Step::Delete {
        type_name: type_name.to_owned(),
        identifier,
        deadline: spec.deadline,
    };
    let shown = stage.map(|stage| Change::delete("stage", stage.name.as_str()));
    if spec.nuke && others.clone().next().is_none() {
        // AWS deletes stages and deployments with it.
        plan.then(Change::delete("rest_api", spec.name.as_str()), gone(TYPE, id.clone()));
        plan.changes.extend(shown);
        return plan;
    }
    let Some(stage) = stage else { return plan };
    plan.then(Change::delete("stage", stage.name.as_str()), gone(STAGE, format!("{id}|{}", stage.name)));
    if others.clone().all(|other| other.deployment != stage.deployment) {
        let deployment = format!("{}|{id}", stage.deployment);
        let change = Change::delete("deployment", stage.deployment.as_str());
        plan.then(change, gone(DEPLOYMENT, deployment));
    }
    plan
}

fn mark(want: &Want) -> Json {
    json!({"Key": MARK, "Value": want.digest})
}

fn made(want: &Want, noun: &'static str, type_name: &str, state: Json) -> Step {
    let (name, type_name) = (want.spec.name.clone(), type_name.to_owned());
    Step::Create { name, noun, type_name, state: state.into(), deadline: want.spec.deadline }
}

fn set(want: &Want, type_name: &str, id: &str, patch: Json, what: &str) -> Step {
    Step::Update {
        type_name: type_name.to_owned(),
        identifier: id.to_owned(),
        patch: patch.into(),
        names: vec![what.to_owned()],
        deadline: want.spec.deadline,
    }
}
