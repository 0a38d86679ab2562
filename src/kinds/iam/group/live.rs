//! A group as AWS describes it.

use aws_sdk_iam::operation::get_account_authorization_details::GetAccountAuthorizationDetailsOutput;
use aws_sdk_iam::types::EntityType;

use crate::entity::api::{Listed, listed_inline, listed_managed};
use crate::entity::declared::Documents;
use model::{Asked, Value};

/// A group in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// What distinguishes it from a later group of the same name.
    pub id: String,
    /// Its path.
    pub path: String,
    /// Its inline policies, if they were read.
    pub inline: Asked<Documents>,
    /// The ARNs of its managed policies, if they were read.
    pub managed: Asked<Vec<String>>,
    /// The names of its users, if they were read.
    pub members: Asked<Vec<String>>,
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(self.arn.as_str().into()),
            "identity" => Some(self.id.as_str().into()),
            _ => None,
        }
    }
}

impl Listed for Live {
    const FILTER: EntityType = EntityType::Group;

    fn on(page: GetAccountAuthorizationDetailsOutput) -> Vec<(String, Self)> {
        let groups = page.group_detail_list.unwrap_or_default().into_iter();
        let live = |group: aws_sdk_iam::types::GroupDetail| {
            let live = Self {
                arn: group.arn.unwrap_or_default(),
                id: group.group_id.unwrap_or_default(),
                path: group.path.unwrap_or_default(),
                inline: listed_inline(group.group_policy_list),
                managed: listed_managed(group.attached_managed_policies),
                members: Asked::NotAsked,
            };
            (group.group_name.unwrap_or_default(), live)
        };
        groups.map(live).collect()
    }

    fn arn(&self) -> &str {
        &self.arn
    }
}
