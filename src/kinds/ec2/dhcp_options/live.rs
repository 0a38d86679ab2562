//! DHCP options as AWS describes them.

use aws_sdk_ec2::types::DhcpOptions;

use super::spec::Options;
use crate::api::{Identified, tags};
use aws::tags::Tags;
use model::{Asked, Value};

/// DHCP options as they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `dopt-…`.
    pub id: String,
    /// Their Name tag.
    pub name: Option<String>,
    /// The options.
    pub options: Options,
    /// The VPCs that have them, if that was read.
    pub vpcs: Asked<Vec<String>>,
    /// Their tags.
    pub tags: Tags,
}

impl Identified for Live {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        (attribute == "id").then(|| self.id.as_str().into())
    }

    /// A set as EC2 describes it; none without an id.
    pub(super) fn of(set: DhcpOptions) -> Option<Self> {
        let tags = tags(set.tags());
        let list = |key: &str| -> Option<Vec<String>> {
            let option = set.dhcp_configurations().iter().find(|it| it.key() == Some(key))?;
            Some(option.values().iter().filter_map(|it| it.value()).map(str::to_owned).collect())
        };
        let one = |key: &str| list(key).and_then(|values| values.into_iter().next());
        Some(Self {
            id: set.dhcp_options_id()?.to_owned(),
            name: tags.get("Name").cloned(),
            options: Options {
                domain_name: one("domain-name"),
                domain_name_servers: list("domain-name-servers"),
                ntp_servers: list("ntp-servers"),
                netbios_name_servers: list("netbios-name-servers"),
                netbios_node_type: one("netbios-node-type"),
            },
            vpcs: Asked::NotAsked,
            tags,
        })
    }
}
