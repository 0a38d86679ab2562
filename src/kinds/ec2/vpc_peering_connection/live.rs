//! A peering connection as AWS describes it.

use aws_sdk_ec2::types::{VpcPeeringConnection, VpcPeeringConnectionStateReasonCode};

use crate::api::{Identified, tags};
use aws::tags::Tags;
use model::Value;

/// A peering connection in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `pcx-…`.
    pub id: String,
    /// Its Name tag.
    pub name: Option<String>,
    /// `initiating-request`, `pending-acceptance`, `provisioning` or `active`.
    pub status: String,
    /// The requester VPC.
    pub requester: String,
    /// The requester's account.
    pub owner: String,
    /// The peer VPC.
    pub peer: String,
    /// Its tags.
    pub tags: Tags,
}

impl Identified for Live {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        (attribute == "id").then(|| self.id.as_str().into())
    }

    /// A connection as EC2 describes it; none for one that is gone: AWS shows it for hours.
    pub(super) fn of(it: VpcPeeringConnection) -> Option<Self> {
        let tags = tags(it.tags());
        let status = it
            .status()
            .and_then(|status| status.code())
            .map(VpcPeeringConnectionStateReasonCode::as_str)
            .unwrap_or_default();
        let is_there =
            matches!(status, "initiating-request" | "pending-acceptance" | "provisioning" | "active");
        let vpc = |info: Option<&aws_sdk_ec2::types::VpcPeeringConnectionVpcInfo>| {
            info.and_then(|info| info.vpc_id()).unwrap_or_default().to_owned()
        };
        let live = Self {
            id: it.vpc_peering_connection_id()?.to_owned(),
            name: tags.get("Name").cloned(),
            status: status.to_owned(),
            requester: vpc(it.requester_vpc_info()),
            owner: it.requester_vpc_info().and_then(|info| info.owner_id()).unwrap_or_default().to_owned(),
            peer: vpc(it.accepter_vpc_info()),
            tags,
        };
        is_there.then_some(live)
    }
}
