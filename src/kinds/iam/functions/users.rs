//! `boto_iam`: users, their keys and devices, and the account's password policy.

use futures::future::FutureExt;

use super::api;
use super::{PATH, PATH_PREFIX, USER, or_false};
use crate::user::{self, Step, User};
use aws::tags::Tags;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Fields, Shape, Value};

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_iam.get_user"],
        &[Argument::optional("user_name", Shape::Text, "the user")],
        "Returns AWS's whole reply about a user; False when there is none.",
        "{get_user_response: …} with arn, user_id, user_name, path, create_date; False",
        |ask, fields| {
            async move {
                let name = fields.required_text("user_name");
                Ok(or_false(ask.once(("user", &name), api::user(ask.aws(), &name)).await?))
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_iam.get_all_users"],
        &[PATH_PREFIX],
        "Lists the users of the account.",
        "a list of mappings: arn, user_id, user_name, path, create_date",
        |ask, fields| {
            async move {
                let prefix = fields.text("path_prefix");
                Ok(ask.once(("users", &prefix), api::users(ask.aws(), prefix.as_deref())).await?)
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_iam.get_all_access_keys"],
        &[USER],
        "Returns AWS's whole reply about the access keys of a user.",
        "{list_access_keys_response: …} with a list of keys: user_name, access_key_id, status, create_date",
        |ask, fields| {
            async move {
                let name = fields.required_text("user_name");
                Ok(ask.once(("access keys", &name), api::access_keys(ask.aws(), &name)).await?)
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_iam.get_all_mfa_devices"],
        &[USER],
        "Lists the MFA devices of a user.",
        "a list of mappings: user_name, serial_number, enable_date",
        |ask, fields| {
            async move {
                let name = fields.required_text("user_name");
                Ok(ask.once(("mfa devices", &name), api::mfa_devices(ask.aws(), &name)).await?)
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_iam.get_account_policy"],
        &[],
        "Returns the account's password policy; False when there is none.",
        "a mapping of the rules; False",
        |ask, _| {
            async move { Ok(or_false(ask.once("password policy", api::password_policy(ask.aws())).await?)) }
                .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_iam.create_user", "boto3_iam.create_user"],
        &[USER, PATH],
        "Creates a user; True also when there is one.",
        "True",
        |ask, fields| {
            let path = fields.text("path").unwrap_or_else(|| "/".to_owned());
            change(ask, fields, Some(path)).boxed()
        },
    ),
    AwsFunction::change(
        &["boto_iam.delete_user", "boto3_iam.delete_user"],
        &[USER],
        "Deletes a user; True also when there is none.",
        "True",
        |ask, fields| change(ask, fields, None).boxed(),
    ),
];

/// Makes a user with a path; deletes one without.
async fn change(ask: &Asker<'_>, fields: &Fields, path: Option<String>) -> Result<Value, Refusal> {
    let user = fields.required_text("user_name");
    let step = match path {
        Some(path) => Step::Create { user, path: Some(path), boundary: None, tags: Tags::new() },
        None => Step::Delete { user },
    };
    api::made(ask.change(&[User::KIND], user::apply(ask.aws(), &step)).await)?;
    Ok(true.into())
}
