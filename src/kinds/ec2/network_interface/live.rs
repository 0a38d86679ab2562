//! A network interface as AWS describes it.

use std::net::Ipv6Addr;

use aws_sdk_ec2::types::{AttachmentStatus, NetworkInterface, NetworkInterfacePrivateIpAddress};

use super::spec::Changeable;
use crate::api::{Identified, tags};
use crate::elastic::Elastic;
use crate::ipv6;
use aws::tags::Tags;
use model::{Asked, Value};

/// A network interface in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `eni-…`.
    pub id: String,
    /// Its Name tag.
    pub name: Option<String>,
    /// The subnet it is in.
    pub subnet: String,
    /// The VPC it is in.
    pub vpc: String,
    /// Its first address.
    pub private_ip: String,
    /// Its other addresses.
    pub secondary: Vec<String>,
    /// Its IPv6 addresses, sorted.
    pub ipv6: Vec<Ipv6Addr>,
    /// Its public address.
    pub public_ip: Option<String>,
    /// The ids of its groups, sorted.
    pub groups: Vec<String>,
    /// The changeable settings.
    pub changeable: Changeable,
    /// What it is attached to.
    pub attachment: Option<Attachment>,
    /// Its Elastic IP addresses, if they were read.
    pub elastic: Asked<Elastic>,
    /// Its tags.
    pub tags: Tags,
}

/// What an interface is attached to.
#[derive(Clone, Debug, PartialEq)]
pub struct Attachment {
    /// `eni-attach-…`.
    pub id: String,
    /// The instance; none if it is attached to a service of AWS.
    pub instance: Option<String>,
    /// True while AWS detaches it.
    pub is_detaching: bool,
}

impl Identified for Live {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Live {
    pub(crate) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "id" => Some(self.id.as_str().into()),
            "subnet_id" => Some(self.subnet.as_str().into()),
            "vpc_id" => Some(self.vpc.as_str().into()),
            "private_ip_address" => Some(self.private_ip.as_str().into()),
            "public_ip_address" => self.public_ip.as_deref().map(Value::from),
            "instance_id" => self.attachment.as_ref()?.instance.as_deref().map(Value::from),
            _ => None,
        }
    }

    /// An interface as EC2 describes it; none without an id.
    pub(crate) fn of(it: NetworkInterface) -> Option<Self> {
        let tags = tags(it.tag_set());
        let attachment = it.attachment().and_then(|attachment| {
            let status = attachment.status().map(AttachmentStatus::as_str).unwrap_or_default();
            (status != "detached").then_some(Attachment {
                id: attachment.attachment_id()?.to_owned(),
                instance: attachment.instance_id().map(str::to_owned),
                is_detaching: status == "detaching",
            })
        });
        let private_ip = it.private_ip_address().unwrap_or_default().to_owned();
        let addresses = it.private_ip_addresses().iter();
        let addresses = addresses.filter_map(NetworkInterfacePrivateIpAddress::private_ip_address);
        let mut groups: Vec<String> =
            it.groups().iter().filter_map(|group| group.group_id()).map(str::to_owned).collect();
        groups.sort();
        groups.dedup();
        Some(Self {
            id: it.network_interface_id()?.to_owned(),
            name: tags.get("Name").cloned(),
            subnet: it.subnet_id().unwrap_or_default().to_owned(),
            vpc: it.vpc_id().unwrap_or_default().to_owned(),
            secondary: addresses.filter(|address| *address != private_ip).map(str::to_owned).collect(),
            private_ip,
            ipv6: ipv6::there(it.ipv6_addresses().iter().filter_map(|it| it.ipv6_address())),
            public_ip: it.association().and_then(|it| it.public_ip()).map(str::to_owned),
            groups,
            changeable: Changeable {
                description: Some(it.description().unwrap_or_default().to_owned()),
                source_dest_check: it.source_dest_check(),
            },
            attachment,
            elastic: Asked::NotAsked,
            tags,
        })
    }
}
