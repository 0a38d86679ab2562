//! An instance as AWS describes it.

use std::collections::BTreeMap;
use std::net::Ipv6Addr;

use aws_sdk_ec2::types::{
    Instance, InstanceNetworkInterface, InstanceNetworkInterfaceAttachment, InstanceType, Tenancy,
};

use super::attributes::{Attribute, Content};
use super::launch::Metadata;
use crate::api::{Identified, tags};
use crate::elastic::Elastic;
use crate::ipv6;
use aws::tags::Tags;
use model::{Asked, Ident, Reference, Value};

/// An instance in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `i-…`.
    pub id: String,
    /// `pending`, `running`, `stopping` or `stopped`.
    pub state: String,
    /// Its tags.
    pub tags: Tags,
    /// Its addresses, names and location, by attribute.
    pub attributes: Vec<(&'static str, String)>,
    /// The settings that it was launched with, by argument.
    pub made: BTreeMap<&'static str, String>,
    /// The changeable settings that were read.
    pub settings: BTreeMap<Attribute, Content>,
    /// Its metadata options.
    pub metadata: Metadata,
    /// Whether detailed monitoring is on.
    pub is_monitored: bool,
    /// Its first network interface.
    pub interface: String,
    /// The IPv6 addresses of that, sorted.
    pub ipv6: Vec<Ipv6Addr>,
    /// Its Elastic IP addresses, if they were read.
    pub elastic: Asked<Elastic>,
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
            "state" => Some(self.state.as_str().into()),
            "tags" => Some(
                self.tags.iter().map(|(key, value)| (key.as_str(), Value::from(value.as_str()))).collect(),
            ),
            _ => {
                let found = self.attributes.iter().find(|(name, _)| *name == attribute);
                found.map(|(_, value)| value.as_str().into())
            }
        }
    }

    /// True if the reference means this instance.
    pub(super) fn is(&self, reference: &Reference) -> bool {
        self.id == reference.name || self.tags.get(tag_of(reference)) == Some(&reference.name)
    }

    /// An instance as EC2 describes it.
    pub(super) fn of(it: &Instance) -> Self {
        let state = it.state().and_then(|state| state.name());
        let first = it.network_interfaces().iter().find(|it| is_first(it));
        let addresses = first.map(InstanceNetworkInterface::ipv6_addresses).unwrap_or_default();
        Self {
            id: it.instance_id().unwrap_or_default().to_owned(),
            state: state.map(|name| name.as_str().to_owned()).unwrap_or_default(),
            tags: tags(it.tags()),
            attributes: filled(placement_settings(it)),
            made: filled(fixed_settings(it)),
            settings: settings(it),
            metadata: metadata(it),
            is_monitored: it
                .monitoring()
                .and_then(|it| it.state())
                .is_some_and(|state| matches!(state.as_str(), "enabled" | "pending")),
            interface: first.and_then(|it| it.network_interface_id()).unwrap_or_default().to_owned(),
            ipv6: ipv6::there(addresses.iter().filter_map(|it| it.ipv6_address())),
            elastic: Asked::NotAsked,
        }
    }
}

fn is_first(interface: &InstanceNetworkInterface) -> bool {
    interface.attachment().and_then(InstanceNetworkInterfaceAttachment::device_index) == Some(0)
}

/// The tag whose value the reference names.
pub(super) fn tag_of(reference: &Reference) -> &str {
    reference.scope.as_deref().and_then(|scope| scope.strip_prefix("tag:")).unwrap_or("Name")
}

fn filled<C: FromIterator<(&'static str, String)>, const N: usize>(
    pairs: [(&'static str, Option<&str>); N],
) -> C {
    let owned = |(name, text): (&'static str, Option<&str>)| {
        Some((name, text.filter(|text| !text.is_empty())?.to_owned()))
    };
    pairs.into_iter().filter_map(owned).collect()
}

fn placement_settings(it: &Instance) -> [(&'static str, Option<&str>); 7] {
    [
        ("private_ip_address", it.private_ip_address()),
        ("public_ip_address", it.public_ip_address()),
        ("private_dns_name", it.private_dns_name()),
        ("public_dns_name", it.public_dns_name()),
        ("subnet_id", it.subnet_id()),
        ("vpc_id", it.vpc_id()),
        ("availability_zone", it.placement().and_then(|placement| placement.availability_zone())),
    ]
}

fn fixed_settings(it: &Instance) -> [(&'static str, Option<&str>); 9] {
    let placement = it.placement();
    let profile = it.iam_instance_profile().and_then(|profile| profile.arn());
    [
        ("image_id", it.image_id()),
        ("subnet_id", it.subnet_id()),
        ("key_name", it.key_name()),
        ("instance_type", it.instance_type().map(InstanceType::as_str)),
        ("placement", placement.and_then(|it| it.availability_zone())),
        ("placement_group", placement.and_then(|it| it.group_name())),
        ("tenancy", placement.and_then(|it| it.tenancy()).map(Tenancy::as_str)),
        ("private_ip_address", it.private_ip_address()),
        ("instance_profile_name", profile.and_then(|arn| arn.rsplit('/').next())),
    ]
}

fn settings(it: &Instance) -> BTreeMap<Attribute, Content> {
    let text = |text: Option<&str>| Some(Content::Text(text.unwrap_or_default().to_owned()));
    let mut groups: Vec<Ident> =
        it.security_groups().iter().filter_map(|it| it.group_id()).map(Ident::from).collect();
    groups.sort();
    groups.dedup();
    let all = [
        (Attribute::Type, text(it.instance_type().map(InstanceType::as_str))),
        (Attribute::Kernel, text(it.kernel_id())),
        (Attribute::Ramdisk, text(it.ramdisk_id())),
        (Attribute::Sriov, text(it.sriov_net_support())),
        (Attribute::Check, it.source_dest_check().map(Content::Truth)),
        (Attribute::Ebs, Some(Content::Truth(it.ebs_optimized().unwrap_or(false)))),
        (Attribute::Groups, Some(Content::Groups(groups))),
    ];
    all.into_iter().filter_map(|(attribute, content)| Some((attribute, content?))).collect()
}

fn metadata(it: &Instance) -> Metadata {
    let Some(options) = it.metadata_options() else { return Metadata::default() };
    Metadata {
        http_tokens: options.http_tokens().map(|it| it.as_str().to_owned()),
        http_endpoint: options.http_endpoint().map(|it| it.as_str().to_owned()),
        hop_limit: options.http_put_response_hop_limit(),
        tags: options.instance_metadata_tags().map(|it| it.as_str().to_owned()),
    }
}
