//! A parameter as AWS describes it.

use aws_sdk_ssm::types::{Parameter, ParameterMetadata};

use super::spec::{Details, SECURE};
use aws::tags::Tags;
use kind::write_only::WriteOnly;
use model::{Asked, Value};

/// A parameter in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its name.
    pub name: String,
    /// `String`, `StringList` or `SecureString`.
    pub kind: String,
    /// Its value; none for one that is encrypted and was not decrypted.
    pub value: Option<WriteOnly>,
    /// Its version: how often it was set.
    pub version: i64,
    /// The settings that are read separately from the value.
    pub details: Asked<Details>,
    /// Its tags.
    pub tags: Asked<Tags>,
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "version" => Some(self.version.into()),
            "value" if self.kind != SECURE => self.value.as_ref().map(|value| value.reveal().into()),
            _ => None,
        }
    }

    pub(super) fn of(parameter: Parameter, is_decrypted: bool) -> Self {
        let kind = parameter.r#type.map(|kind| kind.as_str().to_owned()).unwrap_or_default();
        let is_told = is_decrypted || kind != SECURE;
        Self {
            name: parameter.name.unwrap_or_default(),
            value: parameter.value.filter(|_| is_told).map(WriteOnly::new),
            kind,
            version: parameter.version,
            ..Self::default()
        }
    }
}

/// A field that AWS leaves out becomes empty text.
pub(super) fn details(metadata: ParameterMetadata) -> Details {
    Details {
        description: Some(metadata.description.unwrap_or_default()),
        key_id: Some(metadata.key_id.unwrap_or_default()),
        allowed_pattern: Some(metadata.allowed_pattern.unwrap_or_default()),
        tier: metadata.tier.map(|tier| tier.as_str().to_owned()),
    }
}
