//! `boto_iam`: groups and their members.

use futures::future::FutureExt;

use super::api;
use super::{GROUP, PATH, PATH_PREFIX, USER, or_false};
use crate::group::{self, Group, Step};
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Fields, Value};

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_iam.get_group"],
        &[GROUP],
        "Describes a group; False when there is none.",
        "a mapping: arn, group_id, group_name, path, create_date; False",
        |ask, fields| async move { Ok(or_false(part(&described(ask, fields).await?, "group"))) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.get_group_members"],
        &[GROUP],
        "Lists the users in a group; False when there is no such group.",
        "a list of mappings: arn, user_id, user_name, path, create_date; False",
        |ask, fields| async move { Ok(or_false(part(&described(ask, fields).await?, "users"))) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.user_exists_in_group", "boto3_iam.user_exists_in_group"],
        &[USER, GROUP],
        "Returns whether a user is in a group.",
        "True or False",
        |ask, fields| async move { Ok(is_in(&described(ask, fields).await?, fields).into()) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.get_all_groups"],
        &[PATH_PREFIX],
        "Lists the groups of the account.",
        "a list of mappings: arn, group_id, group_name, path, create_date",
        |ask, fields| {
            async move {
                let prefix = fields.text("path_prefix");
                Ok(ask.once(("groups", &prefix), api::groups(ask.aws(), prefix.as_deref())).await?)
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_iam.create_group", "boto3_iam.create_group"],
        &[GROUP, PATH],
        "Creates a group; True also when there is one.",
        "True",
        |ask, fields| {
            let path = fields.text("path").unwrap_or_else(|| "/".to_owned());
            change(ask, fields, Some(path)).boxed()
        },
    ),
    AwsFunction::change(
        &["boto_iam.delete_group", "boto3_iam.delete_group"],
        &[GROUP],
        "Deletes a group; True also when there is none.",
        "True",
        |ask, fields| change(ask, fields, None).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.add_user_to_group", "boto3_iam.add_user_to_group"],
        &[USER, GROUP],
        "Adds a user to a group; False when there is no such group.",
        "True, or False",
        |ask, fields| membership(ask, fields, true).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.remove_user_from_group", "boto3_iam.remove_user_from_group"],
        &[GROUP, USER],
        "Removes a user from a group; True also when it is not in it.",
        "True",
        |ask, fields| membership(ask, fields, false).boxed(),
    ),
];

async fn described(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("group_name");
    Ok(ask.once(("group", &name), api::group(ask.aws(), &name)).await?)
}

fn part(group: &Value, key: &str) -> Value {
    group.traverse(key, ":").cloned().unwrap_or_default()
}

fn is_in(group: &Value, fields: &Fields) -> bool {
    let user = fields.required_text("user_name");
    let users = part(group, "users");
    let mut names = users.as_list().unwrap_or_default().iter().map(|user| part(user, "user_name"));
    names.any(|name| name.as_str() == Some(&user))
}

/// Makes a group with a path; deletes one without.
async fn change(ask: &Asker<'_>, fields: &Fields, path: Option<String>) -> Result<Value, Refusal> {
    let group = fields.required_text("group_name");
    let step = match path {
        Some(path) => Step::Create { group, path: Some(path) },
        None => Step::Delete { group },
    };
    api::made(ask.change(&[Group::KIND], group::apply(ask.aws(), &step)).await)?;
    Ok(true.into())
}

async fn membership(ask: &Asker<'_>, fields: &Fields, is_given: bool) -> Result<Value, Refusal> {
    let found = described(ask, fields).await?;
    if is_given && found.is_null() {
        return Ok(false.into());
    }
    if is_in(&found, fields) == is_given {
        return Ok(true.into());
    }
    let (user, group) = (fields.required_text("user_name"), fields.required_text("group_name"));
    let step = if is_given { Step::Add { group, user } } else { Step::Remove { group, user } };
    ask.change(&[Group::KIND], group::apply(ask.aws(), &step)).await?;
    Ok(true.into())
}
