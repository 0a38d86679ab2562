//! An Elastic IP address as AWS describes it.

use aws_sdk_ec2::types::Address;

use crate::api::{Identified, tags};
use aws::tags::Tags;
use model::Value;

/// An address in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `eipalloc-…`.
    pub id: String,
    /// The address.
    pub public_ip: String,
    /// Its Name tag.
    pub name: Option<String>,
    /// `eipassoc-…`, while it is associated.
    pub association: Option<String>,
    /// The ids of the instance and the network interface that it is associated with.
    pub owners: Vec<String>,
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
            "public_ip" => Some(self.public_ip.as_str().into()),
            "association_id" => self.association.as_deref().map(Value::from),
            _ => None,
        }
    }

    /// An address as EC2 describes it; none without an allocation, as of EC2-Classic.
    pub(super) fn of(address: Address) -> Option<Self> {
        let tags = tags(address.tags());
        let non_empty = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
        Some(Self {
            id: non_empty(address.allocation_id())?,
            public_ip: address.public_ip().unwrap_or_default().to_owned(),
            name: tags.get("Name").cloned(),
            association: non_empty(address.association_id()),
            owners: non_empty(address.instance_id())
                .into_iter()
                .chain(non_empty(address.network_interface_id()))
                .collect(),
            tags,
        })
    }
}
