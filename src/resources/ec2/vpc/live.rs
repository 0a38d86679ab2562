//! What AWS says about a VPC.

use crate::model::Value;
use crate::resources::ec2::api::Identified;

/// A VPC as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `vpc-…`.
    pub id: String,
    /// Its Name tag.
    pub name: Option<String>,
    /// Its primary IPv4 range.
    pub cidr: String,
    /// True when it has an IPv6 range, too.
    pub has_ipv6: bool,
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
            "has_ipv6" => Some(self.has_ipv6.into()),
            _ => None,
        }
    }
}
