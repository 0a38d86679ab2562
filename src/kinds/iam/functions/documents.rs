//! `boto_iam`: policy documents, and inline policies of roles, users and groups.

use futures::future::FutureExt;

use super::{GROUP, POLICY, ROLE, USER, api, or_false};
use crate::entity::api::{self as entity_api, Entity};
use aws::policy;
use kind::{Asker, AwsFunction, Refusal};
use model::{Argument, Fields, Value};

/// A document that must be given.
pub(super) const DOCUMENT: Argument =
    Argument::required("policy_document", policy::SHAPE, "the document, as a mapping or JSON");
/// A document that may be left out.
pub(super) const OPTIONAL: Argument =
    Argument::optional("policy_document", policy::SHAPE, "who may assume it; EC2 instances if left out");
const INLINE: Argument = Argument::required("policy", policy::SHAPE, "the document, as a mapping or JSON");
const JSON: Argument = Argument::required("policy_json", policy::SHAPE, "the document, as a mapping or JSON");

pub(super) const FUNCTIONS: &[AwsFunction] = &[
    AwsFunction::read(
        &["boto_iam.build_policy", "boto3_iam.build_policy"],
        &[],
        "Returns the trust policy of a role that EC2 instances may assume.",
        "a mapping: Version, Statement",
        |ask, _| async move { Ok(instances_may_assume(&ask.aws().region)) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.get_user_policy", "boto3_iam.get_user_policy"],
        &[USER, POLICY],
        "Returns an inline policy of a user; False when there is none.",
        "a mapping: the document; False",
        |ask, fields| get(ask, fields, Entity::User).boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.get_group_policy", "boto3_iam.get_group_policy"],
        &[GROUP, POLICY],
        "Returns an inline policy of a group; False when there is none.",
        "a mapping: the document; False",
        |ask, fields| get(ask, fields, Entity::Group).boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.get_all_user_policies", "boto3_iam.get_all_user_policies"],
        &[USER],
        "Lists the names of a user's inline policies; False when there is no such user.",
        "a list of names, or False",
        |ask, fields| async move { Ok(or_false(names(ask, fields, Entity::User).await?)) }.boxed(),
    ),
    AwsFunction::read(
        &["boto_iam.get_all_group_policies", "boto3_iam.get_all_group_policies"],
        &[GROUP],
        "Lists the names of a group's inline policies; [] when there is no such group.",
        "a list of names",
        |ask, fields| {
            async move {
                let names = names(ask, fields, Entity::Group).await?;
                Ok(if names.is_null() { Value::List(vec![]) } else { names })
            }
            .boxed()
        },
    ),
    AwsFunction::change(
        &["boto_iam.create_role_policy", "boto3_iam.create_role_policy"],
        &[ROLE, POLICY, INLINE],
        "Puts an inline policy into a role.",
        "True",
        |ask, fields| put(ask, fields, Entity::Role, Some("policy")).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.delete_role_policy", "boto3_iam.delete_role_policy"],
        &[ROLE, POLICY],
        "Deletes an inline policy of a role; True also when there is none.",
        "True",
        |ask, fields| put(ask, fields, Entity::Role, None).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.put_user_policy", "boto3_iam.put_user_policy"],
        &[USER, POLICY, JSON],
        "Puts an inline policy into a user.",
        "True",
        |ask, fields| put(ask, fields, Entity::User, Some("policy_json")).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.delete_user_policy", "boto3_iam.delete_user_policy"],
        &[USER, POLICY],
        "Deletes an inline policy of a user; True also when there is none.",
        "True",
        |ask, fields| put(ask, fields, Entity::User, None).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.put_group_policy", "boto3_iam.put_group_policy"],
        &[GROUP, POLICY, JSON],
        "Puts an inline policy into a group.",
        "True",
        |ask, fields| put(ask, fields, Entity::Group, Some("policy_json")).boxed(),
    ),
    AwsFunction::change(
        &["boto_iam.delete_group_policy", "boto3_iam.delete_group_policy"],
        &[GROUP, POLICY],
        "Deletes an inline policy of a group; True also when there is none.",
        "True",
        |ask, fields| put(ask, fields, Entity::Group, None).boxed(),
    ),
];

/// The trust policy that Salt gives a role without one.
pub(super) fn instances_may_assume(region: &str) -> Value {
    let service = if region.starts_with("cn-") { "ec2.amazonaws.com.cn" } else { "ec2.amazonaws.com" };
    let statement = serde_json::json!({
        "Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"Service": service},
    });
    serde_json::json!({"Version": "2008-10-17", "Statement": [statement]}).into()
}

/// A document in IAM's form.
pub(super) fn document(fields: &Fields, argument: &str) -> Result<Option<String>, Refusal> {
    let read = |node| policy::from_node(node).map_err(|problem| Refusal::Because(problem.message));
    fields.node(argument).map(read).transpose()
}

/// The name of a role, a user or a group.
pub(super) fn owner(fields: &Fields, entity: Entity) -> String {
    fields.required_text(&format!("{}_name", entity.word()))
}

async fn get(ask: &Asker<'_>, fields: &Fields, entity: Entity) -> Result<Value, Refusal> {
    let (name, policy) = (owner(fields, entity), fields.required_text("policy_name"));
    let read = api::policy_of(ask.aws(), entity, &name, &policy);
    Ok(or_false(ask.once(("inline policy", entity, &name, &policy), read).await?))
}

async fn names(ask: &Asker<'_>, fields: &Fields, entity: Entity) -> Result<Value, Refusal> {
    let name = owner(fields, entity);
    Ok(ask.once(("inline policies", entity, &name), api::policies_of(ask.aws(), entity, &name)).await?)
}

async fn put(
    ask: &Asker<'_>,
    fields: &Fields,
    entity: Entity,
    argument: Option<&str>,
) -> Result<Value, Refusal> {
    let (name, policy) = (owner(fields, entity), fields.required_text("policy_name"));
    let text = argument.map(|argument| document(fields, argument)).transpose()?.flatten();
    let call = entity_api::document(ask.aws(), entity, (&name, &policy), text.as_deref());
    ask.change(&[entity.kind()], call).await?;
    Ok(true.into())
}
