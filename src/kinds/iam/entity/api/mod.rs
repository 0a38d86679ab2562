//! The calls for policies of entities and members of groups.

mod change;
mod listing;

pub(crate) use change::{attach, document, membership};
pub(crate) use listing::{Listed, Listing, listed_inline, listed_managed, read as listing};

use aws_sdk_iam::types::AttachedPolicy;
use futures::future::FutureExt;

use crate::Iam;
use crate::entity::declared::Documents;
use crate::group::Group;
use crate::role::Role;
use crate::user::User;
use aws::crowd::read_each;
use aws::error::not_yet_if_not_found;
use aws::{ApiError, Aws, failed, policy};
use kind::Source;
use model::Asked;

/// Documents are read one policy per call.
const AT_ONCE: usize = 4;

/// A thing that has policies.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Entity {
    Role,
    User,
    Group,
}

impl Entity {
    /// The kind that declares it.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Role => Role::KIND,
            Self::User => User::KIND,
            Self::Group => Group::KIND,
        }
    }

    /// Its word in the names of arguments: `user` of `user_name`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Role => "role",
            Self::User => "user",
            Self::Group => "group",
        }
    }
}

/// All its inline policies; not yet known if another call has shown the entity.
pub(crate) async fn inline(
    aws: &Aws,
    entity: Entity,
    name: &str,
    needed: bool,
) -> Result<Asked<Documents>, ApiError> {
    if !needed {
        return Ok(Asked::NotAsked);
    }
    not_yet_if_not_found(documents(aws, entity, name).await)
}

async fn documents(aws: &Aws, entity: Entity, name: &str) -> Result<Documents, ApiError> {
    let names = inline_names(aws, entity, name).await?;
    let read = read_each(&names, AT_ONCE, |policy| inline_document(aws, entity, name, policy).boxed()).await;
    read.into_iter().map(|(policy, document)| Ok((policy.clone(), document?))).collect()
}

/// The names of its inline policies.
pub(crate) async fn inline_names(aws: &Aws, entity: Entity, name: &str) -> Result<Vec<String>, ApiError> {
    let iam = aws.client::<Iam>();
    match entity {
        Entity::Role => {
            let pages = iam.list_role_policies().role_name(name).into_paginator().items();
            pages.send().collect::<Result<_, _>>().await.map_err(failed("ListRolePolicies", name))
        }
        Entity::User => {
            let pages = iam.list_user_policies().user_name(name).into_paginator().items();
            pages.send().collect::<Result<_, _>>().await.map_err(failed("ListUserPolicies", name))
        }
        Entity::Group => {
            let pages = iam.list_group_policies().group_name(name).into_paginator().items();
            pages.send().collect::<Result<_, _>>().await.map_err(failed("ListGroupPolicies", name))
        }
    }
}

/// The document of an inline policy, decoded.
pub(crate) async fn inline_document(
    aws: &Aws,
    entity: Entity,
    name: &str,
    inline: &str,
) -> Result<String, ApiError> {
    let (iam, subject) = (aws.client::<Iam>(), format!("{inline} of {name}"));
    let document = match entity {
        Entity::Role => {
            let answer = iam.get_role_policy().role_name(name).policy_name(inline).send().await;
            answer.map_err(failed("GetRolePolicy", subject))?.policy_document
        }
        Entity::User => {
            let answer = iam.get_user_policy().user_name(name).policy_name(inline).send().await;
            answer.map_err(failed("GetUserPolicy", subject))?.policy_document
        }
        Entity::Group => {
            let answer = iam.get_group_policy().group_name(name).policy_name(inline).send().await;
            answer.map_err(failed("GetGroupPolicy", subject))?.policy_document
        }
    };
    Ok(policy::decoded(&document))
}

/// The ARNs of the managed policies attached to it; not yet known if another call has shown the entity.
pub(crate) async fn managed(
    aws: &Aws,
    entity: Entity,
    name: &str,
    needed: bool,
) -> Result<Asked<Vec<String>>, ApiError> {
    if !needed {
        return Ok(Asked::NotAsked);
    }
    let attached = not_yet_if_not_found(attached(aws, entity, name).await)?;
    Ok(attached.map(|all| all.into_iter().filter_map(|policy| policy.policy_arn).collect()))
}

/// The managed policies attached to it.
pub(crate) async fn attached(aws: &Aws, entity: Entity, name: &str) -> Result<Vec<AttachedPolicy>, ApiError> {
    let iam = aws.client::<Iam>();
    match entity {
        Entity::Role => {
            let pages = iam.list_attached_role_policies().role_name(name).into_paginator().items();
            pages.send().collect::<Result<_, _>>().await.map_err(failed("ListAttachedRolePolicies", name))
        }
        Entity::User => {
            let pages = iam.list_attached_user_policies().user_name(name).into_paginator().items();
            pages.send().collect::<Result<_, _>>().await.map_err(failed("ListAttachedUserPolicies", name))
        }
        Entity::Group => {
            let pages = iam.list_attached_group_policies().group_name(name).into_paginator().items();
            pages.send().collect::<Result<_, _>>().await.map_err(failed("ListAttachedGroupPolicies", name))
        }
    }
}
