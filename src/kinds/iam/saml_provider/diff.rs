//! Compares a declared SAML provider with the one in AWS.

use super::live::Live;
use super::want::Want;
use aws::tags::{self, Tags, keys};
use kind::steps::steps;
use model::{Change, Plan};

steps! {
    "IAM";
    /// Creates it.
    Create { name: String, document: String, tags: Tags } => "CreateSAMLProvider", "create the provider";
    /// Sets its metadata.
    Set { arn: String, document: String } => "UpdateSAMLProvider", "set the metadata document";
    /// Adds or overwrites tags.
    Tag { arn: String, tags: Tags } => "TagSAMLProvider", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { arn: String, keys: Vec<String> } => "UntagSAMLProvider", "remove the tags {}", keys.join(", ");
    /// Deletes it.
    Delete { arn: String } => "DeleteSAMLProvider", "delete the provider";
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let (name, document) = (want.spec.name.clone(), want.document.clone());
    let mut plan = Plan::nothing();
    match (want.spec.present, live) {
        (true, None) => {
            let tags = want.spec.tags.clone().unwrap_or_default();
            plan.changes.push(Change::create("saml_provider", name.as_str()));
            plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
            plan.steps.push(Step::Create { name, document, tags });
        }
        (true, Some(live)) => return update(want, live),
        (false, Some(live)) => {
            plan.then(Change::delete("saml_provider", name), Step::Delete { arn: live.arn.clone() });
        }
        (false, None) => {}
    }
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let arn = || live.arn.clone();
    let mut plan = live.document.compared("metadata", |is| {
        let mut plan = Plan::nothing();
        if normalised(&want.document) != normalised(is) {
            let change = Change::update("saml_metadata_document", is.as_str(), want.document.as_str());
            plan.then(change, Step::Set { arn: arn(), document: want.document.clone() });
        }
        plan
    });
    if let Some(tags) = &want.spec.tags {
        let untag = |gone: Tags| Step::Untag { arn: arn(), keys: gone.into_keys().collect() };
        plan.extend(tags::compare(tags, &live.tags, |tags| Step::Tag { arn: arn(), tags }, untag));
    }
    plan
}

/// XML without white space between elements, and with one blank for any other.
fn normalised(xml: &str) -> String {
    let words: Vec<&str> = xml.split_whitespace().collect();
    words.join(" ").replace("> <", "><")
}
