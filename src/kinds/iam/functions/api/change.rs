//! The calls that change something. An existing thing counts as made, a missing thing as deleted.

use crate::Iam;
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, Fault, failed};

/// An existing thing counts as made.
pub(in super::super) fn made(result: Result<(), ApiError>) -> Result<(), ApiError> {
    match result {
        Err(error) if error.fault == Fault::AlreadyExists => Ok(()),
        other => other,
    }
}

/// Deletes a role.
pub(in super::super) async fn delete_role(aws: &Aws, name: &str) -> Result<(), ApiError> {
    let done = aws.client::<Iam>().delete_role().role_name(name).send().await;
    done_if_not_found(done.map(drop).map_err(failed("DeleteRole", name)))
}

/// Sets a role's trust policy; creates the role if a path is given.
pub(in super::super) async fn trust(
    aws: &Aws,
    role: &str,
    document: &str,
    path: Option<&str>,
) -> Result<(), ApiError> {
    if let Some(path) = path {
        let call = aws.client::<Iam>().create_role().role_name(role).path(path);
        let done = call.assume_role_policy_document(document).send().await;
        return made(done.map(drop).map_err(failed("CreateRole", role)));
    }
    let done = aws
        .client::<Iam>()
        .update_assume_role_policy()
        .role_name(role)
        .policy_document(document)
        .send()
        .await;
    done.map(drop).map_err(failed("UpdateAssumeRolePolicy", role))
}

/// Creates or deletes an instance profile, or adds a role to it or removes it.
pub(in super::super) async fn profile(
    aws: &Aws,
    name: &str,
    role: Option<&str>,
    is_given: bool,
) -> Result<(), ApiError> {
    let iam = aws.client::<Iam>();
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

/// Creates a managed policy from name, document, path and description.
pub(in super::super) async fn policy(
    aws: &Aws,
    name: &str,
    document: &str,
    path: Option<String>,
    description: Option<String>,
) -> Result<(), ApiError> {
    let call = aws.client::<Iam>().create_policy().policy_name(name).policy_document(document);
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
    let iam = aws.client::<Iam>();
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
