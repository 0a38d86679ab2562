//! Exports a topic as a declaration.

use super::live::Live;
use super::spec::ATTRIBUTES as KNOWN;
use super::{ATTRIBUTES, SUBSCRIPTIONS, TAGS};
use kind::export::{Declaration, Export, Exportable, Names, call};
use model::{Reference, Value};

pub(super) const EXPORT: Export<Live> = Export {
    list: call("sns", "ListTopics", "/Topics", |topic| {
        Some(Reference::new("sns.topic", topic.get("TopicArn")?.as_str()?.rsplit(':').next()?))
    }),
    aspects: ATTRIBUTES.and(SUBSCRIPTIONS).and(TAGS),
    declare,
};

/// The id of the policy that AWS gives a topic by default.
const DEFAULT_POLICY: &str = "__default_policy_ID";

fn has_default_policy(live: &Live) -> bool {
    let policy = live.attributes.answer().and_then(|all| all.get("Policy"));
    policy.is_some_and(|policy| policy.contains(DEFAULT_POLICY))
}

fn declare(_topic: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    let subscriptions = live.subscriptions.answer().map_or(&[][..], Vec::as_slice);
    let (hidden, shown): (Vec<_>, Vec<_>) =
        subscriptions.iter().partition(|it| it.endpoint.contains(":****@"));
    // Only `boto_sns.present` keeps other subscriptions.
    let function = if hidden.is_empty() { "boto3_sns.topic_present" } else { "boto_sns.present" };
    let listed = shown
        .iter()
        .map(|it| Value::from_iter([("protocol", it.protocol.as_str()), ("endpoint", it.endpoint.as_str())]));
    let attributes = live.attributes.answer().map(|all| KNOWN.declared(all)).unwrap_or_default();
    let is_own = |(name, _): &(&str, Value)| !(*name == "Policy" && has_default_policy(live));
    let attributes: Vec<(&str, Value)> = attributes.into_iter().filter(is_own).collect();
    let mut declaration = Declaration::new(function, live.name())
        .with("subscriptions", listed.collect::<Vec<Value>>())
        .with("attributes", Value::from_iter(attributes));
    for it in hidden {
        declaration = declaration.remark(format!(
            "The subscription of {} is left out: SNS does not show its password.",
            it.endpoint
        ));
    }
    declaration.tagged_as(&live.tags).into()
}
