//! The calls that change policies of entities and members of groups.

use super::Entity;
use crate::Iam;
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed};

/// Puts an inline policy, or deletes it when there is no document.
pub(crate) async fn document(
    aws: &Aws,
    entity: Entity,
    (name, policy): (&str, &str),
    document: Option<&str>,
) -> Result<(), ApiError> {
    let iam = aws.client::<Iam>();
    let subject = format!("{policy} of {name}");
    match (entity, document) {
        (Entity::Role, Some(text)) => {
            let call = iam.put_role_policy().role_name(name).policy_name(policy).policy_document(text);
            call.send().await.map(drop).map_err(failed("PutRolePolicy", subject))
        }
        (Entity::User, Some(text)) => {
            let call = iam.put_user_policy().user_name(name).policy_name(policy).policy_document(text);
            call.send().await.map(drop).map_err(failed("PutUserPolicy", subject))
        }
        (Entity::Group, Some(text)) => {
            let call = iam.put_group_policy().group_name(name).policy_name(policy).policy_document(text);
            call.send().await.map(drop).map_err(failed("PutGroupPolicy", subject))
        }
        (Entity::Role, None) => {
            let done = iam.delete_role_policy().role_name(name).policy_name(policy).send().await;
            done_if_not_found(done.map(drop).map_err(failed("DeleteRolePolicy", subject)))
        }
        (Entity::User, None) => {
            let done = iam.delete_user_policy().user_name(name).policy_name(policy).send().await;
            done_if_not_found(done.map(drop).map_err(failed("DeleteUserPolicy", subject)))
        }
        (Entity::Group, None) => {
            let done = iam.delete_group_policy().group_name(name).policy_name(policy).send().await;
            done_if_not_found(done.map(drop).map_err(failed("DeleteGroupPolicy", subject)))
        }
    }
}

/// Attaches or detaches a managed policy. A policy that is not attached counts as detached.
pub(crate) async fn attach(
    aws: &Aws,
    entity: Entity,
    (name, arn): (&str, &str),
    is_given: bool,
) -> Result<(), ApiError> {
    let iam = aws.client::<Iam>();
    let subject = format!("{arn} of {name}");
    match (entity, is_given) {
        (Entity::Role, true) => {
            let done = iam.attach_role_policy().role_name(name).policy_arn(arn).send().await;
            done.map(drop).map_err(failed("AttachRolePolicy", subject))
        }
        (Entity::User, true) => {
            let done = iam.attach_user_policy().user_name(name).policy_arn(arn).send().await;
            done.map(drop).map_err(failed("AttachUserPolicy", subject))
        }
        (Entity::Group, true) => {
            let done = iam.attach_group_policy().group_name(name).policy_arn(arn).send().await;
            done.map(drop).map_err(failed("AttachGroupPolicy", subject))
        }
        (Entity::Role, false) => {
            let done = iam.detach_role_policy().role_name(name).policy_arn(arn).send().await;
            done_if_not_found(done.map(drop).map_err(failed("DetachRolePolicy", subject)))
        }
        (Entity::User, false) => {
            let done = iam.detach_user_policy().user_name(name).policy_arn(arn).send().await;
            done_if_not_found(done.map(drop).map_err(failed("DetachUserPolicy", subject)))
        }
        (Entity::Group, false) => {
            let done = iam.detach_group_policy().group_name(name).policy_arn(arn).send().await;
            done_if_not_found(done.map(drop).map_err(failed("DetachGroupPolicy", subject)))
        }
    }
}

/// Adds a user to a group or removes it.
pub(crate) async fn membership(aws: &Aws, user: &str, group: &str, is_given: bool) -> Result<(), ApiError> {
    let subject = format!("{user} in {group}");
    if is_given {
        let done = aws.client::<Iam>().add_user_to_group().user_name(user).group_name(group).send().await;
        return done.map(drop).map_err(failed("AddUserToGroup", subject));
    }
    let done = aws.client::<Iam>().remove_user_from_group().user_name(user).group_name(group).send().await;
    done_if_not_found(done.map(drop).map_err(failed("RemoveUserFromGroup", subject)))
}

#[cfg(test)]
mod tests {
    use aws_sdk_iam::Client;
    use aws_sdk_iam::operation::detach_group_policy::DetachGroupPolicyError;
    use aws_sdk_iam::operation::detach_role_policy::DetachRolePolicyError;
    use aws_sdk_iam::operation::detach_user_policy::DetachUserPolicyError;
    use aws_smithy_mocks::{RuleMode, mock};
    use aws_smithy_types::error::ErrorMetadata;

    use super::*;

    /// The answer to the call that did it may be lost: the SDK sends it again, and IAM finds nothing to detach.
    #[tokio::test]
    async fn a_policy_that_is_not_attached_is_detached() {
        let meta = || ErrorMetadata::builder().code("NoSuchEntity").build();
        let role =
            mock!(Client::detach_role_policy).then_error(move || DetachRolePolicyError::generic(meta()));
        let user =
            mock!(Client::detach_user_policy).then_error(move || DetachUserPolicyError::generic(meta()));
        let group =
            mock!(Client::detach_group_policy).then_error(move || DetachGroupPolicyError::generic(meta()));
        let aws = canned::aws(|clients| clients.answer::<Iam>(RuleMode::MatchAny, &[&role, &user, &group]));
        for entity in [Entity::Role, Entity::User, Entity::Group] {
            assert_eq!(attach(&aws, entity, ("it", "arn:x"), false).await, Ok(()));
        }
    }
}
