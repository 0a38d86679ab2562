//! Compares two documents of a setting by meaning.

use serde_json::{Value as Json, json};

use super::acl;
use crate::bucket::spec::Part;
use aws::policy;
use kind::document::{is_nothing, sorted};

/// True if a declaration and AWS's answer mean the same.
pub(super) fn is_same(part: Part, wanted: &Json, current: &Json) -> bool {
    match part {
        Part::Acl => acl::is_same(wanted, current),
        Part::Policy => match (wanted.as_str(), current.as_str()) {
            (Some(wanted), Some(current)) => policy::is_same(wanted, current),
            _ => is_nothing(wanted) && is_nothing(current),
        },
        _ => {
            let (mut wanted, mut current) = (canonical(part, wanted), canonical(part, current));
            leave_out_chosen_ids(&mut wanted, &mut current);
            sorted(wanted, ordered(part)) == sorted(current, ordered(part))
        }
    }
}

/// The four blocks of public access; each is off by default.
const BLOCKS: [&str; 4] =
    ["BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"];

/// The default encryption of every bucket since January 2023.
///
/// See <https://docs.aws.amazon.com/AmazonS3/latest/userguide/default-bucket-encryption.html>.
fn aes() -> Json {
    json!({"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}, "BucketKeyEnabled": false})
}

/// The document to send. Some parts cannot be removed: for those, an empty document becomes the default.
pub(crate) fn complete(part: Part, mut document: Json) -> Json {
    match part {
        Part::Acl if document.get("AccessControlPolicy").is_some() => {
            rules(&mut document["AccessControlPolicy"], "Grants", with_type);
            document
        }
        Part::Logging if !is_nothing(&document) => {
            or_insert(&mut document, "TargetPrefix", || "".into());
            rules(&mut document, "TargetGrants", with_type);
            document
        }
        Part::Acl if is_nothing(&document) => json!({"ACL": "private"}),
        Part::Versioning if document.get("Status").is_none() => {
            document["Status"] = "Suspended".into();
            document
        }
        Part::RequestPayment if is_nothing(&document) => json!({"Payer": "BucketOwner"}),
        _ => document,
    }
}

/// A grantee with a URI is a group.
fn with_type(grant: &mut Json) {
    let is_group = grant.pointer("/Grantee/URI").is_some();
    if let Some(grantee) = grant.get_mut("Grantee") {
        or_insert(grantee, "Type", || if is_group { "Group" } else { "CanonicalUser" }.into());
    }
}

/// Lists whose order matters: AWS uses the first matching rule.
fn ordered(part: Part) -> &'static [&'static str] {
    match part {
        Part::Cors => &["CORSRules"],
        Part::Website => &["RoutingRules"],
        _ => &[],
    }
}

/// The canonical form, with the defaults that AWS fills in.
fn canonical(part: Part, document: &Json) -> Json {
    if is_nothing(document) {
        return match part {
            Part::Versioning => json!({"Status": "Suspended"}),
            Part::RequestPayment => json!({"Payer": "BucketOwner"}),
            Part::Encryption => json!({"Rules": [aes()]}),
            _ => Json::Null,
        };
    }
    let mut document = document.clone();
    match part {
        Part::Cors => return json!({"CORSRules": document}),
        Part::Tagging => {
            let tags = document.as_object_mut().into_iter();
            tags.for_each(|tags| tags.retain(|key, _| !key.starts_with("aws:")));
            if is_nothing(&document) {
                return Json::Null;
            }
        }
        Part::Versioning => versioning(&mut document),
        Part::Logging => {
            or_insert(&mut document, "TargetPrefix", || "".into());
            rules(&mut document, "TargetGrants", |grant| {
                let grantee = grant.get_mut("Grantee").and_then(Json::as_object_mut);
                grantee.into_iter().for_each(|grantee| grantee.retain(|key, _| key == "ID" || key == "URI"));
            });
        }
        Part::Encryption => rules(&mut document, "Rules", |rule| {
            or_insert(rule, "BucketKeyEnabled", || false.into());
        }),
        Part::PublicAccessBlock => {
            for key in BLOCKS {
                or_insert(&mut document, key, || false.into());
            }
        }
        Part::Lifecycle => document.as_array_mut().into_iter().flatten().for_each(lifecycle),
        Part::Notification => {
            for list in ["TopicConfigurations", "QueueConfigurations", "LambdaFunctionConfigurations"] {
                rules(&mut document, list, notification);
            }
            let lists = document.as_object_mut().into_iter();
            lists.for_each(|lists| lists.retain(|key, list| key.starts_with("Event") || !is_nothing(list)));
            if is_nothing(&document) {
                return Json::Null;
            }
        }
        _ => {}
    }
    document
}

fn or_insert<'a>(document: &'a mut Json, key: &str, value: impl FnOnce() -> Json) -> Option<&'a mut Json> {
    document.as_object_mut().map(|map| map.entry(key.to_owned()).or_insert_with(value))
}

