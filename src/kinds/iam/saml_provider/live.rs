//! A SAML provider as AWS describes it.

use aws::tags::Tags;
use model::{Asked, Value};

/// A SAML provider in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its metadata, which IAM may show later than the provider itself.
    pub document: Asked<String>,
    /// Its tags.
    pub tags: Asked<Tags>,
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        (attribute == "arn").then(|| self.arn.as_str().into())
    }
}
