//! What an EC2 instance says of itself: its identity, its tags, and the Auto Scaling group that made it.
//!
//! `MetadataService` (feature `metadata`) asks the instance metadata service, version 2 only; [`Cache`] keeps the answer until the next
//! boot. Laws: a host that is no instance is never kept waiting, and what is read is whole or not read at all. What the service does not have is left out, never
//! guessed. See <https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-categories.html>.

mod cache;
#[cfg(feature = "metadata")]
mod metadata;
#[cfg(feature = "metadata")]
mod session;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use cache::Cache;
#[cfg(feature = "metadata")]
pub use metadata::{MetadataError, MetadataService};

use crate::Grains;

/// The tag by which an Auto Scaling group marks its instances.
const GROUP_TAG: &str = "aws:autoscaling:groupName";

/// The grain that names the group.
const GROUP: &str = "ec2_autoscaling_group";

/// An instance as its metadata describe it.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Instance {
    /// Grains by name, `ec2_` in front.
    pub facts: BTreeMap<String, String>,
    /// The instance's tags; none where the instance may not read them from its metadata.
    pub tags: Option<BTreeMap<String, String>>,
}

impl Instance {
    /// The instance's id: `i-0123456789abcdef0`.
    pub fn id(&self) -> Option<&str> {
        self.facts.get("ec2_instance_id").map(String::as_str)
    }

    /// The region: `us-east-1`.
    pub fn region(&self) -> Option<&str> {
        self.facts.get("ec2_region").map(String::as_str)
    }

    /// The Auto Scaling group that made the instance, if its tags say so or somebody has set it.
    pub fn group_name(&self) -> Option<&str> {
        let told = self.facts.get(GROUP).or_else(|| self.tags.as_ref()?.get(GROUP_TAG));
        told.map(String::as_str)
    }

    /// Sets the group's name, which the caller learned elsewhere.
    pub fn set_group_name(&mut self, name: String) {
        self.facts.insert(GROUP.to_owned(), name);
    }

    /// The grains `ec2_…`.
    pub fn grains(&self) -> Grains {
        let mut grains: Grains =
            self.facts.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect();
        let groups = self.facts.get("ec2_security_groups").map(|text| text.lines().collect::<Vec<_>>());
        if let Some(groups) = groups {
            grains.insert("ec2_security_groups".to_owned(), Value::from(groups));
        }
        if let Some(tags) = &self.tags {
            let tags = tags.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect();
            grains.insert("ec2_tags".to_owned(), Value::Object(tags));
        }
        if let Some(group) = self.group_name() {
            grains.insert(GROUP.to_owned(), Value::from(group));
        }
        grains
    }
}

/// True when the firmware says that the machine is an EC2 instance: nobody else is asked for metadata.
///
/// See <https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/identify_ec2_instances.html>.
pub fn is_instance(root: &Path) -> bool {
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap_or_default().trim().to_lowercase();
    let names = ["sys_vendor", "board_vendor", "bios_vendor", "chassis_asset_tag"];
    names.iter().any(|name| read(&format!("sys/class/dmi/id/{name}")) == "amazon ec2")
        || read("sys/hypervisor/uuid").starts_with("ec2")
}

#[cfg(feature = "metadata")]
#[cfg(test)]
mod tests;
