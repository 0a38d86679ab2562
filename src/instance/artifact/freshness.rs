//! That a pointer is still the current one, by a key that can say nothing else.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Pointer, PointerScope, Refusal};

/// The document that renews a pointer: what TUF calls the timestamp. Whoever holds its key can keep a pointer alive, and choose none.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Freshness {
    /// The format of this document: 1.
    pub format: u32,
    /// The service.
    pub service: String,
    /// The instance of the pointer; none for that of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The SHA-256 of the pointer that is renewed.
    pub pointer_sha256: String,
    /// When it was renewed.
    pub renewed: Timestamp,
    /// Until when the pointer counts.
    pub expires: Timestamp,
}

impl Freshness {
    /// Reads the document. Its signature is to be checked before: of the same bytes.
    ///
    /// # Errors
    /// It is none, or one of a later format.
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

    /// True when it renews this pointer of this place.
    pub fn is_of(&self, place: PointerScope<'_>, pointer: &Pointer) -> bool {
        let Self { service, instance, pointer_sha256, .. } = self;
        (service.as_str(), instance.as_deref()) == (place.service, place.instance)
            && *pointer_sha256 == pointer.digest()
    }
}
