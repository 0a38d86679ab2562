//! Carries out one step.

use crate::Iam;
use crate::entity::api::{self as entity, Entity};
use crate::fault;
use crate::role::diff::Step;
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed, sdk_tags};

pub(in super::super) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::CreateRole { .. } => create(aws, step).await,
        Step::CreateProfile { .. }
        | Step::AddToProfile { .. }
        | Step::RemoveFromProfile { .. }
        | Step::DeleteProfile { .. } => profile(aws, step).await,
        Step::PutPolicy { .. } | Step::DeletePolicy { .. } | Step::Attach { .. } | Step::Detach { .. } => {
            policy(aws, step).await
        }
        _ => setting(aws, step).await,
    }
}

async fn create(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let Step::CreateRole { name, path, trust, description, max_session, boundary, tags } = step else {
        return Ok(());
    };
    let trust = trust.clone().unwrap_or_else(|| instances_may_assume(&aws.region));
    let call = aws
        .client::<Iam>()
        .create_role()
        .role_name(name)
        .assume_role_policy_document(trust)
        .set_path(path.clone())
        .set_description(description.clone())
        .set_max_session_duration(*max_session)
        .set_permissions_boundary(boundary.as_ref().map(|arn| arn.as_str().to_owned()))
        .set_tags(sdk_tags::some(tags));
    call.send().await.map_err(failed("CreateRole", name))?;
    Ok(())
}

/// The trust policy of a role without a declared one.
fn instances_may_assume(region: &str) -> String {
    let service = if region.starts_with("cn-") { "ec2.amazonaws.com.cn" } else { "ec2.amazonaws.com" };
    let statement = serde_json::json!({
        "Effect": "Allow", "Principal": {"Service": service}, "Action": "sts:AssumeRole",
    });
    serde_json::json!({"Version": "2012-10-17", "Statement": [statement]}).to_string()
}

async fn setting(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let iam = aws.client::<Iam>();
    match step {
        Step::SetTrust { role, document } => {
            let call = iam.update_assume_role_policy().role_name(role).policy_document(document);
            call.send().await.map(drop).map_err(failed("UpdateAssumeRolePolicy", role))
        }
        Step::SetDetails { role, description, max_session } => {
            let call = iam.update_role().role_name(role).description(description);
            let call = call.set_max_session_duration(*max_session);
            call.send().await.map(drop).map_err(failed("UpdateRole", role))
        }
        Step::SetBoundary { role, arn } => {
            let call = iam.put_role_permissions_boundary().role_name(role).permissions_boundary(arn.as_str());
            call.send().await.map(drop).map_err(failed("PutRolePermissionsBoundary", role))
        }
        Step::RemoveBoundary { role } => {
            let answer = iam.delete_role_permissions_boundary().role_name(role).send().await;
            done_if_not_found(answer.map(drop).map_err(failed("DeleteRolePermissionsBoundary", role)))
        }
        Step::Tag { role, tags } => {
            let call = iam.tag_role().role_name(role).set_tags(sdk_tags::some(tags));
            call.send().await.map(drop).map_err(failed("TagRole", role))
        }
        Step::Untag { role, keys } => {
            let call = iam.untag_role().role_name(role).set_tag_keys(Some(keys.clone()));
            call.send().await.map(drop).map_err(failed("UntagRole", role))
        }
        Step::DeleteRole { role } => {
            let answer = iam.delete_role().role_name(role).send().await;
            done_if_not_found(answer.map(drop).map_err(failed("DeleteRole", role)))
        }
        _ => Ok(()),
    }
}

async fn profile(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let iam = aws.client::<Iam>();
    match step {
        Step::CreateProfile { profile } => {
            let call = iam.create_instance_profile().instance_profile_name(profile);
            call.send().await.map(drop).map_err(failed("CreateInstanceProfile", profile))
        }
        Step::AddToProfile { role, profile } => {
            let call = iam.add_role_to_instance_profile().instance_profile_name(profile).role_name(role);
            let answer = call.send().await.map(drop).map_err(failed("AddRoleToInstanceProfile", profile));
            answer.map_err(fault::one_role_only)
        }
        Step::RemoveFromProfile { role, profile } => {
            let call = iam.remove_role_from_instance_profile().instance_profile_name(profile).role_name(role);
            let answer = call.send().await;
            done_if_not_found(answer.map(drop).map_err(failed("RemoveRoleFromInstanceProfile", profile)))
        }
        Step::DeleteProfile { profile } => {
            let answer = iam.delete_instance_profile().instance_profile_name(profile).send().await;
            done_if_not_found(answer.map(drop).map_err(failed("DeleteInstanceProfile", profile)))
        }
        _ => Ok(()),
    }
}

async fn policy(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    match step {
        Step::PutPolicy { role, policy, document } => {
            entity::document(aws, Entity::Role, (role, policy), Some(document)).await
        }
        Step::DeletePolicy { role, policy } => {
            entity::document(aws, Entity::Role, (role, policy), None).await
        }
        Step::Attach { role, arn } => entity::attach(aws, Entity::Role, (role, arn.as_str()), true).await,
        Step::Detach { role, arn } => entity::attach(aws, Entity::Role, (role, arn), false).await,
        _ => Ok(()),
    }
}
