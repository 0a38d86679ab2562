//! Exports a bucket as a declaration.

use futures::future::FutureExt;
use serde_json::{Value as Json, json};

use super::api;
use super::live::Live;
use super::spec::{PARTS, Part};
use kind::document::is_nothing;
use kind::export::{Declaration, Export, Exportable, Listing, Names, document};
use model::{Aspects, Reference, Value};

pub(super) const EXPORT: Export<Live> =
    Export { list: Listing::Own(|aws| api::all(aws).boxed()), aspects: all(), declare };

/// Every setting.
const fn all() -> Aspects {
    let (mut aspects, mut part) = (Aspects::NONE, 0);
    while part < PARTS.len() {
        aspects = aspects.and(PARTS[part].aspect());
        part += 1;
    }
    aspects
}

fn declare(_bucket: &Reference, live: &Live, _names: &dyn Names) -> Exportable {
    // The first region has no constraint.
    let location = Some(live.region.as_str()).filter(|region| *region != "us-east-1");
    let declaration =
        Declaration::new("boto_s3_bucket.present", &live.name).with("LocationConstraint", location);
    let parts = live.parts.iter().filter_map(|(part, found)| Some((part.name(), declared(*part, found)?)));
    declaration.with_all(parts).into()
}

/// A setting in an author's notation; none for a default that every bucket has.
fn declared(part: Part, found: &Json) -> Option<Value> {
    if is_nothing(found) {
        return None;
    }
    match part {
        Part::Policy => Some(document(found.as_str()?)),
        Part::RequestPayment if found["Payer"] == "BucketOwner" => None,
        Part::Acl => {
            let grants = found["Grants"].as_array().map_or(0, Vec::len);
            let owner = found.pointer("/Owner/ID");
            let is_own =
                |grant: &Json| grant.pointer("/Grantee/ID") == owner && grant["Permission"] == "FULL_CONTROL";
            let is_private = grants == 1 && found["Grants"].as_array()?.iter().all(is_own);
            let acl =
                if is_private { json!({"ACL": "private"}) } else { json!({"AccessControlPolicy": found}) };
            Some(acl.into())
        }
        _ => Some(found.clone().into()),
    }
}
