//! `boto_iam`: managed policies, their versions, and the entities that have them.

use futures::future::FutureExt;

use super::api;
use super::documents::{DOCUMENT, document, owner};
use super::{GROUP, PATH, PATH_PREFIX, POLICY, ROLE, USER, roles};
use crate::entity::api::{self as entity_api, Entity};
use crate::policy::Policy;
use aws::arn::is_arn;
use kind::{Asker, AwsFunction, Refusal, Source};
use model::{Argument, Fields, Map, Shape, Value};

const VERSION: Argument = Argument::required("version_id", Shape::Text, "the version, such as v1");
const FILTER: Argument = Argument::optional("entity_filter", Shape::Text, "not used");
const NAMED: Argument = Argument::required("policy_name", Shape::Text, "the policy, by name or ARN");

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_iam.policy_exists", "boto3_iam.policy_exists"],
        &[NAMED],
        "Returns whether a managed policy of the account exists.",
        "True or False",
        |ask, fields| async move { Ok((!find(ask, fields).await?.is_null()).into()) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.get_policy"],
        &[NAMED],
        "Returns {policy: …} about a managed policy; None when there is none.",
        "{policy: …} with arn, policy_id, policy_name, default_version_id …; None",
        |ask, fields| {
            async move {
                let found = find(ask, fields).await?;
                Ok(if found.is_null() { found } else { [("policy", found)].into_iter().collect() })
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_iam.list_policies"],
        &[],
        "Lists all managed policies, in pages.",
        "a list of lists of mappings, a list for each page of AWS's answer: arn, policy_id, policy_name, default_version_id …",
        |ask, _| async move { Ok(ask.once("policies", api::policies(ask.aws())).await?) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.list_policy_versions"],
        &[NAMED],
        "Lists the versions of a managed policy; [] when there is no such policy.",
        "a list of mappings: version_id, is_default_version, document, create_date",
        |ask, fields| list_versions(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.policy_version_exists", "boto3_iam.policy_version_exists"],
        &[NAMED, VERSION],
        "Returns whether a version of a managed policy exists.",
        "True or False",
        |ask, fields| async move { Ok((!version(ask, fields).await?.is_null()).into()) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.get_policy_version"],
        &[NAMED, VERSION],
        "Returns {policy_version: …}; None when there is none.",
        "{policy_version: …} with version_id, is_default_version, document, create_date; None",
        |ask, fields| {
            async move {
                let found = version(ask, fields).await?;
                Ok(if found.is_null() { found } else { [("policy_version", found)].into_iter().collect() })
            }
            .boxed()
        },
    ),
    AwsFunction::read(
        &["boto_iam.list_entities_for_policy"],
        &[NAMED, PATH_PREFIX, FILTER],
        "Lists the groups, users and roles with a managed policy; {} when there is no such policy.",
        "a mapping of lists: policy_groups, policy_users, policy_roles; an empty mapping",
        |ask, fields| entities(ask, fields).boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.list_attached_user_policies"],
        &[USER, PATH_PREFIX, FILTER],
        "Lists name and ARN of a user's managed policies; [] when there is no such user.",
        "a list of mappings: policy_name, policy_arn",
        |ask, fields| attached(ask, fields, Entity::User).boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.list_attached_group_policies"],
        &[GROUP, PATH_PREFIX, FILTER],
        "Lists name and ARN of a group's managed policies; [] when there is no such group.",
        "a list of mappings: policy_name, policy_arn",
        |ask, fields| attached(ask, fields, Entity::Group).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.create_policy", "boto3_iam.create_policy"],
        &[POLICY, DOCUMENT, PATH, Argument::optional("description", Shape::Text, "what it is for")],
        "Creates a managed policy; True also when there is one.",
        "True",
        |ask, fields| create(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.delete_policy", "boto3_iam.delete_policy"],
        &[NAMED],
        "Deletes a managed policy; True also when there is none.",
        "True",
        |ask, fields| change_version(ask, fields, false).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.delete_policy_version", "boto3_iam.delete_policy_version"],
        &[NAMED, VERSION],
        "Deletes a version of a managed policy; True also when there is none.",
        "True",
        |ask, fields| change_version(ask, fields, false).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.create_policy_version", "boto3_iam.create_policy_version"],
        &[
            NAMED,
            DOCUMENT,
            Argument::optional(
                "set_as_default",
                Shape::Boolean,
                "make it the default version; false if left out",
            ),
        ],
        "Makes a version of a managed policy.",
        "{created: True, version_id: …}",
        |ask, fields| create_version(ask, fields).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.set_default_policy_version", "boto3_iam.set_default_policy_version"],
        &[NAMED, VERSION],
        "Makes a version of a managed policy the default.",
        "True",
        |ask, fields| change_version(ask, fields, true).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.attach_role_policy", "boto3_iam.attach_role_policy"],
        &[NAMED, ROLE],
        "Attaches a managed policy to a role.",
        "True",
        |ask, fields| attach(ask, fields, Entity::Role, true).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.detach_role_policy", "boto3_iam.detach_role_policy"],
        &[NAMED, ROLE],
        "Detaches a managed policy from a role.",
        "True",
        |ask, fields| attach(ask, fields, Entity::Role, false).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.attach_user_policy", "boto3_iam.attach_user_policy"],
        &[NAMED, USER],
        "Attaches a managed policy to a user.",
        "True",
        |ask, fields| attach(ask, fields, Entity::User, true).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.detach_user_policy", "boto3_iam.detach_user_policy"],
        &[NAMED, USER],
        "Detaches a managed policy from a user.",
        "True",
        |ask, fields| attach(ask, fields, Entity::User, false).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.attach_group_policy", "boto3_iam.attach_group_policy"],
        &[NAMED, GROUP],
        "Attaches a managed policy to a group.",
        "True",
        |ask, fields| attach(ask, fields, Entity::Group, true).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.detach_group_policy", "boto3_iam.detach_group_policy"],
        &[NAMED, GROUP],
        "Detaches a managed policy from a group.",
        "True",
        |ask, fields| attach(ask, fields, Entity::Group, false).boxed(),
    ),
];

/// A name means a policy of the account, as in Salt.
async fn arn(ask: &Asker<'_>, fields: &Fields) -> Result<String, Refusal> {
    let name = fields.required_text("policy_name");
    if is_arn(&name) {
        return Ok(name);
    }
    let (account, partition) = roles::account(ask).await?;
    Ok(format!("arn:{partition}:iam::{account}:policy/{}", name.trim_start_matches('/')))
}

async fn find(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let arn = arn(ask, fields).await?;
    Ok(ask.once(("policy", &arn), api::policy_as_is(ask.aws(), &arn)).await?)
}

async fn list_versions(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let arn = arn(ask, fields).await?;
    let found = ask.once(("policy versions", &arn), api::versions(ask.aws(), &arn)).await?;
    Ok(if found.is_null() { Value::List(vec![]) } else { found })
}

async fn version(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (arn, id) = (arn(ask, fields).await?, fields.required_text("version_id"));
    Ok(ask.once(("policy version", &arn, &id), api::version_as_is(ask.aws(), &arn, &id)).await?)
}

async fn entities(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let (arn, prefix) = (arn(ask, fields).await?, fields.text("path_prefix"));
    let read = api::entities(ask.aws(), &arn, prefix.as_deref());
    let found = ask.once(("entities for policy", &arn, &prefix), read).await?;
    Ok(if found.is_null() { Value::Map(Map::new()) } else { found })
}

async fn attached(ask: &Asker<'_>, fields: &Fields, entity: Entity) -> Result<Value, Refusal> {
    let name = owner(fields, entity);
    Ok(ask.once(("attached policies", entity, &name), api::attached(ask.aws(), entity, &name)).await?)
}

async fn create(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let name = fields.required_text("policy_name");
    let document = document(fields, "policy_document")?.unwrap_or_default();
    let (path, description) = (fields.text("path"), fields.text("description"));
    ask.change(&[Policy::KIND], api::policy(ask.aws(), &name, &document, path, description)).await?;
    Ok(true.into())
}

async fn create_version(ask: &Asker<'_>, fields: &Fields) -> Result<Value, Refusal> {
    let arn = arn(ask, fields).await?;
    let document = document(fields, "policy_document")?.unwrap_or_default();
    let call = api::create_version(ask.aws(), &arn, &document, fields.boolean("set_as_default"));
    let id = ask.change(&[Policy::KIND], call).await?;
    Ok([("created", Value::from(true)), ("version_id", id.into())].into_iter().collect())
}

async fn change_version(ask: &Asker<'_>, fields: &Fields, is_default: bool) -> Result<Value, Refusal> {
    let arn = arn(ask, fields).await?;
    let version = if fields.takes("version_id") { fields.text("version_id") } else { None };
    ask.change(&[Policy::KIND], api::version(ask.aws(), &arn, version.as_deref(), is_default)).await?;
    Ok(true.into())
}

async fn attach(ask: &Asker<'_>, fields: &Fields, entity: Entity, is_given: bool) -> Result<Value, Refusal> {
    let (arn, name) = (arn(ask, fields).await?, owner(fields, entity));
    let call = entity_api::attach(ask.aws(), entity, (&name, &arn), is_given);
    ask.change(&[entity.kind()], call).await?;
    Ok(true.into())
}
