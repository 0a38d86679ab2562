//! A subnet group as AWS describes it.

use aws_sdk_elasticache::types::CacheSubnetGroup;

use aws::tags::Tags;
use kind::one_or_all::Named;
use model::{Asked, Ident, Value};

/// A subnet group as AWS has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its name, in lower case.
    pub(super) name: String,
    pub(super) arn: String,
    pub(super) vpc_id: String,
    pub(super) description: String,
    /// Sorted.
    pub(super) subnets: Vec<Ident>,
    pub(super) tags: Asked<Tags>,
}

impl Named for Live {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "vpc_id" => Some(self.vpc_id.as_str().into()),
            "arn" => Some(self.arn.as_str().into()),
            _ => None,
        }
    }
}

/// A group as ElastiCache describes it.
pub(super) fn described(group: CacheSubnetGroup) -> Live {
    let subnets = group.subnets.unwrap_or_default();
    let mut subnets: Vec<Ident> =
        subnets.into_iter().filter_map(|subnet| subnet.subnet_identifier).map(Ident::from).collect();
    subnets.sort();
    Live {
        name: group.cache_subnet_group_name.unwrap_or_default(),
        arn: group.arn.unwrap_or_default(),
        vpc_id: group.vpc_id.unwrap_or_default(),
        description: group.cache_subnet_group_description.unwrap_or_default(),
        subnets,
        ..Live::default()
    }
}
