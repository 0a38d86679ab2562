//! What AWS shows of a key pair, and this machine of its private key.

use aws_sdk_ec2::types::KeyPairInfo;

use crate::api::{Identified, tags};
use aws::tags::Tags;
use model::Value;

/// A key pair in AWS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// `key-…`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its public key as AWS stores it, such as `ssh-ed25519 AAAA… comment`.
    pub public: Option<String>,
    /// True if the file for its private key exists and is empty: a run was interrupted while it made the pair.
    pub is_lost: bool,
    /// Its tags.
    pub tags: Tags,
}

impl Identified for Live {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Live {
    pub(super) fn attribute(&self, attribute: &str) -> Option<Value> {
        match attribute {
            "id" => Some(self.id.as_str().into()),
            "name" => Some(self.name.as_str().into()),
            _ => None,
        }
    }

    /// A key pair as EC2 describes it; none without a name.
    pub(super) fn of(pair: KeyPairInfo) -> Option<Self> {
        Some(Self {
            id: pair.key_pair_id().unwrap_or_default().to_owned(),
            name: pair.key_name()?.to_owned(),
            public: pair.public_key().map(str::to_owned),
            is_lost: false,
            tags: tags(pair.tags()),
        })
    }
}
