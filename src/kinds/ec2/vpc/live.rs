//! A VPC as AWS describes it.

use aws_sdk_ec2::types::{Vpc, VpcCidrBlockAssociation, VpcCidrBlockStateCode, VpcIpv6CidrBlockAssociation};

use super::spec::{Dns, Fixed};
use crate::api::{Identified, tags};
use aws::cidr::Cidr;
use aws::tags::Tags;
use model::{Asked, Value};

/// A VPC in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `vpc-…`.
    pub id: String,
    /// Its Name tag.
    pub name: Option<String>,
    /// Its first IPv4 range.
    pub cidr: String,
    /// True while AWS makes it, or gives it an IPv6 range.
    pub is_pending: bool,
    /// True for the VPC of things that name none.
    pub is_default: bool,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// The DNS settings, if they were read.
    pub dns: Asked<Dns>,
    /// The other IPv4 ranges.
    pub ranges: Vec<Range>,
    /// The IPv6 ranges.
    pub ipv6: Vec<Range>,
    /// Its tags.
    pub tags: Tags,
}

/// A further range.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// The id of its association.
    pub association: String,
    /// The range.
    pub cidr: Cidr,
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
            "cidr" => Some(self.cidr.as_str().into()),
            "ipv6_cidr" => self.ipv6.first().map(|range| range.cidr.written().into()),
            "default" => self.is_default.then(|| "default".into()),
            "has_ipv6" => Some((!self.ipv6.is_empty()).into()),
            _ => None,
        }
    }

    /// A VPC as EC2 describes it; none without an id.
    pub(super) fn of(vpc: Vpc) -> Option<Self> {
        let tags = tags(vpc.tags());
        let cidr = vpc.cidr_block().unwrap_or_default().to_owned();
        let others = vpc.cidr_block_association_set().iter().filter_map(range);
        Some(Self {
            id: vpc.vpc_id()?.to_owned(),
            name: tags.get("Name").cloned(),
            is_pending: vpc.state().is_some_and(|state| state.as_str() == "pending")
                || vpc.ipv6_cidr_block_association_set().iter().any(is_associating),
            is_default: vpc.is_default().unwrap_or_default(),
            fixed: Fixed {
                cidr_block: Some(Cidr::of_aws(&cidr)),
                instance_tenancy: vpc.instance_tenancy().map(|tenancy| tenancy.as_str().to_owned()),
            },
            dns: Asked::NotAsked,
            ranges: others.filter(|range| range.cidr.written() != cidr).collect(),
            ipv6: vpc.ipv6_cidr_block_association_set().iter().filter_map(ipv6).collect(),
            tags,
            cidr,
        })
    }
}

/// Ranges that failed or are being removed do not count.
fn is_there(state: Option<&str>) -> bool {
    matches!(state, None | Some("associated" | "associating"))
}

fn is_associating(it: &VpcIpv6CidrBlockAssociation) -> bool {
    let state = it.ipv6_cidr_block_state().and_then(|state| state.state());
    state.is_some_and(|state| *state == VpcCidrBlockStateCode::Associating)
}

fn range(it: &VpcCidrBlockAssociation) -> Option<Range> {
    let state = it.cidr_block_state().and_then(|state| state.state()).map(VpcCidrBlockStateCode::as_str);
    let found = Range { association: it.association_id()?.to_owned(), cidr: Cidr::of_aws(it.cidr_block()?) };
    is_there(state).then_some(found)
}

fn ipv6(it: &VpcIpv6CidrBlockAssociation) -> Option<Range> {
    let state = it.ipv6_cidr_block_state().and_then(|state| state.state()).map(VpcCidrBlockStateCode::as_str);
    let cidr = Cidr::of_aws(it.ipv6_cidr_block().unwrap_or_default());
    is_there(state).then_some(Range { association: it.association_id()?.to_owned(), cidr })
}
