//! A topic as AWS describes it.

use crate::live::Subscribed;
use aws::tags::Tags;
use model::{Asked, Value};

/// A topic in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its attributes, if they were read.
    pub attributes: Asked<Tags>,
    /// Its subscriptions, if they were read.
    pub subscriptions: Asked<Vec<Subscribed>>,
    /// Its tags, if they were read.
    pub tags: Asked<Tags>,
}

impl Live {
    /// The last part of the ARN.
    pub fn name(&self) -> &str {
        self.arn.rsplit(':').next().unwrap_or(&self.arn)
    }

    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "arn" => Some(self.arn.as_str().into()),
            "name" => Some(self.name().into()),
            _ => None,
        }
    }
}
