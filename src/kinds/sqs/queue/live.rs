//! A queue as AWS describes it.

use aws::tags::Tags;
use model::{Asked, Value};

/// A queue in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its URL.
    pub url: String,
    /// Its attributes, if they were read.
    pub attributes: Asked<Tags>,
    /// Its tags, if they were read.
    pub tags: Asked<Tags>,
}

impl Live {
    /// The ARN in its attributes, if they were read.
    pub(super) fn arn(&self) -> Option<&str> {
        self.attributes.answer()?.get("QueueArn").map(String::as_str)
    }

    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "url" => Some(self.url.as_str().into()),
            "identity" => {
                Some(format!("made at {}", self.attributes.answer()?.get("CreatedTimestamp")?).into())
            }
            _ => None,
        }
    }
}
