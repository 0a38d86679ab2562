//! Users, groups, their inline policies and keys.

use aws_sdk_iam::operation::RequestId;
use aws_sdk_iam::types::{Group, StatusType, User};

use super::{date, tags, word};
use crate::Iam;
use crate::entity::api::{self as entity, Entity};
use aws::error::absent_if_not_found;
use aws::{ApiError, Aws, failed, policy};
use kind::answer::{had, maybe, text};
use model::Value;

pub(super) fn one(key: &str, value: Value) -> Value {
    [(key, value)].into_iter().collect()
}

/// A whole response, as boto 2 wraps it.
pub(super) fn wrapped(operation: &str, result: Value, request: Option<&str>) -> Value {
    let inner: Value = [
        (format!("{operation}_result"), result),
        ("response_metadata".to_owned(), had([("request_id", maybe(request))])),
    ]
    .into_iter()
    .collect();
    one(&format!("{operation}_response"), inner)
}

/// The whole response for a user; none if it does not exist.
pub(in super::super) async fn user(aws: &Aws, name: &str) -> Result<Value, ApiError> {
    let answer = aws.client::<Iam>().get_user().user_name(name).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetUser", name)))?;
    Ok(answer
        .map(|answer| {
            let user = answer.user.as_ref().map(shown_user).unwrap_or_default();
            wrapped("get_user", one("user", user), answer.request_id())
        })
        .into())
}

pub(in super::super) async fn users(aws: &Aws, prefix: Option<&str>) -> Result<Value, ApiError> {
    let call = aws.client::<Iam>().list_users().set_path_prefix(prefix.map(str::to_owned));
    let found: Result<Vec<User>, _> = call.into_paginator().items().send().collect().await;
    let found = found.map_err(failed("ListUsers", prefix.unwrap_or("/")))?;
    Ok(Value::List(found.iter().map(shown_user).collect()))
}

/// A group, and all its members under `users`; none if it does not exist.
pub(in super::super) async fn group(aws: &Aws, name: &str) -> Result<Value, ApiError> {
    let mut pages = aws.client::<Iam>().get_group().group_name(name).into_paginator().send();
    let (mut group, mut users) = (Value::Null, vec![]);
    while let Some(page) = pages.next().await {
        let page = absent_if_not_found(page.map_err(failed("GetGroup", name)))?;
        let Some(page) = page else { return Ok(Value::Null) };
        group = page.group.as_ref().map(shown_group).unwrap_or_default();
        users.extend(page.users.iter().map(shown_user));
    }
    Ok([("group", group), ("users", Value::List(users))].into_iter().collect())
}

pub(in super::super) async fn groups(aws: &Aws, prefix: Option<&str>) -> Result<Value, ApiError> {
    let call = aws.client::<Iam>().list_groups().set_path_prefix(prefix.map(str::to_owned));
    let found: Result<Vec<Group>, _> = call.into_paginator().items().send().collect().await;
    let found = found.map_err(failed("ListGroups", prefix.unwrap_or("/")))?;
    Ok(Value::List(found.iter().map(shown_group).collect()))
}

/// The names of the inline policies of a user or a group; none if it does not exist.
pub(in super::super) async fn policies_of(aws: &Aws, of: Entity, name: &str) -> Result<Value, ApiError> {
    Ok(absent_if_not_found(entity::inline_names(aws, of, name).await)?.into())
}

/// An inline policy of a user or a group, decoded; none if it does not exist.
pub(in super::super) async fn policy_of(
    aws: &Aws,
    of: Entity,
    name: &str,
    inline: &str,
) -> Result<Value, ApiError> {
    let found = absent_if_not_found(entity::inline_document(aws, of, name, inline).await)?;
    Ok(found.map(|text| policy::to_shown(&text)).into())
}

/// The whole response about the access keys of a user.
pub(in super::super) async fn access_keys(aws: &Aws, user: &str) -> Result<Value, ApiError> {
    let answer = aws.client::<Iam>().list_access_keys().user_name(user).send().await;
    let answer = answer.map_err(failed("ListAccessKeys", user))?;
    let keys = answer.access_key_metadata.iter().map(|key| {
        had([
            ("user_name", maybe(key.user_name())),
            ("access_key_id", maybe(key.access_key_id())),
            ("status", maybe(key.status().map(StatusType::as_str))),
            ("create_date", key.create_date().and_then(date)),
        ])
    });
    let result = had([
        ("access_key_metadata", Some(Value::List(keys.collect()))),
        ("is_truncated", word(answer.is_truncated)),
        ("marker", maybe(answer.marker.as_deref())),
    ]);
    Ok(wrapped("list_access_keys", result, answer.request_id()))
}

/// The MFA devices of a user; none if it does not exist.
pub(in super::super) async fn mfa_devices(aws: &Aws, user: &str) -> Result<Value, ApiError> {
    let pages = aws.client::<Iam>().list_mfa_devices().user_name(user).into_paginator();
    let found: Result<Vec<_>, _> = pages.items().send().collect().await;
    let found = absent_if_not_found(found.map_err(failed("ListMFADevices", user)))?.unwrap_or_default();
    let of = |it: &aws_sdk_iam::types::MfaDevice| {
        had([
            ("user_name", text(&it.user_name)),
            ("serial_number", text(&it.serial_number)),
            ("enable_date", date(&it.enable_date)),
        ])
    };
    Ok(Value::List(found.iter().map(of).collect()))
}

/// The account's password policy; none if there is none.
pub(in super::super) async fn password_policy(aws: &Aws) -> Result<Value, ApiError> {
    let answer = aws.client::<Iam>().get_account_password_policy().send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetAccountPasswordPolicy", "the account")))?;
    let Some(asks) = answer.and_then(|answer| answer.password_policy) else { return Ok(Value::Null) };
    Ok(had([
        ("minimum_password_length", asks.minimum_password_length.and_then(word)),
        ("require_symbols", word(asks.require_symbols)),
        ("require_numbers", word(asks.require_numbers)),
        ("require_uppercase_characters", word(asks.require_uppercase_characters)),
        ("require_lowercase_characters", word(asks.require_lowercase_characters)),
        ("allow_users_to_change_password", word(asks.allow_users_to_change_password)),
        ("expire_passwords", word(asks.expire_passwords)),
        ("max_password_age", asks.max_password_age.and_then(word)),
        ("password_reuse_prevention", asks.password_reuse_prevention.and_then(word)),
        ("hard_expiry", asks.hard_expiry.and_then(word)),
    ]))
}

fn shown_user(user: &User) -> Value {
    had([
        ("path", text(&user.path)),
        ("user_name", text(&user.user_name)),
        ("user_id", text(&user.user_id)),
        ("arn", text(&user.arn)),
        ("create_date", date(&user.create_date)),
        ("password_last_used", user.password_last_used.as_ref().and_then(date)),
        ("tags", tags(user.tags.as_ref())),
    ])
}

fn shown_group(group: &Group) -> Value {
    had([
        ("path", text(&group.path)),
        ("group_name", text(&group.group_name)),
        ("group_id", text(&group.group_id)),
        ("arn", text(&group.arn)),
        ("create_date", date(&group.create_date)),
    ])
}
