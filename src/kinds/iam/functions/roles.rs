//! `boto_iam`: roles with their inline policies.

use std::sync::Arc;

use futures::future::FutureExt;

use super::{NAME, PATH, PATH_PREFIX, POLICY, ROLE, api, or_false};
use crate::role::{INLINE, MANAGED, Role};
use aws::policy;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Aspects, Fields, Map, Reference, Shape, Value};

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_iam.role_exists", "boto3_iam.role_exists"],
        &[NAME],
        "Returns whether a role exists.",
        "True or False",
        |ask, fields| {
            async move { Ok(role(ask, &fields.required_text("name"), Aspects::NONE).await?.is_some().into()) }
                .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_iam.describe_role"],
        &[NAME],
        "Describes a role with its trust policy as a mapping; False when there is none.",
        "a mapping: arn, role_id, role_name, path, create_date, assume_role_policy_document …; False",
        |ask, fields| describe_role(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.get_all_roles"],
        &[PATH_PREFIX],
        "Lists the roles of the account.",
        "a list of mappings: arn, role_id, role_name, path, create_date, assume_role_policy_document …",
        |ask, fields| {
            async move {
                let prefix = fields.text("path_prefix");
                Ok(ask.once(("roles", &prefix), api::roles(ask.aws(), prefix.as_deref())).await?)
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_iam.list_role_policies", "boto3_iam.list_role_policies"],
        &[ROLE],
        "Lists the names of a role's inline policies; [] when there is no such role.",
        "a list of names",
        |ask, fields| list_role_policies(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.get_role_policy", "boto3_iam.get_role_policy"],
        &[ROLE, POLICY],
        "Returns an inline policy of a role; {} when there is none.",
        "a mapping: the document; an empty mapping",
        |ask, fields| get_role_policy(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.list_attached_role_policies"],
        &[ROLE, PATH_PREFIX, Argument::optional("entity_filter", Shape::Text, "not used")],
        "Lists name and ARN of a role's managed policies; [] when there is no such role.",
        "a list of mappings: policy_name, policy_arn",
        |ask, fields| list_attached(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.create_role", "boto3_iam.create_role"],
        &[NAME, super::documents::OPTIONAL, PATH],
        "Creates a role; True also when there is one.",
        "True",
        |ask, fields| create_role(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.delete_role", "boto3_iam.delete_role"],
        &[NAME],
        "Deletes a role; True also when there is none.",
        "True",
        |ask, fields| delete_role(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.update_assume_role_policy", "boto3_iam.update_assume_role_policy"],
        &[ROLE, super::documents::DOCUMENT],
        "Sets who may assume a role.",
        "True",
        |ask, fields| update_trust(ask, fields).boxed(),
    ),
];

/// Id and partition of the account.
pub(super) async fn account(ask: &Asker<'_>) -> Result<(String, String), Refusal> {
    let asked = vec![Reference::new("sts.account", "")];
    let found = ask.attributes(asked, &["id", "partition"]).await?.pop().flatten().unwrap_or_default();
    let mut texts = found.iter().map(|value| value.as_str().unwrap_or_default().to_owned());
    Ok((texts.next().unwrap_or_default(), texts.next().unwrap_or_default()))
}

async fn role(
    ask: &Asker<'_>,
    name: &str,
    aspects: Aspects,
) -> Result<Option<Arc<<Role as Source>::Live>>, Refusal> {
    Ok(ask.find::<Role>(Reference::new(Role::KIND, name), aspects).await?)
}

async fn describe_role(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("name");
    Ok(or_false(ask.once(("role", &name), api::role(ask.aws(), &name)).await?))
}

async fn list_role_policies(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let role = role(ask, &fields.required_text("role_name"), INLINE).await?;
    let names = role.and_then(|role| Some(role.inline.answer()?.keys().cloned().collect::<Vec<_>>()));
    Ok(names.unwrap_or_default().into())
}

async fn get_role_policy(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let role = role(ask, &fields.required_text("role_name"), INLINE).await?;
    let name = fields.required_text("policy_name");
    let text = role.and_then(|role| role.inline.answer()?.get(&name).cloned());
    Ok(text.map_or_else(|| Value::Map(Map::new()), |text| policy::to_shown(&text)))
}

async fn list_attached(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let role = role(ask, &fields.required_text("role_name"), MANAGED).await?;
    let prefix = fields.text("path_prefix").unwrap_or_default();
    let arns = role.and_then(|role| role.managed.answer().cloned()).unwrap_or_default();
    let listed = arns.iter().filter_map(|arn| {
        let path = arn.split_once(":policy").map_or("", |(_, path)| path);
        let name = arn.rsplit('/').next().unwrap_or_default();
        path.starts_with(&prefix).then(|| {
            [("policy_name", Value::from(name)), ("policy_arn", arn.as_str().into())].into_iter().collect()
        })
    });
    Ok(Value::List(listed.collect()))
}

async fn create_role(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("name");
    if role(ask, &name, Aspects::NONE).await?.is_some() {
        return Ok(true.into());
    }
    let document = super::documents::document(fields, "policy_document")?
        .unwrap_or_else(|| super::documents::instances_may_assume(&ask.aws().region).to_json().to_string());
    let path = fields.text("path").unwrap_or_else(|| "/".to_owned());
    ask.change(&[Role::KIND], api::trust(ask.aws(), &name, &document, Some(&path))).await?;
    Ok(true.into())
}

async fn delete_role(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("name");
    ask.change(&[Role::KIND], api::delete_role(ask.aws(), &name)).await?;
    Ok(true.into())
}

async fn update_trust(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let role = fields.required_text("role_name");
    let document = super::documents::document(fields, "policy_document")?.unwrap_or_default();
    ask.change(&[Role::KIND], api::trust(ask.aws(), &role, &document, None)).await?;
    Ok(true.into())
}
