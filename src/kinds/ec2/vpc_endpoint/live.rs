//! A VPC endpoint as AWS describes it.

use aws_sdk_ec2::types::{SecurityGroupIdentifier, VpcEndpoint, VpcEndpointType};

use super::spec::Fixed;
use crate::api::{Identified, tags};
use aws::tags::Tags;
use model::Value;

/// A VPC endpoint in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `vpce-…`.
    pub id: String,
    /// Its Name tag.
    pub name: Option<String>,
    /// `pending`, `available`, `deleting` …, in lower case.
    pub state: String,
    /// The VPC it is in.
    pub vpc: String,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// The route tables with a route to it, sorted.
    pub tables: Vec<String>,
    /// The subnets it is in, sorted.
    pub subnets: Vec<String>,
    /// Its groups, sorted.
    pub groups: Vec<String>,
    /// Whether the service's own DNS name resolves to it.
    pub private_dns: bool,
    /// The endpoint policy, as JSON.
    pub policy: String,
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
            "vpc_id" => Some(self.vpc.as_str().into()),
            _ => None,
        }
    }

    /// An endpoint as EC2 describes it; none for one that is gone.
    pub(super) fn of(endpoint: VpcEndpoint) -> Option<Self> {
        let state = endpoint.state().map(|state| state.as_str().to_lowercase()).unwrap_or_default();
        let tags = tags(endpoint.tags());
        let groups = endpoint.groups().iter().filter_map(SecurityGroupIdentifier::group_id);
        (!matches!(state.as_str(), "deleted" | "failed" | "rejected" | "expired")).then(|| Self {
            id: endpoint.vpc_endpoint_id().unwrap_or_default().to_owned(),
            name: tags.get("Name").cloned(),
            vpc: endpoint.vpc_id().unwrap_or_default().to_owned(),
            fixed: Fixed {
                service_name: endpoint.service_name().map(str::to_owned),
                endpoint_type: endpoint.vpc_endpoint_type().map(VpcEndpointType::as_str).map(str::to_owned),
            },
            tables: sorted(endpoint.route_table_ids().to_vec()),
            subnets: sorted(endpoint.subnet_ids().to_vec()),
            groups: sorted(groups.map(str::to_owned).collect()),
            private_dns: endpoint.private_dns_enabled().unwrap_or(false),
            policy: endpoint.policy_document().unwrap_or_default().to_owned(),
            state,
            tags,
        })
    }
}

fn sorted(mut ids: Vec<String>) -> Vec<String> {
    ids.sort();
    ids
}
