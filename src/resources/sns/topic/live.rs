//! A topic as AWS describes it.

use aws_sdk_sns::types::Subscription;

use crate::aws::arn::is_arn;
use crate::aws::tags::Tags;
use crate::model::{Asked, Value};

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

/// A subscription in AWS.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Subscribed {
    /// Its ARN; none until the confirmation.
    pub arn: Option<String>,
    /// The account that created it.
    pub owner: String,
    /// `email`, `sqs`, `https` …
    pub protocol: String,
    /// Where messages are sent, without the password.
    pub endpoint: String,
}

impl From<Subscription> for Subscribed {
    fn from(it: Subscription) -> Self {
        Self {
            // Until the confirmation, the ARN is the word `PendingConfirmation`.
            arn: it.subscription_arn.filter(|arn| is_arn(arn)),
            owner: it.owner.unwrap_or_default(),
            protocol: it.protocol.unwrap_or_default(),
            endpoint: it.endpoint.unwrap_or_default(),
        }
    }
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
