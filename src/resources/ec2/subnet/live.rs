//! What AWS says about a subnet.

use crate::resources::ec2::api::Identified;

/// A subnet as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `subnet-…`.
    pub id: String,
    /// Its Name tag.
    pub name: Option<String>,
    /// The VPC it belongs to.
    pub vpc_id: String,
    /// The zone it lies in.
    pub availability_zone: String,
    /// Its IPv4 range.
    pub cidr: String,
}

impl Identified for Live {
    fn id(&self) -> &str {
        &self.id
    }
}
