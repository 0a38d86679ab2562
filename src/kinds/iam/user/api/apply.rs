//! Carries out one step.

use crate::Iam;
use crate::entity::api::{self as entity, Entity};
use crate::user::diff::Step;
use aws::error::done_if_not_found;
use aws::{ApiError, Aws, failed, sdk_tags};

pub(crate) async fn apply(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (iam, call) = (aws.client::<Iam>(), step.call());
    match step {
        Step::Create { user, path, boundary, tags } => {
            let request = iam.create_user().user_name(user).set_path(path.clone());
            let request =
                request.set_permissions_boundary(boundary.as_ref().map(|arn| arn.as_str().to_owned()));
            let request = request.set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, user))
        }
        Step::SetPassword { user, password, must_reset } => {
            let request = iam.create_login_profile().user_name(user).password(password.reveal());
            request.password_reset_required(*must_reset).send().await.map(drop).map_err(failed(call, user))
        }
        Step::SetPath { user, path } => {
            let request = iam.update_user().user_name(user).new_path(path);
            request.send().await.map(drop).map_err(failed(call, user))
        }
        Step::SetBoundary { user, arn } => {
            let request =
                iam.put_user_permissions_boundary().user_name(user).permissions_boundary(arn.as_str());
            request.send().await.map(drop).map_err(failed(call, user))
        }
        Step::RemoveBoundary { user } => {
            let answer = iam.delete_user_permissions_boundary().user_name(user).send().await;
            done_if_not_found(answer.map(drop).map_err(failed(call, user)))
        }
        Step::Tag { user, tags } => {
            let request = iam.tag_user().user_name(user).set_tags(sdk_tags::some(tags));
            request.send().await.map(drop).map_err(failed(call, user))
        }
        Step::Untag { user, keys } => {
            let request = iam.untag_user().user_name(user).set_tag_keys(Some(keys.clone()));
            request.send().await.map(drop).map_err(failed(call, user))
        }
        Step::PutPolicy { user, policy, document } => {
            entity::document(aws, Entity::User, (user, policy), Some(document)).await
        }
        Step::DeletePolicy { user, policy } => {
            entity::document(aws, Entity::User, (user, policy), None).await
        }
        Step::Attach { user, arn } => entity::attach(aws, Entity::User, (user, arn.as_str()), true).await,
        Step::Detach { user, arn } => entity::attach(aws, Entity::User, (user, arn), false).await,
        Step::Leave { user, group } => entity::membership(aws, user, group, false).await,
        _ => done_if_not_found(delete(aws, step).await),
    }
}

/// A missing thing counts as deleted.
async fn delete(aws: &Aws, step: &Step) -> Result<(), ApiError> {
    let (iam, call) = (aws.client::<Iam>(), step.call());
    match step {
        Step::DeletePassword { user } => {
            let answer = iam.delete_login_profile().user_name(user).send().await;
            answer.map(drop).map_err(failed(call, user))
        }
        Step::DeleteAccessKey { user, id } => {
            let answer = iam.delete_access_key().user_name(user).access_key_id(id).send().await;
            answer.map(drop).map_err(failed(call, id))
        }
        Step::DeleteSshKey { user, id } => {
            let answer = iam.delete_ssh_public_key().user_name(user).ssh_public_key_id(id).send().await;
            answer.map(drop).map_err(failed(call, id))
        }
        Step::DeleteCertificate { user, id } => {
            let answer = iam.delete_signing_certificate().user_name(user).certificate_id(id).send().await;
            answer.map(drop).map_err(failed(call, id))
        }
        Step::DeleteCredential { user, id } => {
            let request = iam.delete_service_specific_credential().user_name(user);
            let answer = request.service_specific_credential_id(id).send().await;
            answer.map(drop).map_err(failed(call, id))
        }
        Step::Deactivate { user, serial } => {
            let answer = iam.deactivate_mfa_device().user_name(user).serial_number(serial).send().await;
            answer.map(drop).map_err(failed(call, serial))
        }
        Step::DeleteDevice { serial } => {
            let answer = iam.delete_virtual_mfa_device().serial_number(serial).send().await;
            answer.map(drop).map_err(failed(call, serial))
        }
        Step::Delete { user } => {
            let answer = iam.delete_user().user_name(user).send().await;
            answer.map(drop).map_err(failed(call, user))
        }
        _ => Ok(()),
    }
}
