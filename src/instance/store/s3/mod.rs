//! A bucket that stores artifacts; keys are below a prefix.

mod api;

use std::sync::Arc;

use aws::Aws;

/// The encryption of objects; by default, that of the bucket.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Encryption {
    /// `AES256`, `aws:kms` or `aws:kms:dsse`.
    pub method: Option<String>,
    /// The key of KMS.
    pub kms_key_id: Option<String>,
}

/// The location of artifacts in S3: `s3://bucket/prefix`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Location {
    /// The bucket.
    pub bucket: String,
    /// The prefix of all keys, without a slash at either end; empty for none.
    pub prefix: String,
}

impl Location {
    /// Reads `s3://bucket/prefix`; none if it is something else.
    pub fn parse(url: &str) -> Option<Self> {
        let rest = url.strip_prefix("s3://")?;
        let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let (bucket, prefix) = (bucket.to_owned(), prefix.trim_matches('/').to_owned());
        (!bucket.is_empty()).then_some(Self { bucket, prefix })
    }

    /// The location for people.
    pub fn url(&self) -> String {
        let Self { bucket, prefix } = self;
        if prefix.is_empty() { format!("s3://{bucket}") } else { format!("s3://{bucket}/{prefix}") }
    }

    fn key(&self, key: &str) -> String {
        if self.prefix.is_empty() { key.to_owned() } else { format!("{}/{key}", self.prefix) }
    }
}

/// Artifacts in a bucket.
#[derive(Clone, Debug)]
pub struct S3 {
    /// Its connection.
    pub aws: Arc<Aws>,
    /// Its location.
    pub location: Location,
    /// The encryption of new objects.
    pub encryption: Encryption,
}

#[cfg(test)]
mod tests;
