//! Compares a declared rule with the one in AWS.

use super::condition::{self, Condition};
use super::live::Live;
use super::want::Want;
use crate::actions::{self, RuleAction};
use aws::tags::{self, Tags, keys};
use kind::steps::steps;
use model::{Change, Ident, Plan};

steps! {
    "Elastic Load Balancing v2";
    /// Creates it.
    Create { listener: Ident, priority: i32, conditions: Vec<Condition>, actions: Vec<RuleAction>, tags: Tags } =>
        "CreateRule", "create the rule {}", priority;
    /// Changes what differs, each as a whole.
    Modify { arn: String, conditions: Option<Vec<Condition>>, actions: Option<Vec<RuleAction>> } =>
        "ModifyRule", "change the rule";
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "AddTags", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "RemoveTags", "remove the tags {}", keys.join(", ");
    /// Deletes it.
    Delete { arn: String } => "DeleteRule", "delete the rule";
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    match (want.spec.present, live) {
        (true, None) => return create(want),
        (true, Some(live)) => return update(want, live),
        (false, Some(live)) => {
            let change = Change::delete("rule", want.spec.name.as_str());
            plan.then(change, Step::Delete { arn: live.arn.clone() });
        }
        (false, None) => {}
    }
    plan
}

fn create(want: &Want) -> Plan<Step> {
    let (mut plan, spec) = (Plan::nothing(), &want.spec);
    let parts = (want.listener.clone(), spec.conditions.clone(), want.actions.clone());
    let (Some(listener), Some(conditions), Some(actions)) = parts else {
        let reason = "it does not exist, and a new one needs 'conditions' and 'actions'";
        plan.refusals.push(reason.to_owned());
        return plan;
    };
    plan.changes.push(Change::create("rule", spec.name.as_str()));
    plan.changes.push(Change::create("conditions", condition::shown(&conditions)));
    plan.changes.push(Change::create("actions", actions::shown(&actions)));
    plan.changes.extend(spec.extras.created());
    let tags = spec.extras.tags.clone().unwrap_or_default();
    plan.steps.push(Step::Create { listener, priority: spec.priority, conditions, actions, tags });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let wanted = want.spec.conditions.as_ref();
    let conditions = wanted.filter(|wanted| !condition::are_alike(wanted, &live.conditions)).cloned();
    let actions = want.actions.as_ref().filter(|wanted| !actions::are_alike(wanted, &live.actions)).cloned();
    let change =
        |new| Change::update("conditions", condition::shown(&live.conditions), condition::shown(new));
    plan.changes.extend(conditions.as_deref().map(change));
    let change = |new| Change::update("actions", actions::shown(&live.actions), actions::shown(new));
    plan.changes.extend(actions.as_deref().map(change));
    if conditions.is_some() || actions.is_some() {
        plan.steps.push(Step::Modify { arn: live.arn.clone(), conditions, actions });
    }
    if let Some(wanted) = &want.spec.extras.tags {
        let untag = |gone: Tags| Step::Untag { arn: live.arn.clone(), keys: gone.into_keys().collect() };
        let tag = |tags| Step::Tag { arn: live.arn.clone(), tags };
        plan.extend(tags::compare(wanted, &live.extras.tags, tag, untag));
    }
    plan
}
