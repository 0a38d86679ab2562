//! A user as AWS describes it.

use aws_sdk_iam::operation::get_account_authorization_details::GetAccountAuthorizationDetailsOutput;
use aws_sdk_iam::types::{AttachedPermissionsBoundary, EntityType, User, UserDetail};

use crate::entity::api::{Listed, listed_inline, listed_managed};
use crate::entity::declared::Documents;
use aws::sdk_tags;
use aws::tags::Tags;
use model::{Asked, Value};

/// A user in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// What distinguishes it from a later user of the same name.
    pub id: String,
    /// Its path.
    pub path: String,
    /// The ARN of its permissions boundary.
    pub boundary: Option<String>,
    /// Its tags.
    pub tags: Tags,
    /// Its inline policies, if they were read.
    pub inline: Asked<Documents>,
    /// The ARNs of its managed policies, if they were read.
    pub managed: Asked<Vec<String>>,
    /// True if it can sign in with a password, if that was read.
    pub has_password: Asked<bool>,
    /// The things that prevent IAM from deleting it, if that was read.
    pub belongings: Asked<Belongings>,
}

/// The things that prevent IAM from deleting a user, in addition to policies and the password.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Belongings {
    /// The ids of its access keys.
    pub access_keys: Vec<String>,
    /// The ids of its public SSH keys.
    pub ssh_keys: Vec<String>,
    /// The ids of its signing certificates.
    pub certificates: Vec<String>,
    /// The ids of its credentials for single services, such as CodeCommit.
    pub credentials: Vec<String>,
    /// The serial numbers of its MFA devices; that of a virtual one is an ARN.
    pub devices: Vec<String>,
    /// The groups that it is in.
    pub groups: Vec<String>,
}

fn boundary(boundary: Option<AttachedPermissionsBoundary>) -> Option<String> {
    boundary.and_then(|boundary| boundary.permissions_boundary_arn)
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(self.arn.as_str().into()),
            "identity" => Some(self.id.as_str().into()),
            _ => None,
        }
    }

    /// A user as GetUser describes it.
    pub(super) fn of(user: User) -> Self {
        Self {
            arn: user.arn,
            id: user.user_id,
            path: user.path,
            boundary: boundary(user.permissions_boundary),
            tags: sdk_tags::read(user.tags.as_deref().unwrap_or_default()),
            ..Self::default()
        }
    }
}

impl Listed for Live {
    const FILTER: EntityType = EntityType::User;

    fn on(page: GetAccountAuthorizationDetailsOutput) -> Vec<(String, Self)> {
        let users = page.user_detail_list.unwrap_or_default().into_iter();
        users.map(|user| (user.user_name.clone().unwrap_or_default(), listed(user))).collect()
    }

    fn arn(&self) -> &str {
        &self.arn
    }
}

fn listed(user: UserDetail) -> Live {
    Live {
        arn: user.arn.unwrap_or_default(),
        id: user.user_id.unwrap_or_default(),
        path: user.path.unwrap_or_default(),
        boundary: boundary(user.permissions_boundary),
        tags: sdk_tags::read(user.tags.as_deref().unwrap_or_default()),
        inline: listed_inline(user.user_policy_list),
        managed: listed_managed(user.attached_managed_policies),
        ..Live::default()
    }
}
