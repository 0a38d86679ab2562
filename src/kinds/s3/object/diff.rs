//! Compares a declared object with the one in AWS.

use super::live::Live;
use super::spec::DIGEST;
use super::want::Want;
use aws::tags::{Tags, to_value};
use kind::steps::steps;
use model::{Change, Plan};

/// The largest upload in one call.
///
/// See <https://docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html>.
const LARGEST: i64 = 5 << 30;

steps! {
    "S3";
    /// Uploads the file with its headers and metadata.
    Put { object: String, source: String, kept: Tags, metadata: Tags } => "PutObject", "upload {}", source;
    /// Deletes the object.
    Delete { object: String } => "DeleteObject", "delete the object";
}

pub(super) fn diff(want: &Want, live: Option<&Live>) -> Plan<Step> {
    let mut plan = Plan::nothing();
    let object = want.spec.name.clone();
    if !want.spec.present {
        if live.is_some() {
            plan.then(Change::delete("object", object.as_str()), Step::Delete { object });
        }
        return plan;
    }
    let Some(digest) = &want.digest else {
        plan.refusals.push(format!("{} has no checksum", want.spec.source));
        return plan;
    };
    match live {
        None => {
            plan.changes.push(Change::create("object", object.as_str()));
            plan.changes.push(Change::create("content", digest.as_str()));
        }
        Some(live) => plan.changes = changes(want, digest, live),
    }
    if plan.changes.is_empty() {
        return plan;
    }
    if want.size > LARGEST {
        plan.refusals.push(format!("{} is larger than the 5 GiB that one call uploads", want.spec.source));
        return plan;
    }
    let (kept, mut metadata) = merged(want, live);
    metadata.insert(DIGEST.to_owned(), digest.clone());
    plan.steps.push(Step::Put { object, source: want.spec.source.clone(), kept, metadata });
    plan
}

/// An upload replaces everything, so it sends again what is not declared.
fn merged(want: &Want, live: Option<&Live>) -> (Tags, Tags) {
    let (mut kept, mut metadata) =
        live.map(|live| (live.kept.clone(), live.metadata.clone())).unwrap_or_default();
    kept.extend(want.spec.kept.clone());
    if let Some(declared) = &want.spec.metadata {
        metadata.clone_from(declared);
    }
    (kept, metadata)
}

fn changes(want: &Want, digest: &str, live: &Live) -> Vec<Change> {
    let mut changes = vec![];
    let is = live.metadata.get(DIGEST);
    if is.map(String::as_str) != Some(digest) {
        changes.push(Change::update("content", is.cloned(), digest));
    }
    for (key, wanted) in &want.spec.kept {
        let is = live.kept.get(key);
        if is != Some(wanted) {
            changes.push(Change::update(key, is.cloned(), wanted.as_str()));
        }
    }
    if let Some(wanted) = &want.spec.metadata {
        let own = |all: &Tags| -> Tags {
            let pairs = all.iter().filter(|(key, _)| *key != DIGEST);
            // S3 returns keys in lower case.
            pairs.map(|(key, value)| (key.to_ascii_lowercase(), value.clone())).collect()
        };
        let (wanted, is) = (own(wanted), own(&live.metadata));
        if wanted != is {
            changes.push(Change::update("Metadata", to_value(&is), to_value(&wanted)));
        }
    }
    changes
}
