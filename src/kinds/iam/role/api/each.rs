//! One role, read separately or taken from the listing of all.

use aws_sdk_iam::operation::get_account_authorization_details::GetAccountAuthorizationDetailsOutput;
use aws_sdk_iam::types::{EntityType, RoleDetail};

use crate::Iam;
use crate::entity::api::{self as entity, Entity, Listed};
use crate::role::live::{Details, Live};
use crate::role::{INLINE, MANAGED, PROFILE};
use aws::error::absent_if_not_found;
use aws::{ApiError, Aws, failed, policy, sdk_tags};
use kind::Ask;
use model::Asked;

/// The role with the requested aspects.
pub(super) async fn read(aws: &Aws, ask: &Ask) -> Result<Option<Live>, ApiError> {
    let name = &ask.reference.name;
    let Some(role) = role(aws, name).await? else { return Ok(None) };
    let (inline, managed, profiles) = futures::try_join!(
        entity::inline(aws, Entity::Role, name, ask.aspects.has(INLINE)),
        entity::managed(aws, Entity::Role, name, ask.aspects.has(MANAGED)),
        profiles(aws, name, ask.aspects.has(PROFILE)),
    )?;
    Ok(Some(Live { inline, managed, profiles, ..role }))
}

/// The role itself.
pub(super) async fn role(aws: &Aws, name: &str) -> Result<Option<Live>, ApiError> {
    let answer = aws.client::<Iam>().get_role().role_name(name).send().await;
    let answer = absent_if_not_found(answer.map_err(failed("GetRole", name)))?;
    let role = answer.and_then(|answer| answer.role);
    aws.note_owner(role.as_ref().map(aws_sdk_iam::types::Role::arn).unwrap_or_default());
    Ok(role.map(|role| Live {
        arn: role.arn,
        id: role.role_id,
        path: role.path,
        trust: policy::decoded(&role.assume_role_policy_document.unwrap_or_default()),
        details: Asked::Answer(Details {
            description: role.description.unwrap_or_default(),
            max_session: role.max_session_duration,
        }),
        boundary: role.permissions_boundary.and_then(|boundary| boundary.permissions_boundary_arn),
        tags: sdk_tags::read(role.tags.as_deref().unwrap_or_default()),
        ..Live::default()
    }))
}

async fn profiles(aws: &Aws, role: &str, needed: bool) -> Result<Asked<Vec<String>>, ApiError> {
    if !needed {
        return Ok(Asked::NotAsked);
    }
    let mut names = vec![];
    let mut pages =
        aws.client::<Iam>().list_instance_profiles_for_role().role_name(role).into_paginator().items().send();
    while let Some(profile) = pages.next().await {
        let profile = profile.map_err(failed("ListInstanceProfilesForRole", role))?;
        names.push(profile.instance_profile_name);
    }
    Ok(Asked::Answer(names))
}

impl Listed for Live {
    const FILTER: EntityType = EntityType::Role;

    fn on(page: GetAccountAuthorizationDetailsOutput) -> Vec<(String, Self)> {
        let roles = page.role_detail_list.unwrap_or_default().into_iter();
        roles.map(|role| (role.role_name.clone().unwrap_or_default(), listed(role))).collect()
    }

    fn arn(&self) -> &str {
        &self.arn
    }
}

fn listed(role: RoleDetail) -> Live {
    let profiles = role.instance_profile_list.unwrap_or_default().into_iter();
    Live {
        arn: role.arn.unwrap_or_default(),
        id: role.role_id.unwrap_or_default(),
        path: role.path.unwrap_or_default(),
        trust: policy::decoded(&role.assume_role_policy_document.unwrap_or_default()),
        boundary: role.permissions_boundary.and_then(|boundary| boundary.permissions_boundary_arn),
        tags: sdk_tags::read(role.tags.as_deref().unwrap_or_default()),
        inline: entity::listed_inline(role.role_policy_list),
        managed: entity::listed_managed(role.attached_managed_policies),
        profiles: Asked::Answer(profiles.map(|profile| profile.instance_profile_name).collect()),
        ..Live::default()
    }
}
