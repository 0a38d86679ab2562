//! AWS Key Management Service.

mod functions;
pub mod key;

pub use functions::FUNCTIONS;

use kind::{AnyKind, Kind};

aws::client!(
    /// KMS.
    Kms aws_sdk_kms
);
/// KMS uses other names.
impl aws::sdk_tags::SdkTag<Kms> for aws_sdk_kms::types::Tag {
    fn new(key: &str, value: &str) -> Option<Self> {
        Self::builder().tag_key(key).tag_value(value).build().ok()
    }

    fn pair(&self) -> Option<(String, String)> {
        Some((self.tag_key.clone(), self.tag_value.clone()))
    }
}

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<key::Key>::IT];
