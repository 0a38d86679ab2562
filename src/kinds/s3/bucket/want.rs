//! Resolves the names in a declared bucket: a role by name, and the things that must exist before.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::spec::{Part, Spec};
use aws::arn::is_arn;
use aws::{ApiError, policy};
use kind::{Lookup, Unresolved};
use model::Reference;

/// A bucket as declared, with names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Want {
    /// The declaration, with names replaced by ARNs.
    pub spec: Spec,
    /// The keys of objects that other states of this run delete first.
    pub leaving: BTreeSet<String>,
}

pub(super) fn resolve(spec: &Spec, lookup: &mut Lookup<'_>) -> Result<Want, Unresolved> {
    let mut want = Want { spec: spec.clone(), ..Want::default() };
    if !spec.present {
        let objects = lookup.leaving("s3.object");
        let keys = objects.iter().filter_map(|object| object.strip_prefix(&spec.name)?.strip_prefix('/'));
        want.leaving = keys.map(str::to_owned).collect();
    }
    if let Some(role) = replication_role(spec) {
        let arn = lookup.ident(&Reference::new("iam.role", role), "arn")?;
        if let Some(replication) = want.spec.parts.get_mut(&Part::Replication) {
            replication["Role"] = arn.as_str().into();
        }
    }
    Ok(want)
}

/// The role for replication, if it is given by name.
fn replication_role(spec: &Spec) -> Option<&str> {
    spec.parts.get(&Part::Replication)?.get("Role")?.as_str().filter(|role| !is_arn(role))
}

/// The role by name, and the things that ARNs in the settings mean: S3 refuses roles, topics, queues, functions and buckets
/// that do not exist.
pub(super) fn uses(spec: &Spec) -> Vec<Reference> {
    let mut used: Vec<Reference> =
        replication_role(spec).map(|role| Reference::new("iam.role", role)).into_iter().collect();
    for (part, document) in &spec.parts {
        match part {
            Part::Policy => {
                let roles = policy::roles(&policy::to_shown(document.as_str().unwrap_or_default()));
                used.extend(roles.into_iter().map(|role| Reference::new("iam.role", role)));
            }
            Part::Logging => {
                let target = document.get("TargetBucket").and_then(Json::as_str);
                used.extend(target.map(|bucket| Reference::new("s3.bucket", bucket)));
            }
            Part::Notification | Part::Replication | Part::Encryption => arns(document, &mut used),
            _ => {}
        }
    }
    used.retain(|used| used.kind != "s3.bucket" || used.name != spec.name);
    used
}

fn arns(document: &Json, used: &mut Vec<Reference>) {
    match document {
        Json::String(text) if is_arn(text) => {
            let parts: Vec<&str> = text.splitn(6, ':').collect();
            let [_, _, service, _, _, resource] = parts[..] else { return };
            let last = resource.rsplit(['/', ':']).next().unwrap_or(resource);
            let kind = match service {
                "sns" => "sns.topic",
                "sqs" => "sqs.queue",
                "lambda" => "lambda.function",
                "s3" => "s3.bucket",
                "iam" => "iam.role",
                _ => return,
            };
            used.push(Reference::new(kind, last));
        }
        Json::Array(list) => list.iter().for_each(|item| arns(item, used)),
        Json::Object(map) => map.values().for_each(|item| arns(item, used)),
        _ => {}
    }
}

/// True if S3 refuses a setting because it does not know a thing yet that this run has just created.
pub(super) fn names_something_new(error: &ApiError) -> bool {
    error.has_code(&["MalformedPolicy"]) && error.message.contains("Invalid principal")
        || error.operation == "PutBucketNotificationConfiguration" && error.has_code(&["InvalidArgument"])
}
