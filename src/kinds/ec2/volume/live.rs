//! A volume as AWS describes it.

use aws_sdk_ec2::types::{Volume, VolumeAttachment};

use super::MARK;
use super::spec::New;
use crate::api::{Identified, tags};
use aws::tags::Tags;
use model::Value;

/// A volume in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `vol-…`.
    pub id: String,
    /// Its Name tag.
    pub name: Option<String>,
    /// `creating`, `available`, `in-use` or `deleting`.
    pub state: String,
    /// The zone it is in.
    pub zone: String,
    /// The settings that it was made with.
    pub made: New,
    /// The instances that have it: several are possible only for io1 and io2.
    pub attachments: Vec<Attachment>,
    /// The instance and device that it was attached to.
    pub mark: Option<String>,
    /// Its tags.
    pub tags: Tags,
}

/// An instance that has the volume.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attachment {
    /// The instance.
    pub instance: String,
    /// The device name on the instance.
    pub device: String,
    /// `attaching`, `attached`, `detaching` or `busy`.
    pub state: String,
}

impl Identified for Live {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        let first = self.attachments.first();
        match attribute {
            "id" => Some(self.id.as_str().into()),
            "availability_zone" => Some(self.zone.as_str().into()),
            "instance_id" => first.map(|it| it.instance.as_str().into()),
            "device" => first.map(|it| it.device.as_str().into()),
            _ => None,
        }
    }

    /// A volume as EC2 describes it; none for one that is gone.
    pub(super) fn of(volume: Volume) -> Option<Self> {
        let state = volume.state().map(|state| state.as_str().to_owned()).unwrap_or_default();
        let mut tags = tags(volume.tags());
        let attachments = volume.attachments().iter().map(attachment).filter(|it| it.state != "detached");
        let text = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
        (state != "deleted").then(|| Self {
            id: volume.volume_id().unwrap_or_default().to_owned(),
            name: tags.get("Name").cloned(),
            zone: volume.availability_zone().unwrap_or_default().to_owned(),
            made: New {
                size: volume.size(),
                snapshot_id: text(volume.snapshot_id()),
                volume_type: volume.volume_type().map(|it| it.as_str().to_owned()),
                iops: volume.iops(),
                throughput: volume.throughput(),
                encrypted: volume.encrypted(),
                kms_key_id: text(volume.kms_key_id()),
            },
            attachments: attachments.collect(),
            mark: tags.shift_remove(MARK),
            state,
            tags,
        })
    }
}

fn attachment(it: &VolumeAttachment) -> Attachment {
    Attachment {
        instance: it.instance_id().unwrap_or_default().to_owned(),
        device: it.device().unwrap_or_default().to_owned(),
        state: it.state().map(|state| state.as_str().to_owned()).unwrap_or_default(),
    }
}
