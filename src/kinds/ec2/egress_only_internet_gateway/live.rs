//! An egress-only internet gateway as AWS describes it.

use aws_sdk_ec2::types::EgressOnlyInternetGateway;

use crate::api::{Identified, tags};
use aws::tags::Tags;
use model::Value;

/// An egress-only internet gateway in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `eigw-…`.
    pub id: String,
    /// Its Name tag.
    pub name: Option<String>,
    /// The VPC that it is in.
    pub vpc: Option<String>,
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
        match attribute {
            "id" => Some(self.id.as_str().into()),
            "vpc_id" => self.vpc.as_deref().map(Value::from),
            _ => None,
        }
    }

    /// A gateway as EC2 describes it; none without an id.
    pub(super) fn of(gateway: EgressOnlyInternetGateway) -> Option<Self> {
        let tags = tags(gateway.tags());
        Some(Self {
            id: gateway.egress_only_internet_gateway_id()?.to_owned(),
            name: tags.get("Name").cloned(),
            vpc: gateway.attachments().iter().find_map(|it| it.vpc_id()).map(str::to_owned),
            tags,
        })
    }
}
