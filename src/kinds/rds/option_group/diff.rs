//! Compares a declared option group with the one in AWS.

use super::live::Live;
use super::option::{self, Sent};
use super::spec::Fixed;
use super::want::Want;
use aws::tags::{self, Tags, keys};
use kind::settings::Settings;
use kind::steps::steps;
use model::{Change, Plan, Value};

steps! {
    "RDS";
    /// Makes it without options. The next round adds them.
    Create { name: String, fixed: Fixed, tags: Tags } => "CreateOptionGroup", "create the option group";
    /// Adds, changes and removes options.
    Modify { name: String, include: Vec<Sent>, remove: Vec<String>, at_once: bool } =>
        "ModifyOptionGroup", "{}", words(include, remove);
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "AddTagsToResource", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "RemoveTagsFromResource", "remove the tags {}", keys.join(", ");
    /// Deletes it.
    Delete { name: String } => "DeleteOptionGroup", "delete the option group";
}

fn words(include: &[Sent], remove: &[String]) -> String {
    let set = include.iter().map(|option| option.name.as_str()).collect::<Vec<_>>().join(", ");
    match (set.is_empty(), remove) {
        (false, []) => format!("set the options {set}"),
        (true, gone) => format!("remove the options {}", gone.join(", ")),
        (false, gone) => format!("set the options {set} and remove {}", gone.join(", ")),
    }
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(live)) => {
            let mut plan = Plan::nothing();
            let change = Change::delete("option_group", live.name.as_str());
            plan.then(change, Step::Delete { name: live.name.clone() });
            plan
        }
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Want) -> Plan<Step> {
    let (spec, mut plan) = (&want.spec, Plan::nothing());
    let tags = spec.tags.clone().unwrap_or_default();
    plan.changes.push(Change::create("option_group", spec.name.as_str()));
    plan.changes.extend(spec.fixed.created());
    let options = want.options.iter().flatten().map(|it| (it.declared.name.as_str(), it.shown()));
    let options: Vec<(&str, Value)> = options.collect();
    if !options.is_empty() {
        plan.changes.push(Change::create("options", options.into_iter().collect::<Value>()));
    }
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    plan.steps.push(Step::Create { name: spec.name.clone(), fixed: spec.fixed.clone(), tags });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    plan.refusals = want.spec.fixed.refusals(&live.fixed, "option group");
    if let Some(options) = &want.options {
        plan.extend(compare(options, live, want.spec.at_once));
    }
    if let Some(tags) = &want.spec.tags {
        let arn = || live.arn.clone();
        let untag = |gone: Tags| Step::Untag { arn: arn(), keys: gone.into_keys().collect() };
        plan.extend(tags::compare(tags, &live.tags, |tags| Step::Tag { arn: arn(), tags }, untag));
    }
    plan
}

/// Everything that differs, in one call.
fn compare(wanted: &[option::Want], live: &Live, at_once: bool) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let (mut old, mut new, mut include) = (vec![], vec![], vec![]);
    for want in wanted {
        let name = want.declared.name.as_str();
        let Some(there) = live.options.get(name) else {
            old.push((name, Value::Null));
            new.push((name, want.shown()));
            include.push(want.added());
            continue;
        };
        let (before, after, locked) = want.differing(there);
        if after.as_map().is_some_and(|after| !after.is_empty()) {
            old.push((name, before));
            new.push((name, after));
            include.push(want.changed(there));
        }
        let refused = |setting| format!("the setting {setting} of {name} cannot be set: RDS chooses it");
        plan.refusals.extend(locked.into_iter().map(refused));
    }
    let is_wanted = |name: &str| wanted.iter().any(|want| want.declared.name == name);
    let extra: Vec<_> = live.options.iter().filter(|(name, _)| !is_wanted(name)).collect();
    for (name, there) in &extra {
        old.push((name.as_str(), there.entries().into_iter().collect()));
        new.push((name.as_str(), Value::Null));
        if there.is_permanent {
            let advice = "add it to 'options', or declare a new option group with another name";
            plan.refusals.push(format!("the option {name} is permanent, and AWS never removes it: {advice}"));
        }
    }
    if new.is_empty() {
        return plan;
    }
    let remove = extra.into_iter().map(|(name, _)| name.clone()).collect();
    let change =
        Change::update("options", old.into_iter().collect::<Value>(), new.into_iter().collect::<Value>());
    plan.then(change, Step::Modify { name: live.name.clone(), include, remove, at_once });
    plan
}
