//! One role by itself.

use aws_sdk_iam::types::Tag;
use futures::future::FutureExt;
use indexmap::IndexMap;

use crate::aws::crowd::read_each;
use crate::aws::error::absent_if_not_found;
use crate::aws::tags::Tags;
use crate::aws::{ApiError, Aws, failed, policy};
use crate::model::Asked;
use crate::resources::Ask;
use crate::resources::iam::role::live::{Details, Live};
use crate::resources::iam::role::{INLINE, MANAGED, PROFILE};

const AT_ONCE: usize = 4;

/// The role with the aspects asked for.
pub(super) async fn read(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    let Some(role) = role(aws, name).await? else { return Ok(None) };
    let (inline, managed, profiles) = futures::try_join!(
        inline(aws, name, ask.aspects.has(INLINE)),
        managed(aws, name, ask.aspects.has(MANAGED)),
        profiles(aws, name, ask.aspects.has(PROFILE)),
    )?;
    Ok(Some(Live { inline, managed, profiles, ..role }))
}

/// The role itself.
pub(super) async fn role(aws: &Aws, name: &str) -> Result<Option<Live>, ApiError> {
    let answer = aws.iam().get_role().role_name(name).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetRole", name)))?;
    let role = answer.and_then(|answer| answer.role);
    aws.note_owner(role.as_ref().map(aws_sdk_iam::types::Role::arn).unwrap_or_default());
    Ok(role.map(|role| Live {
        arn: role.arn,
        path: role.path,
        trust: policy::decoded(&role.assume_role_policy_document.unwrap_or_default()),
        details: Asked::Answer(Details {
            description: role.description.unwrap_or_default(),
            max_session: role.max_session_duration,
        }),
        boundary: role.permissions_boundary.and_then(|boundary| boundary.permissions_boundary_arn),
        tags: tags(role.tags),
        ..Live::default()
    }))
}

async fn inline(aws: &Aws, role: &str, needed: bool) -> Result<Asked<IndexMap<String, String>>, ApiError> {
    if !needed {
        return Ok(Asked::NotAsked);
    }
    let mut pages = aws.iam().list_role_policies().role_name(role).into_paginator().items().send();
    let mut names = vec![];
    while let Some(name) = pages.next().await {
        names.push(name.map_err(failed("ListRolePolicies", role))?);
    }
    let documents = read_each(&names, AT_ONCE, |name| document(aws, role, name).boxed()).await;
    let documents = documents.into_iter().map(|(name, document)| Ok((name.clone(), document?)));
    documents.collect::<Result<_, _>>().map(Asked::Answer)
}

async fn document(aws: &Aws, role: &str, name: &str) -> Result<String, ApiError> {
    let call = aws.iam().get_role_policy().role_name(role).policy_name(name);
    let answer = call.send().await.map_err(failed("GetRolePolicy", format!("{name} of {role}")))?;
    Ok(policy::decoded(&answer.policy_document))
}

async fn managed(aws: &Aws, role: &str, needed: bool) -> Result<Asked<Vec<String>>, ApiError> {
    if !needed {
        return Ok(Asked::NotAsked);
    }
    let mut arns = vec![];
    let mut pages = aws.iam().list_attached_role_policies().role_name(role).into_paginator().items().send();
    while let Some(policy) = pages.next().await {
        arns.extend(policy.map_err(failed("ListAttachedRolePolicies", role))?.policy_arn);
    }
    Ok(Asked::Answer(arns))
}

async fn profiles(aws: &Aws, role: &str, needed: bool) -> Result<Asked<Vec<String>>, ApiError> {
    if !needed {
        return Ok(Asked::NotAsked);
    }
    let mut names = vec![];
    let mut pages =
        aws.iam().list_instance_profiles_for_role().role_name(role).into_paginator().items().send();
    while let Some(profile) = pages.next().await {
        let profile = profile.map_err(failed("ListInstanceProfilesForRole", role))?;
        names.push(profile.instance_profile_name);
    }
    Ok(Asked::Answer(names))
}

/// Tags in the form of all kinds.
pub(super) fn tags(tags: Option<Vec<Tag>>) -> Tags {
    tags.unwrap_or_default().into_iter().map(|tag| (tag.key, tag.value)).collect()
}