fn rules(document: &mut Json, key: &str, change: impl FnMut(&mut Json)) {
    document.get_mut(key).and_then(Json::as_array_mut).into_iter().flatten().for_each(change);
}

/// Versioning that was never enabled equals suspended versioning. The code of the MFA device is not a setting.
fn versioning(document: &mut Json) {
    or_insert(document, "Status", || "Suspended".into());
    if let Some(map) = document.as_object_mut() {
        map.remove("MFA");
        map.retain(|key, value| key != "MFADelete" || value != "Disabled");
    }
}

/// A prefix next to the filter is the older notation for a prefix in the filter. A date means the first second of that day.
fn lifecycle(rule: &mut Json) {
    let Some(map) = rule.as_object_mut() else { return };
    let prefix = map.remove("Prefix");
    let filter = map.entry("Filter").or_insert_with(|| json!({}));
    if let Some(prefix) = prefix {
        or_insert(filter, "Prefix", || prefix);
    }
    if is_nothing(filter) {
        *filter = json!({"Prefix": ""});
    }
    let whole = |date: &mut Json| {
        if let Some(day) = date.as_str().filter(|text| text.len() == "2026-11-22".len()) {
            *date = format!("{day}T00:00:00Z").into();
        }
    };
    map.get_mut("Expiration").and_then(|it| it.get_mut("Date")).into_iter().for_each(whole);
    rules(rule, "Transitions", |transition| transition.get_mut("Date").into_iter().for_each(whole));
}

/// S3 returns `Prefix` for `prefix`.
fn notification(configuration: &mut Json) {
    let names = configuration.pointer_mut("/Filter/Key/FilterRules").and_then(Json::as_array_mut);
    for rule in names.into_iter().flatten() {
        if let Some(name) = rule.get("Name").and_then(Json::as_str).map(str::to_ascii_lowercase) {
            rule["Name"] = name.into();
        }
    }
}

/// If a declared rule has no ID, S3 chose one, so IDs are not compared.
fn leave_out_chosen_ids(wanted: &mut Json, current: &mut Json) {
    const IDS: [&str; 2] = ["ID", "Id"];
    match (wanted, current) {
        (Json::Array(wanted), Json::Array(current)) => {
            let has_id = |rule: &Json| IDS.iter().any(|id| rule.get(id).is_some());
            if !wanted.iter().all(has_id) {
                let objects = wanted.iter_mut().chain(current).filter_map(Json::as_object_mut);
                objects.for_each(|rule| IDS.iter().for_each(|id| drop(rule.remove(*id))));
            }
        }
        (Json::Object(wanted), Json::Object(current)) => {
            for (key, wanted) in wanted {
                current.get_mut(key).into_iter().for_each(|current| leave_out_chosen_ids(wanted, current));
            }
        }
        _ => {}
    }
}
