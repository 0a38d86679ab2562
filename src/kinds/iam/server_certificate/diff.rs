//! Compares a declared server certificate with the one in AWS.

use super::live::Live;
use super::want::Want;
use aws::tags::{self, Tags, keys};
use kind::local::Text;
use kind::steps::steps;
use model::{Change, Plan};

steps! {
    "IAM";
    /// Uploads it.
    Upload { new: Box<New> } => "UploadServerCertificate", "upload the certificate";
    /// Moves it to another path.
    SetPath { name: String, path: String } => "UpdateServerCertificate", "set the path {}", path;
    /// Adds or overwrites tags.
    Tag { name: String, tags: Tags } => "TagServerCertificate", "tag with {}", keys(tags);
    /// Removes tags.
    Untag { name: String, keys: Vec<String> } =>
        "UntagServerCertificate", "remove the tags {}", keys.join(", ");
    /// Deletes it.
    Delete { name: String } => "DeleteServerCertificate", "delete the certificate";
}

/// The parameters of an upload.
#[derive(Clone, Debug, PartialEq)]
pub struct New {
    /// Its name.
    pub name: String,
    /// The certificate.
    pub body: String,
    /// The certificates above it.
    pub chain: Option<String>,
    /// Its key.
    pub key: Text,
    /// Its path.
    pub path: Option<String>,
    /// Its tags.
    pub tags: Tags,
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let name = want.spec.name.as_str();
    match (want.spec.present, live) {
        (true, None) => create(want),
        (true, Some(live)) => update(want, live),
        (false, Some(_)) => {
            let mut plan = Plan::nothing();
            plan.then(Change::delete("server_certificate", name), Step::Delete { name: name.to_owned() });
            plan
        }
        (false, None) => Plan::nothing(),
    }
}

fn create(want: &Want) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let spec = want.spec.clone();
    let tags = spec.tags.unwrap_or_default();
    plan.changes.push(Change::create("server_certificate", spec.name.as_str()));
    plan.changes.extend(spec.path.as_deref().map(|path| Change::create("path", path)));
    plan.changes.extend((!tags.is_empty()).then(|| Change::create("tags", tags::to_value(&tags))));
    let (body, chain) = (want.body.clone(), want.chain.clone());
    let new = New { name: spec.name, body, chain, key: spec.key, path: spec.path, tags };
    plan.steps.push(Step::Upload { new: Box::new(new) });
    plan
}

fn update(want: &Want, live: &Live) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let name = || want.spec.name.clone();
    let chain = want
        .chain
        .as_ref()
        .is_some_and(|chain| without_line_breaks(chain) != without_line_breaks(&live.chain));
    for (differs, what) in [
        (without_line_breaks(&want.body) != without_line_breaks(&live.body), "certificate"),
        (chain, "chain"),
    ] {
        plan.refusals.extend(differs.then(|| {
            format!(
                "the server certificate '{}' has another {what}, and IAM cannot replace it: give the new certificate another name",
                want.spec.name
            )
        }));
    }
    if let Some(path) = want.spec.path.clone().filter(|path| *path != live.path) {
        let change = Change::update("path", live.path.as_str(), path.as_str());
        plan.then(change, Step::SetPath { name: name(), path });
    }
    if let Some(tags) = &want.spec.tags {
        let untag = |gone: Tags| Step::Untag { name: name(), keys: gone.into_keys().collect() };
        plan.extend(tags::difference(tags, &live.tags).plan(|tags| Step::Tag { name: name(), tags }, untag));
    }
    plan
}

/// PEM without its line breaks.
fn without_line_breaks(pem: &str) -> String {
    pem.split_whitespace().collect()
}
