//! The things that prevent IAM from deleting a user.

use crate::Iam;
use crate::user::live::Belongings;
use aws::error::not_yet_if_not_found;
use aws::{ApiError, Aws, failed};
use model::Asked;

/// Reads all of it in parallel.
pub(super) async fn read(aws: &Aws, user: &str, needed: bool) -> Result<Asked<Belongings>, ApiError> {
    if !needed {
        return Ok(Asked::NotAsked);
    }
    not_yet_if_not_found(all(aws, user).await)
}

async fn all(aws: &Aws, user: &str) -> Result<Belongings, ApiError> {
    let (access_keys, ssh_keys, certificates, credentials, devices, groups) = futures::try_join!(
        access_keys(aws, user),
        ssh_keys(aws, user),
        certificates(aws, user),
        credentials(aws, user),
        devices(aws, user),
        groups(aws, user),
    )?;
    Ok(Belongings { access_keys, ssh_keys, certificates, credentials, devices, groups })
}

async fn access_keys(aws: &Aws, user: &str) -> Result<Vec<String>, ApiError> {
    let pages = aws.client::<Iam>().list_access_keys().user_name(user).into_paginator().items().send();
    let found: Vec<_> = pages.collect::<Result<_, _>>().await.map_err(failed("ListAccessKeys", user))?;
    Ok(found.into_iter().filter_map(|key| key.access_key_id).collect())
}

async fn ssh_keys(aws: &Aws, user: &str) -> Result<Vec<String>, ApiError> {
    let pages = aws.client::<Iam>().list_ssh_public_keys().user_name(user).into_paginator().items().send();
    let found: Vec<_> = pages.collect::<Result<_, _>>().await.map_err(failed("ListSSHPublicKeys", user))?;
    Ok(found.into_iter().map(|key| key.ssh_public_key_id).collect())
}

async fn certificates(aws: &Aws, user: &str) -> Result<Vec<String>, ApiError> {
    let pages =
        aws.client::<Iam>().list_signing_certificates().user_name(user).into_paginator().items().send();
    let found: Vec<_> =
        pages.collect::<Result<_, _>>().await.map_err(failed("ListSigningCertificates", user))?;
    Ok(found.into_iter().map(|certificate| certificate.certificate_id).collect())
}

async fn credentials(aws: &Aws, user: &str) -> Result<Vec<String>, ApiError> {
    let answer = aws.client::<Iam>().list_service_specific_credentials().user_name(user).send().await;
    let answer = answer.map_err(failed("ListServiceSpecificCredentials", user))?;
    let found = answer.service_specific_credentials.unwrap_or_default();
    Ok(found.into_iter().map(|credential| credential.service_specific_credential_id).collect())
}

async fn devices(aws: &Aws, user: &str) -> Result<Vec<String>, ApiError> {
    let pages = aws.client::<Iam>().list_mfa_devices().user_name(user).into_paginator().items().send();
    let found: Vec<_> = pages.collect::<Result<_, _>>().await.map_err(failed("ListMFADevices", user))?;
    Ok(found.into_iter().map(|device| device.serial_number).collect())
}

async fn groups(aws: &Aws, user: &str) -> Result<Vec<String>, ApiError> {
    let pages = aws.client::<Iam>().list_groups_for_user().user_name(user).into_paginator().items().send();
    let found: Vec<_> = pages.collect::<Result<_, _>>().await.map_err(failed("ListGroupsForUser", user))?;
    Ok(found.into_iter().map(|group| group.group_name).collect())
}
