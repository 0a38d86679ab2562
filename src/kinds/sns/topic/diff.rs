//! Compares a declared topic with the one in AWS.

use super::live::Live;
use super::spec::{ATTRIBUTES, Spec, Subscription, masked};
use crate::live::Subscribed;
use aws::arn::is_arn;
use aws::tags::{self, Tags, keys};
use kind::steps::steps;
use model::{Change, Plan, Value};

steps! {
    "SNS";
    /// Creates it with its attributes and tags. The next round makes the subscriptions.
    Create { name: String, attributes: Tags, tags: Tags } => "CreateTopic", "create the topic";
    /// Sets one attribute.
    SetAttribute { arn: String, name: String, value: String } => "SetTopicAttributes", "set {}", name;
    /// Subscribes an endpoint; AWS asks it for a confirmation if the protocol has one.
    Subscribe { arn: String, to: Subscription } => "Subscribe", "subscribe {}", masked(&to.endpoint);
    /// Removes a subscription.
    Unsubscribe { subscription: String, endpoint: String } => "Unsubscribe", "unsubscribe {}", endpoint;
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "TagResource", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "UntagResource", "remove the tags {}", keys.join(", ");
    /// Deletes it.
    Delete { arn: String } => "DeleteTopic", "delete the topic";
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
    let Spec { name, attributes, tags, subscriptions, .. } = want.clone();
    let mut plan = Plan::nothing();
    if is_arn(&name) {
        let reason = "there is none with that ARN, and AWS chooses the ARN of a new one: write a name";
        plan.refusals.push(reason.to_owned());
        return plan;
    }
    let tags = tags.unwrap_or_default();
    plan.changes.push(Change::create("topic", name.as_str()));
    plan.changes.extend(ATTRIBUTES.created(&attributes));
    let subscribed = subscriptions.filter(|all| !all.is_empty());
    plan.changes.extend(subscribed.map(|all| Change::create("subscriptions", wanted(all.iter()))));
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    plan.steps.push(Step::Create { name, attributes, tags });
    plan
}

fn update(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let arn = || live.arn.clone();
    if !want.attributes.is_empty() {
        let set = |name, value| Step::SetAttribute { arn: arn(), name, value };
        let compare = |is: &Tags| ATTRIBUTES.compare(&want.attributes, is).in_calls(set);
        plan.extend(live.attributes.compared("attributes", compare));
    }
    if let Some(wanted) = &want.subscriptions {
        let compare = |current: &Vec<Subscribed>| subscriptions(want, wanted, current, &live.arn);
        plan.extend(live.subscriptions.compared("subscriptions", compare));
    }
    if let Some(tags) = &want.tags {
        let untag = |gone: Tags| Step::Untag { arn: arn(), keys: gone.into_keys().collect() };
        plan.extend(tags::compare(tags, &live.tags, |tags| Step::Tag { arn: arn(), tags }, untag));
    }
    plan
}

fn subscriptions(want: &Spec, wanted_all: &[Subscription], current: &[Subscribed], arn: &str) -> Plan<Step> {
    let is_same = |to: &Subscription, is: &Subscribed| {
        to.protocol == is.protocol && masked(&to.endpoint) == masked(&is.endpoint)
    };
    let missing = wanted_all.iter().filter(|to| !current.iter().any(|is| is_same(to, is)));
    let surplus = current
        .iter()
        .filter(|is| want.is_exclusive && !wanted_all.iter().any(|to| is_same(to, is)))
        .filter_map(|is| Some((is, is.arn.clone()?)));
    let mut plan = Plan::nothing();
    let subscribe = |to: &Subscription| Step::Subscribe { arn: arn.to_owned(), to: to.clone() };
    plan.steps.extend(missing.clone().map(subscribe));
    plan.steps.extend(
        surplus
            .clone()
            .map(|(is, subscription)| Step::Unsubscribe { subscription, endpoint: is.endpoint.clone() }),
    );
    if !plan.steps.is_empty() {
        plan.changes.push(Change::update(
            "subscriptions",
            listed(surplus.map(|(is, _)| is)),
            wanted(missing),
        ));
    }
    plan
}

/// Declared subscriptions as shown in changes.
fn wanted<'a>(all: impl Iterator<Item = &'a Subscription>) -> Value {
    let shown = all.map(|it| pair(&it.protocol, &masked(&it.endpoint)));
    Value::List(shown.collect())
}

fn listed<'a>(all: impl Iterator<Item = &'a Subscribed>) -> Value {
    Value::List(all.map(|it| pair(&it.protocol, &it.endpoint)).collect())
}

fn pair(protocol: &str, endpoint: &str) -> Value {
    [("protocol", Value::from(protocol)), ("endpoint", endpoint.into())].into_iter().collect()
}

fn delete(want: &Spec, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    plan.changes.push(Change::delete("topic", live.name()));
    if want.unsubscribe {
        let all = live.subscriptions.answer_or_refuse("its subscriptions", &mut plan.refusals);
        let confirmed = all.into_iter().flatten().filter_map(|is| {
            Some(Step::Unsubscribe { subscription: is.arn.clone()?, endpoint: is.endpoint.clone() })
        });
        plan.steps.extend(confirmed);
    }
    plan.steps.push(Step::Delete { arn: live.arn.clone() });
    plan
}
