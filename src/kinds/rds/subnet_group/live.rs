//! A subnet group as AWS describes it.

use aws_sdk_rds::types::{DbSubnetGroup, Subnet};

use aws::tags::Tags;
use kind::one_or_all::Named;
use model::{Asked, Ident, Value};

/// A subnet group in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its name.
    pub name: String,
    /// The VPC of its subnets.
    pub vpc_id: String,
    /// Its description.
    pub description: String,
    /// Its subnets, sorted.
    pub subnets: Vec<Ident>,
    /// Its tags, if they were read.
    pub tags: Asked<Tags>,
}

impl Named for Live {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(self.arn.as_str().into()),
            "name" => Some(self.name.as_str().into()),
            "vpc_id" => Some(self.vpc_id.as_str().into()),
            _ => None,
        }
    }
}

/// A group as the API describes it.
pub(super) fn described(group: DbSubnetGroup) -> Live {
    let mut subnets: Vec<Ident> =
        group.subnets().iter().filter_map(Subnet::subnet_identifier).map(Ident::from).collect();
    subnets.sort();
    Live {
        arn: group.db_subnet_group_arn.unwrap_or_default(),
        name: group.db_subnet_group_name.unwrap_or_default().to_lowercase(),
        vpc_id: group.vpc_id.unwrap_or_default(),
        description: group.db_subnet_group_description.unwrap_or_default(),
        subnets,
        tags: Asked::NotAsked,
    }
}
