//! What changes something. What is there already is as good as made, what is not there as good as gone.

use crate::aws::error::done_if_not_found;
use crate::aws::{ApiError, Aws, Fault, failed};

/// A thing that has policies.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in super::super) enum Entity {
    Role,
    User,
    Group,
}

/// A managed policy and who gets or loses it.
pub(in super::super) struct Attach {
    pub arn: String,
    pub entity: Entity,
    pub name: String,
    pub is_given: bool,
}

fn made(result: Result<(), ApiError>) -> Result<(), ApiError> {
    match result {
        Err(error) if error.fault == Fault::AlreadyExists => Ok(()),
        other => other,
    }
}

/// Creates a user or a group, with a path; deletes one without.
pub(in super::super) async fn entity(
    aws: &Aws,
    entity: Entity,
    name: &str,
    path: Option<&str>,
) -> Result<(), ApiError> {
    let iam = aws.iam();
    match (entity, path.map(str::to_owned)) {
        (Entity::User, Some(path)) => {
            let done = iam.create_user().user_name(name).path(path).send().await;
            made(done.map(drop).map_err(failed("CreateUser", name)))
        }
        (Entity::User, None) => {
            let done = iam.delete_user().user_name(name).send().await;
            done_if_not_found(done.map(drop).map_err(failed("DeleteUser", name)))
        }
        (Entity::Group, Some(path)) => {
            let done = iam.create_group().group_name(name).path(path).send().await;
            made(done.map(drop).map_err(failed("CreateGroup", name)))
        }
        (Entity::Group, None) => {
            let done = iam.delete_group().group_name(name).send().await;
            done_if_not_found(done.map(drop).map_err(failed("DeleteGroup", name)))
        }
        (Entity::Role, _) => {
            let done = iam.delete_role().role_name(name).send().await;
            done_if_not_found(done.map(drop).map_err(failed("DeleteRole", name)))
        }
    }
}

/// Sets a role's trust; creates the role when it is given a path.
pub(in super::super) async fn trust(
    aws: &Aws,
    role: &str,
    document: &str,
    path: Option<&str>,
) -> Result<(), ApiError> {
    if let Some(path) = path {
        let call = aws.iam().create_role().role_name(role).path(path);
        let done = call.assume_role_policy_document(document).send().await;
        return made(done.map(drop).map_err(failed("CreateRole", role)));
    }
    let done = aws.iam().update_assume_role_policy().role_name(role).policy_document(document).send().await;
    done.map(drop).map_err(failed("UpdateAssumeRolePolicy", role))
}

/// Creates or deletes an instance profile, or puts a role into it or takes it out.
pub(in super::super) async fn profile(
    aws: &Aws,
    name: &str,
    role: Option<&str>,
    is_given: bool,
) -> Result<(), ApiError> {
    let iam = aws.iam();
    match (role, is_given) {
        (None, true) => {
            let done = iam.create_instance_profile().instance_profile_name(name).send().await;
            made(done.map(drop).map_err(failed("CreateInstanceProfile", name)))
        }
        (None, false) => {
            let done = iam.delete_instance_profile().instance_profile_name(name).send().await;
            done_if_not_found(done.map(drop).map_err(failed("DeleteInstanceProfile", name)))
        }
        (Some(role), true) => {
            let call = iam.add_role_to_instance_profile().instance_profile_name(name).role_name(role);
            call.send().await.map(drop).map_err(failed("AddRoleToInstanceProfile", name))
        }
        (Some(role), false) => {
            let call = iam.remove_role_from_instance_profile().instance_profile_name(name).role_name(role);
            call.send().await.map(drop).map_err(failed("RemoveRoleFromInstanceProfile", name))
        }
    }
}

/// Puts an inline policy, or deletes it when there is no document.
pub(in super::super) async fn document(
    aws: &Aws,
    entity: Entity,
    (name, policy): (&str, &str),
    document: Option<&str>,
) -> Result<(), ApiError> {
    let iam = aws.iam();
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

/// Attaches a managed policy or takes it away.
pub(in super::super) async fn attach(aws: &Aws, it: Attach) -> Result<(), ApiError> {
    let iam = aws.iam();
    let Attach { arn, entity, name, is_given } = it;
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
            done.map(drop).map_err(failed("DetachRolePolicy", subject))
        }
        (Entity::User, false) => {
            let done = iam.detach_user_policy().user_name(name).policy_arn(arn).send().await;
            done.map(drop).map_err(failed("DetachUserPolicy", subject))
        }
        (Entity::Group, false) => {
            let done = iam.detach_group_policy().group_name(name).policy_arn(arn).send().await;
            done.map(drop).map_err(failed("DetachGroupPolicy", subject))
        }
    }
}

/// Puts a user into a group or takes it out.
pub(in super::super) async fn membership(
    aws: &Aws,
    user: &str,
    group: &str,
    is_given: bool,
) -> Result<(), ApiError> {
    let subject = format!("{user} in {group}");
    if is_given {
        let done = aws.iam().add_user_to_group().user_name(user).group_name(group).send().await;
        return done.map(drop).map_err(failed("AddUserToGroup", subject));
    }
    let done = aws.iam().remove_user_from_group().user_name(user).group_name(group).send().await;
    done_if_not_found(done.map(drop).map_err(failed("RemoveUserFromGroup", subject)))
}

/// Creates a managed policy from name, document, path and description.
pub(in super::super) async fn policy(
    aws: &Aws,
    name: &str,
    document: &str,
    path: Option<String>,
    description: Option<String>,
) -> Result<(), ApiError> {
    let call = aws.iam().create_policy().policy_name(name).policy_document(document);
    let done = call.set_path(path).set_description(description).send().await;
    made(done.map(drop).map_err(failed("CreatePolicy", name)))
}

/// Deletes a policy, or one version of it, or makes that version the default.
pub(in super::super) async fn version(
    aws: &Aws,
    arn: &str,
    version: Option<&str>,
    is_default: bool,
) -> Result<(), ApiError> {
    let iam = aws.iam();
    match (version, is_default) {
        (None, _) => {
            let done = iam.delete_policy().policy_arn(arn).send().await;
            done_if_not_found(done.map(drop).map_err(failed("DeletePolicy", arn)))
        }
        (Some(id), false) => {
            let done = iam.delete_policy_version().policy_arn(arn).version_id(id).send().await;
            done_if_not_found(done.map(drop).map_err(failed("DeletePolicyVersion", arn)))
        }
        (Some(id), true) => {
            let done = iam.set_default_policy_version().policy_arn(arn).version_id(id).send().await;
            done.map(drop).map_err(failed("SetDefaultPolicyVersion", arn))
        }
    }
}
