//! Compares a declared rule with the one in AWS.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::live::Live;
use super::spec::{Settings, Spec};
use super::target::is_same;
use super::want::Want;
use aws::tags::{self, Tags, keys};
use kind::settings::Settings as _;
use kind::steps::steps;
use model::{Change, Ident, Plan, Value};

/// A rule and its event bus; none for the default one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Which {
    /// The rule's name.
    pub name: String,
    /// The name of the bus.
    pub bus: Option<String>,
}

steps! {
    "EventBridge";
    /// Makes it, or sets it as a whole. It sets tags only for a new rule.
    Put { rule: Which, settings: Box<Settings>, role: Option<Ident>, tags: Tags } => "PutRule", "set the rule";
    /// Adds or overwrites targets.
    PutTargets { rule: Which, targets: Vec<(String, Json)> } =>
        "PutTargets", "set the targets {}", ids(targets.iter().map(|(id, _)| id));
    /// Removes targets.
    RemoveTargets { rule: Which, gone: Vec<String> } => "RemoveTargets", "remove the targets {}", ids(gone.iter());
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "TagResource", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "UntagResource", "remove the tags {}", keys.join(", ");
    /// Deletes it.
    Delete { rule: Which } => "DeleteRule", "delete the rule";
}

fn ids<'a>(all: impl Iterator<Item = &'a String>) -> String {
    all.map(String::as_str).collect::<Vec<_>>().join(", ")
}

impl Spec {
    fn which(&self) -> Which {
        Which { name: self.name.clone(), bus: self.bus.clone() }
    }
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => delete(&want.spec, live),
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Want) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let spec = want.spec.clone();
    if spec.settings.schedule.is_none() && spec.settings.pattern.is_none() {
        plan.refusals.push("a new rule needs ScheduleExpression or EventPattern".to_owned());
        return plan;
    }
    let tags = spec.tags.clone().unwrap_or_default();
    plan.changes.push(Change::create("rule", spec.name.as_str()));
    plan.changes.extend(spec.settings.created());
    plan.changes.extend(want.role.as_ref().map(|role| Change::create("RoleArn", role)));
    let targets = want.targets.as_ref().filter(|all| !all.is_empty());
    plan.changes
        .extend(targets.map(|all| Change::create("Targets", shown(all.iter().map(|(id, it)| (id, it))))));
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    let rule = spec.which();
    plan.steps.push(Step::Put { rule, settings: Box::new(spec.settings), role: want.role.clone(), tags });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let spec = &want.spec;
    let differing = spec.settings.differing(&live.settings);
    let role = want.role.as_ref().filter(|role| role.known() != Some(&live.role));
    if !differing.is_empty() || role.is_some() {
        plan.changes.extend(differing.changes(&live.settings));
        plan.changes.extend(role.map(|role| Change::update("RoleArn", live.role.as_str(), role)));
        let role = want.role.clone().or_else(|| Some(live.role.as_str().into()));
        let settings = Box::new(spec.settings.clone().over(&live.settings));
        plan.steps.push(Step::Put { rule: spec.which(), settings, role, tags: Tags::new() });
    }
    if let Some(wanted) = &want.targets {
        plan.extend(live.targets.compared("targets", |is| targets(&spec.which(), wanted, is)));
    }
    if let Some(tags) = &spec.tags {
        let arn = || live.arn.clone();
        let untag = |gone: Tags| Step::Untag { arn: arn(), keys: gone.into_keys().collect() };
        plan.extend(tags::compare(tags, &live.tags, |tags| Step::Tag { arn: arn(), tags }, untag));
    }
    plan
}

impl Settings {
    /// These settings, and AWS's values for all others: a call sets the rule as a whole.
    fn over(self, there: &Self) -> Self {
        Self {
            schedule: self.schedule.or_else(|| there.schedule.clone()),
            pattern: self.pattern.or_else(|| there.pattern.clone()),
            description: self.description.or_else(|| there.description.clone()),
            state: self.state.or_else(|| there.state.clone()),
        }
    }
}

fn targets(rule: &Which, wanted: &[(String, Json)], is: &BTreeMap<String, Json>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let differs = |(id, wanted): &&(String, Json)| !is.get(id).is_some_and(|is| is_same(wanted, is));
    let set: Vec<(String, Json)> = wanted.iter().filter(differs).cloned().collect();
    let is_wanted = |id: &String| wanted.iter().any(|(wanted, _)| wanted == id);
    let gone: Vec<String> = is.keys().filter(|id| !is_wanted(id)).cloned().collect();
    if set.is_empty() && gone.is_empty() {
        return plan;
    }
    let is_set = |id: &String| set.iter().any(|(set, _)| set == id);
    let old = is.iter().filter(|(id, _)| is_set(id) || gone.contains(id));
    let (old, new) = (shown(old), shown(set.iter().map(|(id, it)| (id, it))));
    plan.changes.push(Change::update("Targets", old, new));
    plan.steps
        .extend((!set.is_empty()).then(|| Step::PutTargets { rule: rule.clone(), targets: set.clone() }));
    plan.steps.extend((!gone.is_empty()).then(|| Step::RemoveTargets { rule: rule.clone(), gone }));
    plan
}

/// Targets as changes show them.
fn shown<'a>(all: impl Iterator<Item = (&'a String, &'a Json)>) -> Value {
    all.map(|(id, settings)| (id.as_str(), Value::from(settings.clone()))).collect()
}

fn delete(spec: &Spec, live: &Live) -> Plan<Step> {
    live.targets.compared("targets", |targets| {
        let mut plan = Plan::nothing();
        let (rule, gone) = (spec.which(), targets.keys().cloned().collect::<Vec<_>>());
        plan.changes.push(Change::delete("rule", spec.name.as_str()));
        if !gone.is_empty() {
            plan.changes.push(Change::delete("Targets", shown(targets.iter())));
            plan.steps.push(Step::RemoveTargets { rule: rule.clone(), gone });
        }
        plan.steps.push(Step::Delete { rule });
        plan
    })
}
