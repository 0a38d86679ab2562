//! Proof that a pointer is still the current one, signed by a key that can sign nothing else.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Pointer, PointerScope, Refusal};

/// The document that renews a pointer: TUF's timestamp. Its key can keep a pointer valid, but cannot choose one.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Freshness {
    /// The format of this document: 1.
    pub format: u32,
    /// The service.
    pub service: String,
    /// The instance of the pointer; none for the pointer of all instances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The SHA-256 of the renewed pointer.
    pub pointer_sha256: String,
    /// When it was renewed.
    pub renewed: Timestamp,
    /// The end of the pointer's validity.
    pub expires: Timestamp,
}

impl Freshness {
    /// Reads the document. Check its signature first, on the same bytes.
    ///
    /// # Errors
    /// It is not such a document, or has a later format.
    pub fn parse(bytes: &[u8]) -> Result<Self, Refusal> {
        let read: Self =
            serde_json::from_slice(bytes).map_err(|error| Refusal::Document(error.to_string()))?;
        if read.format == 1 { Ok(read) } else { Err(Refusal::Format(read.format)) }
    }

    /// The document to sign.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// True when it renews this pointer in this position.
    pub fn is_of(&self, place: PointerScope<'_>, pointer: &Pointer) -> bool {
        let Self { service, instance, pointer_sha256, .. } = self;
        (service.as_str(), instance.as_deref()) == (place.service, place.instance)
            && *pointer_sha256 == pointer.digest()
    }
}
