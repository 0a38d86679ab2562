//! What AWS says about a topic.

use aws_sdk_sns::types::Subscription;

use crate::aws::arn::is_arn;
use crate::aws::tags::Tags;
use crate::model::{Asked, Value};

/// A topic as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its attributes, if they were asked for.
    pub attributes: Asked<Tags>,
    /// Its subscriptions, if they were asked for.
    pub subscriptions: Asked<Vec<Subscribed>>,
    /// Its tags, if they were asked for.
    pub tags: Asked<Tags>,
}

/// A subscription as it is.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Subscribed {
    /// Its ARN; none while it waits for its confirmation.
    pub arn: Option<String>,
    /// The account that made it.
    pub owner: String,
    /// `email`, `sqs`, `https` …
    pub protocol: String,
    /// Where messages go, without password.
    pub endpoint: String,
}

impl From<Subscription> for Subscribed {
    fn from(it: Subscription) -> Self {
        Self {
            // Until it is confirmed this is a word: PendingConfirmation.
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
