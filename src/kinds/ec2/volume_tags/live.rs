//! Volumes that match filters, as AWS describes them.

use aws_sdk_ec2::types::Volume;

use crate::api::tags;
use aws::tags::Tags;
use model::Value;

/// The volumes of each map, in the order of the maps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live(pub Vec<Vec<Tagged>>);

/// A volume with its tags.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tagged {
    /// `vol-…`.
    pub id: String,
    /// Its tags.
    pub tags: Tags,
}

impl Live {
    pub(super) fn attribute(&self, _attribute: &str) -> Option<Value> {
        None
    }
}

impl Tagged {
    /// A volume as EC2 describes it; none without an id.
    pub(super) fn of(volume: Volume) -> Option<Self> {
        Some(Self { id: volume.volume_id()?.to_owned(), tags: tags(volume.tags()) })
    }
}
