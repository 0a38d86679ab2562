//! Compares a declared parameter group with the one in AWS.

use std::collections::BTreeMap;

use super::live::{Live, Parameter};
use super::spec::{Fixed, Spec};
use aws::tags::{self, Tags, keys};
use kind::settings::Settings;
use kind::steps::steps;
use model::{Change, Plan, Value};

/// The maximum number of parameters in one call.
///
/// See <https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_ModifyDBParameterGroup.html>.
pub const AT_ONCE: usize = 20;

steps! {
    "RDS";
    /// Creates it. The next round sets its parameters, because AWS then shows their spelling.
    Create { name: String, fixed: Fixed, tags: Tags } => "CreateDBParameterGroup", "create the parameter group";
    /// Sets parameters.
    Set { name: String, parameters: Vec<Setting> } => "ModifyDBParameterGroup", "set {}", names(parameters);
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "AddTagsToResource", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "RemoveTagsFromResource", "remove the tags {}", keys.join(", ");
    /// Deletes it.
    Delete { name: String } => "DeleteDBParameterGroup", "delete the parameter group";
}

/// A parameter to set.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// Its value in AWS's form.
    pub value: String,
    /// True to apply it at once.
    pub at_once: bool,
}

fn names(settings: &[Setting]) -> String {
    settings.iter().map(|setting| setting.name.as_str()).collect::<Vec<_>>().join(", ")
}

pub(super) fn diff(want: &Spec, live: Option<&Live>) -> Plan<Step> {
    match (want.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => {
            let mut plan = Plan::nothing();
            let change = Change::delete("parameter_group", live.name.as_str());
            plan.then(change, Step::Delete { name: live.name.clone() });
            plan
        }
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Spec) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let tags = want.tags.clone().unwrap_or_default();
    plan.changes.push(Change::create("parameter_group", want.name.as_str()));
    plan.changes.extend(want.fixed.created());
    if !want.parameters.is_empty() {
        let all = want.parameters.iter().map(|(name, wanted)| (name.as_str(), wanted.sent(None)));
        plan.changes.push(Change::create("parameters", all.collect::<Value>()));
    }
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    plan.steps.push(Step::Create { name: want.name.clone(), fixed: want.fixed.clone(), tags });
    plan
}

fn update(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    plan.refusals = want.fixed.refusals(&live.fixed, "parameter group");
    if !want.parameters.is_empty() {
        plan.extend(live.parameters.compared("parameters", |there| parameters(want, there)));
    }
    if let Some(tags) = &want.tags {
        let arn = || live.arn.clone();
        let untag = |gone: Tags| Step::Untag { arn: arn(), keys: gone.into_keys().collect() };
        plan.extend(tags::compare(tags, &live.tags, |tags| Step::Tag { arn: arn(), tags }, untag));
    }
    plan
}

/// Only declared parameters that differ, twenty per call.
fn parameters(want: &Spec, there: &BTreeMap<String, Parameter>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let (mut old, mut new, mut settings, mut late) = (vec![], vec![], vec![], vec![]);
    for (name, wanted) in &want.parameters {
        let live = there.get(name);
        if live.is_some_and(|live| wanted.is(live)) {
            continue;
        }
        if live.is_some_and(|live| live.is_locked) {
            plan.refusals.push(format!("the parameter {name} cannot be set: RDS chooses it"));
            continue;
        }
        let is_static = live.is_some_and(|live| live.is_static);
        late.extend((want.is_immediate && is_static).then_some(name.as_str()));
        let value = wanted.sent(live);
        old.push((name.as_str(), Value::from(live.and_then(|live| live.value.as_deref()))));
        new.push((name.as_str(), Value::from(value.as_str())));
        let at_once = want.is_immediate && !is_static;
        settings.push(Setting { name: name.clone(), value, at_once });
    }
    if settings.is_empty() {
        return plan;
    }
    plan.changes.push(Change::update(
        "parameters",
        old.into_iter().collect::<Value>(),
        new.into_iter().collect::<Value>(),
    ));
    if !late.is_empty() {
        plan.warnings.push(format!("{} apply only after a restart of the databases", late.join(", ")));
    }
    let set = |chunk: &[Setting]| Step::Set { name: want.name.clone(), parameters: chunk.to_vec() };
    plan.steps.extend(settings.chunks(AT_ONCE).map(set));
    plan
}
