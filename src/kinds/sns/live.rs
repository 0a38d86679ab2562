//! A subscription as AWS lists it.

use aws_sdk_sns::types::Subscription;

use aws::arn::is_arn;

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
