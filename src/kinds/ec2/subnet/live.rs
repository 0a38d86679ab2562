//! A subnet as AWS describes it.

use aws_sdk_ec2::types::{Subnet, SubnetCidrBlockStateCode, SubnetIpv6CidrBlockAssociation};

use super::spec::{Addresses, Fixed};
use crate::api::{Identified, tags};
use aws::cidr::Cidr;
use aws::tags::Tags;
use model::{Asked, Value};

/// A subnet in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `subnet-…`.
    pub id: String,
    /// Its Name tag.
    pub name: Option<String>,
    /// The VPC it belongs to.
    pub vpc_id: String,
    /// Its availability zone.
    pub availability_zone: String,
    /// Its IPv4 range.
    pub cidr: String,
    /// The settings that cannot change.
    pub fixed: Fixed,
    /// Which addresses instances get, and the IPv6 range.
    pub addresses: Addresses,
    /// The association of its IPv6 range: `subnet-cidr-assoc-…`.
    pub ipv6_association: Option<String>,
    /// Its own association with a route table, if that was read.
    pub association: Asked<Option<Association>>,
    /// Its tags.
    pub tags: Tags,
}

/// An explicit association; a subnet without one uses its VPC's main table.
#[derive(Clone, Debug, PartialEq)]
pub struct Association {
    /// `rtbassoc-…`.
    pub id: String,
    /// `rtb-…`.
    pub table: String,
}

impl Identified for Live {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        let association = self.association.answer().and_then(Option::as_ref);
        let text = match attribute {
            "id" => &self.id,
            "vpc_id" => &self.vpc_id,
            "availability_zone" => &self.availability_zone,
            "cidr" => &self.cidr,
            "association_id" => &association?.id,
            "route_table_id" => &association?.table,
            _ => return None,
        };
        Some(text.as_str().into())
    }

    /// A subnet as EC2 describes it; none without an id.
    pub(super) fn of(subnet: Subnet) -> Option<Self> {
        let tags = tags(subnet.tags());
        let ipv6 = subnet.ipv6_cidr_block_association_set().iter().find(|it| is_there(it));
        let ipv6_association = ipv6.and_then(|it| it.association_id()).map(str::to_owned);
        let ipv6 = ipv6.and_then(|it| it.ipv6_cidr_block()).map(Cidr::of_aws);
        Some(Self {
            id: subnet.subnet_id()?.to_owned(),
            name: tags.get("Name").cloned(),
            vpc_id: subnet.vpc_id().unwrap_or_default().to_owned(),
            availability_zone: subnet.availability_zone().unwrap_or_default().to_owned(),
            cidr: subnet.cidr_block().unwrap_or_default().to_owned(),
            fixed: Fixed {
                cidr_block: subnet.cidr_block().map(Cidr::of_aws),
                availability_zone: subnet.availability_zone().map(str::to_owned),
            },
            addresses: Addresses {
                public: subnet.map_public_ip_on_launch,
                ipv6,
                auto_ipv6: Some(subnet.assign_ipv6_address_on_creation == Some(true)),
            },
            ipv6_association,
            association: Asked::NotAsked,
            tags,
        })
    }
}

/// False for a range that is no longer the subnet's.
fn is_there(it: &SubnetIpv6CidrBlockAssociation) -> bool {
    use SubnetCidrBlockStateCode::{Disassociated, Disassociating, Failed};
    let state = it.ipv6_cidr_block_state().and_then(|state| state.state());
    !matches!(state, Some(Disassociated | Disassociating | Failed))
}
