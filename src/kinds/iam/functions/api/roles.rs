//! Roles and instance profiles.

use aws_sdk_iam::types::{InstanceProfile, Role};

use super::{date, last, tags, word};
use crate::Iam;
use aws::error::absent_if_not_found;
use aws::{ApiError, Aws, failed, policy};
use kind::answer::{had, maybe, text};
use model::Value;

/// One role with its trust policy decoded; none if it does not exist.
pub(in super::super) async fn role(aws: &Aws, name: &str) -> Result<Value, ApiError> {
    let answer = aws.client::<Iam>().get_role().role_name(name).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetRole", name)))?;
    let Some(role) = answer.and_then(|answer| answer.role) else { return Ok(Value::Null) };
    let mut shown = shown(&role);
    let trust = policy::decoded(&role.assume_role_policy_document.unwrap_or_default());
    shown.merge([("assume_role_policy_document", policy::to_shown(&trust))].into_iter().collect());
    Ok(shown)
}

pub(in super::super) async fn roles(aws: &Aws, prefix: Option<&str>) -> Result<Value, ApiError> {
    let call = aws.client::<Iam>().list_roles().set_path_prefix(prefix.map(str::to_owned));
    let found: Result<Vec<Role>, _> = call.into_paginator().items().send().collect().await;
    let found = found.map_err(failed("ListRoles", prefix.unwrap_or("/")))?;
    Ok(Value::List(found.iter().map(shown).collect()))
}

pub(in super::super) async fn profile_list(aws: &Aws, prefix: Option<&str>) -> Result<Value, ApiError> {
    let call = aws.client::<Iam>().list_instance_profiles().set_path_prefix(prefix.map(str::to_owned));
    let found: Result<Vec<InstanceProfile>, _> = call.into_paginator().items().send().collect().await;
    let found = found.map_err(failed("ListInstanceProfiles", prefix.unwrap_or("/")))?;
    let of = |profile: &InstanceProfile| {
        had([
            ("path", text(&profile.path)),
            ("instance_profile_name", text(&profile.instance_profile_name)),
            ("instance_profile_id", text(&profile.instance_profile_id)),
            ("arn", text(&profile.arn)),
            ("create_date", date(&profile.create_date)),
            ("roles", Some(last(profile.roles.iter().map(shown)))),
            ("tags", tags(profile.tags.as_ref())),
        ])
    };
    Ok(Value::List(found.iter().map(of).collect()))
}

fn shown(role: &Role) -> Value {
    let last_used = role.role_last_used.as_ref().map(|used| {
        had([
            ("last_used_date", used.last_used_date.as_ref().and_then(date)),
            ("region", maybe(used.region.as_deref())),
        ])
    });
    let boundary = role.permissions_boundary.as_ref().map(|boundary| {
        had([("permissions_boundary_arn", maybe(boundary.permissions_boundary_arn.as_deref()))])
    });
    had([
        ("path", text(&role.path)),
        ("role_name", text(&role.role_name)),
        ("role_id", text(&role.role_id)),
        ("arn", text(&role.arn)),
        ("create_date", date(&role.create_date)),
        ("assume_role_policy_document", maybe(role.assume_role_policy_document.as_deref())),
        ("description", maybe(role.description.as_deref())),
        ("max_session_duration", role.max_session_duration.and_then(word)),
        ("permissions_boundary", boundary),
        ("tags", tags(role.tags.as_ref())),
        ("role_last_used", last_used),
    ])
}
