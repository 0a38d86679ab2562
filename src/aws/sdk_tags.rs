//! Tags between the SDK's types and ours: each service has its own `Tag` type, all alike.

use super::tags::Tags;

/// A service's `Tag` type.
pub trait SdkTag: Sized {
    /// A tag; none if the service does not accept the key.
    fn new(key: &str, value: &str) -> Option<Self>;

    /// Key and value; none for a tag without a key.
    fn pair(&self) -> Option<(String, String)>;
}

/// The tags of an answer.
pub fn read<T: SdkTag>(tags: &[T]) -> Tags {
    tags.iter().filter_map(T::pair).collect()
}

/// The tags of a request.
pub fn sent<T: SdkTag>(tags: &Tags) -> Vec<T> {
    tags.iter().filter_map(|(key, value)| T::new(key, value)).collect()
}

/// The tags of a request that omits them if there are none.
pub fn some<T: SdkTag>(tags: &Tags) -> Option<Vec<T>> {
    Some(sent(tags)).filter(|tags| !tags.is_empty())
}

/// Tag types whose key and value are both optional to the SDK.
macro_rules! tag {
    ($($feature:literal: $tag:path;)+) => {$(
        #[cfg(feature = $feature)]
        impl SdkTag for $tag {
            fn new(key: &str, value: &str) -> Option<Self> {
                Some(Self::builder().key(key).value(value).build())
            }

            fn pair(&self) -> Option<(String, String)> {
                Some((self.key()?.to_owned(), self.value().unwrap_or_default().to_owned()))
            }
        }
    )+};
}

tag! {
    "ec2": aws_sdk_ec2::types::Tag;
    "elbv2": aws_sdk_elasticloadbalancingv2::types::Tag;
    "rds": aws_sdk_rds::types::Tag;
}

/// Tag types whose key and value the SDK requires.
macro_rules! whole_tag {
    ($($feature:literal: $tag:path;)+) => {$(
        #[cfg(feature = $feature)]
        impl SdkTag for $tag {
            fn new(key: &str, value: &str) -> Option<Self> {
                Self::builder().key(key).value(value).build().ok()
            }

            fn pair(&self) -> Option<(String, String)> {
                Some((self.key.clone(), self.value.clone()))
            }
        }
    )+};
}

/// KMS uses other names.
#[cfg(feature = "kms")]
impl SdkTag for aws_sdk_kms::types::Tag {
    fn new(key: &str, value: &str) -> Option<Self> {
        Self::builder().tag_key(key).tag_value(value).build().ok()
    }

    fn pair(&self) -> Option<(String, String)> {
        Some((self.tag_key.clone(), self.tag_value.clone()))
    }
}

whole_tag! {
    "dynamodb": aws_sdk_dynamodb::types::Tag;
    "events": aws_sdk_eventbridge::types::Tag;
    "iam": aws_sdk_iam::types::Tag;
    "s3": aws_sdk_s3::types::Tag;
    "sns": aws_sdk_sns::types::Tag;
}
