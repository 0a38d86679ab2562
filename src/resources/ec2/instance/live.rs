//! What AWS says about an instance.

use crate::aws::tags::Tags;
use crate::model::{Reference, Value};
use crate::resources::ec2::api::Identified;

/// An instance as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `i-…`.
    pub id: String,
    /// `pending`, `running`, `stopping` or `stopped`.
    pub state: String,
    /// Its tags.
    pub tags: Tags,
    /// Its addresses, names and whereabouts, by attribute.
    pub attributes: Vec<(&'static str, String)>,
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

    /// True when the reference means this instance.
    pub(super) fn is(&self, reference: &Reference) -> bool {
        self.id == reference.name || self.tags.get(tag_of(reference)) == Some(&reference.name)
    }
}

/// The tag whose value the reference names.
pub(super) fn tag_of(reference: &Reference) -> &str {
    reference.scope.as_deref().and_then(|scope| scope.strip_prefix("tag:")).unwrap_or("Name")
}
