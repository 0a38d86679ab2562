//! Managed policies.

use aws_sdk_iam::types::{Policy, PolicyVersion};

use super::{date, tags, word};
use crate::Iam;
use crate::entity::api::{self as entity, Entity};
use aws::error::absent_if_not_found;
use aws::{ApiError, Aws, failed, policy};
use kind::answer::{had, maybe};
use model::Value;

/// One policy; none if it does not exist.
pub(in super::super) async fn policy_as_is(aws: &Aws, arn: &str) -> Result<Value, ApiError> {
    let answer = aws.client::<Iam>().get_policy().policy_arn(arn).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetPolicy", arn)))?;
    Ok(answer.and_then(|answer| answer.policy).map(|policy| shown(&policy)).into())
}

/// All policies, including AWS's own, in pages as AWS returns them.
pub(in super::super) async fn policies(aws: &Aws) -> Result<Value, ApiError> {
    let mut pages = aws.client::<Iam>().list_policies().into_paginator().send();
    let mut found = vec![];
    while let Some(page) = pages.next().await {
        let page = page.map_err(failed("ListPolicies", "the account"))?;
        found.push(Value::List(page.policies().iter().map(shown).collect()));
    }
    Ok(Value::List(found))
}

/// The versions of a policy; none if it does not exist.
pub(in super::super) async fn versions(aws: &Aws, arn: &str) -> Result<Value, ApiError> {
    let pages = aws.client::<Iam>().list_policy_versions().policy_arn(arn).into_paginator();
    let found: Result<Vec<PolicyVersion>, _> = pages.items().send().collect().await;
    let found = absent_if_not_found(found.map_err(failed("ListPolicyVersions", arn)))?;
    Ok(found
        .map(|found| Value::List(found.iter().map(|it| version(it, it.document.clone())).collect()))
        .into())
}

/// One version with its document decoded; none if it does not exist.
pub(in super::super) async fn version_as_is(aws: &Aws, arn: &str, id: &str) -> Result<Value, ApiError> {
    let answer = aws.client::<Iam>().get_policy_version().policy_arn(arn).version_id(id).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetPolicyVersion", arn)))?;
    let found = answer.and_then(|answer| answer.policy_version);
    Ok(found.map(|it| version(&it, it.document.as_deref().map(policy::decoded))).into())
}

/// The entities that have a policy; none if it does not exist.
pub(in super::super) async fn entities(
    aws: &Aws,
    arn: &str,
    prefix: Option<&str>,
) -> Result<Value, ApiError> {
    let call = aws
        .client::<Iam>()
        .list_entities_for_policy()
        .policy_arn(arn)
        .set_path_prefix(prefix.map(str::to_owned));
    let mut pages = call.into_paginator().send();
    let (mut groups, mut users, mut roles) = (vec![], vec![], vec![]);
    while let Some(page) = pages.next().await {
        let page = absent_if_not_found(page.map_err(failed("ListEntitiesForPolicy", arn)))?;
        let Some(page) = page else { return Ok(Value::Null) };
        let pair = |kind: &str, name: Option<&str>, id: Option<&str>| -> Value {
            [(format!("{kind}_name"), Value::from(name)), (format!("{kind}_id"), id.into())]
                .into_iter()
                .collect()
        };
        groups.extend(page.policy_groups().iter().map(|it| pair("group", it.group_name(), it.group_id())));
        users.extend(page.policy_users().iter().map(|it| pair("user", it.user_name(), it.user_id())));
        roles.extend(page.policy_roles().iter().map(|it| pair("role", it.role_name(), it.role_id())));
    }
    let all = [("policy_groups", groups), ("policy_users", users), ("policy_roles", roles)];
    Ok(all.into_iter().collect())
}

/// The managed policies of a user or a group; none if it does not exist.
pub(in super::super) async fn attached(aws: &Aws, of: Entity, name: &str) -> Result<Value, ApiError> {
    let shown = |it: &aws_sdk_iam::types::AttachedPolicy| {
        had([("policy_name", maybe(it.policy_name())), ("policy_arn", maybe(it.policy_arn()))])
    };
    let found = absent_if_not_found(entity::attached(aws, of, name).await)?.unwrap_or_default();
    Ok(Value::List(found.iter().map(shown).collect()))
}

fn shown(policy: &Policy) -> Value {
    had([
        ("policy_name", maybe(policy.policy_name())),
        ("policy_id", maybe(policy.policy_id())),
        ("arn", maybe(policy.arn())),
        ("path", maybe(policy.path())),
        ("default_version_id", maybe(policy.default_version_id())),
        ("attachment_count", policy.attachment_count().and_then(word)),
        ("permissions_boundary_usage_count", policy.permissions_boundary_usage_count().and_then(word)),
        ("is_attachable", word(policy.is_attachable())),
        ("description", maybe(policy.description())),
        ("create_date", policy.create_date().and_then(date)),
        ("update_date", policy.update_date().and_then(date)),
        ("tags", tags(policy.tags.as_ref())),
    ])
}

fn version(version: &PolicyVersion, document: Option<String>) -> Value {
    had([
        ("document", document.map(Value::from)),
        ("version_id", maybe(version.version_id())),
        ("is_default_version", word(version.is_default_version())),
        ("create_date", version.create_date().and_then(date)),
    ])
}
