//! A server certificate as AWS describes it.

use aws_sdk_iam::types::ServerCertificate;

use aws::sdk_tags;
use aws::tags::Tags;
use model::Value;

/// A server certificate in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Its ARN.
    pub arn: String,
    /// Its path.
    pub path: String,
    /// The certificate, as PEM.
    pub body: String,
    /// The certificates above it, as PEM; empty for none.
    pub chain: String,
    /// Its tags.
    pub tags: Tags,
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        (attribute == "arn").then(|| self.arn.as_str().into())
    }

    /// A certificate as IAM describes it.
    pub(super) fn of(certificate: ServerCertificate) -> Self {
        let metadata = certificate.server_certificate_metadata;
        let (arn, path) = metadata.map(|it| (it.arn, it.path)).unwrap_or_default();
        Self {
            arn,
            path,
            body: certificate.certificate_body,
            chain: certificate.certificate_chain.unwrap_or_default(),
            tags: sdk_tags::read(certificate.tags.as_deref().unwrap_or_default()),
        }
    }
}
