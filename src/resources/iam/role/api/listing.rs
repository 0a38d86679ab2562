//! All roles with everything in one answer: GetAccountAuthorizationDetails.
//!
//! See <https://docs.aws.amazon.com/IAM/latest/APIReference/API_GetAccountAuthorizationDetails.html>.

use std::collections::HashMap;

use aws_sdk_iam::types::{EntityType, RoleDetail};

use super::each::tags;
use crate::aws::{ApiError, Aws, Fault, failed, policy};
use crate::resources::iam::role::live::Live;

/// The largest page. Only the first is read: in an account with more roles the others are read one by one.
const PAGE: i32 = 1000;

/// Roles by name.
pub(super) struct Listing {
    pub(super) roles: HashMap<String, Live>,
    /// True when these are all roles of the account.
    pub(super) is_complete: bool,
}

/// The first page; none when the credentials may not read it: instances and pipelines often may read their own roles
/// only.
pub(super) async fn read(aws: &Aws) -> Result<Option<Listing>, ApiError> {
    let call = aws.iam().get_account_authorization_details().filter(EntityType::Role).max_items(PAGE);
    let answer = call.send().await.map_err(failed("GetAccountAuthorizationDetails", "the account's roles"));
    match answer {
        Ok(answer) => {
            let is_complete = !answer.is_truncated;
            let roles = answer.role_detail_list.unwrap_or_default().into_iter();
            let roles = roles.map(|role| (role.role_name.clone().unwrap_or_default(), live(role)));
            Ok(Some(Listing { roles: roles.collect(), is_complete }))
        }
        Err(error) if error.fault == Fault::Denied => {
            tracing::info!("{error}: reading roles one by one");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn live(role: RoleDetail) -> Live {
    let inline = role.role_policy_list.unwrap_or_default().into_iter().map(|inline| {
        let document = policy::decoded(&inline.policy_document.unwrap_or_default());
        (inline.policy_name.unwrap_or_default(), document)
    });
    let managed = role.attached_managed_policies.unwrap_or_default().into_iter();
    let profiles = role.instance_profile_list.unwrap_or_default().into_iter();
    Live {
        arn: role.arn.unwrap_or_default(),
        path: role.path.unwrap_or_default(),
        trust: policy::decoded(&role.assume_role_policy_document.unwrap_or_default()),
        boundary: role.permissions_boundary.and_then(|boundary| boundary.permissions_boundary_arn),
        tags: tags(role.tags),
        inline: inline.collect(),
        managed: managed.filter_map(|policy| policy.policy_arn).collect(),
        profiles: profiles.map(|profile| profile.instance_profile_name).collect(),
        ..Live::default()
    }
}
