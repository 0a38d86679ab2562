//! A key as AWS describes it.

use aws_sdk_kms::types::{KeyMetadata, KeySpec, KeyState, KeyUsageType};

use super::spec::Fixed;
use aws::tags::Tags;
use model::{Asked, Value};

/// A key in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its id.
    pub id: String,
    /// Its ARN.
    pub arn: String,
    /// `Enabled`, `Disabled`, `PendingDeletion`, `Creating` …
    pub state: String,
    /// Its description.
    pub description: String,
    /// The settings that cannot be changed.
    pub fixed: Fixed,
    /// False for a key that was found by its mark.
    pub has_alias: bool,
    /// Its policy, if it was read.
    pub policy: Asked<String>,
    /// Whether rotation is on, if that was read.
    pub rotation: Asked<bool>,
    /// Its tags, if they were read.
    pub tags: Asked<Tags>,
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "id" => Some(self.id.as_str().into()),
            "arn" => Some(self.arn.as_str().into()),
            _ => None,
        }
    }

    /// True once its deletion is scheduled.
    pub fn is_pending_deletion(&self) -> bool {
        ["PendingDeletion", "PendingReplicaDeletion"].contains(&self.state.as_str())
    }
}

impl From<KeyMetadata> for Live {
    fn from(it: KeyMetadata) -> Self {
        let fixed = Fixed {
            usage: it.key_usage.as_ref().map(KeyUsageType::as_str).map(str::to_owned),
            spec: it.key_spec.as_ref().map(KeySpec::as_str).map(str::to_owned),
            multi_region: Some(it.multi_region.unwrap_or(false)),
        };
        Self {
            id: it.key_id,
            arn: it.arn.unwrap_or_default(),
            state: it.key_state.as_ref().map(KeyState::as_str).unwrap_or_default().to_owned(),
            description: it.description.unwrap_or_default(),
            fixed,
            ..Self::default()
        }
    }
}
