//! The current revision of a service.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Refusal, path};
use machine::file::Algorithm;

/// The document that marks a revision as the current one.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Pointer {
    /// The format of this document: 1.
    pub format: u32,
    /// The service.
    pub service: String,
    /// The instance that it is for, such as `testing`; none for all instances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The current revision.
    pub revision: String,
    /// Increases with each promotion: an instance refuses a smaller one than it has followed.
    pub sequence: u64,
    /// True if it goes back to an older revision on purpose: the manifest's sequence may be smaller then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rollback: bool,
    /// The SHA-256 of the revision's manifest, in hexadecimal digits.
    pub manifest_sha256: String,
    /// When it was promoted.
    pub promoted: Timestamp,
    /// When it expires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<Timestamp>,
}

/// The position of a pointer: it must have been signed for that position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct PointerScope<'a> {
    /// The service.
    pub service: &'a str,
    /// The instance; none for the pointer of all instances.
    pub instance: Option<&'a str>,
}

impl Pointer {
    /// Reads a pointer. Check its signature first, on the same bytes.
    ///
    /// # Errors
    /// It is not a pointer, or has a later format.
    pub fn parse(bytes: &[u8]) -> Result<Self, Refusal> {
        let pointer: Self =
            serde_json::from_slice(bytes).map_err(|error| Refusal::Document(error.to_string()))?;
        if pointer.format == 1 { Ok(pointer) } else { Err(Refusal::Format(pointer.format)) }
    }

    /// The document to sign.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// The SHA-256 of the document, by which other documents name it.
    pub fn digest(&self) -> String {
        Algorithm::Sha256.digest(&self.to_bytes())
    }

    /// Checks that it belongs to the service and the instance, that it is valid now, and that it is not older than one
    /// that this instance has followed.
    ///
    /// # Errors
    /// The first reason to refuse it.
    pub fn check(&self, place: PointerScope<'_>, seen: Option<u64>, now: Timestamp) -> Result<(), Refusal> {
        path::check_name(&self.revision)?;
        if self.service != place.service {
            return Err(Refusal::Service { found: self.service.clone(), wanted: place.service.to_owned() });
        }
        if self.instance.as_deref() != place.instance {
            let text =
                |instance: Option<&str>| instance.map_or_else(|| "all".to_owned(), |it| format!("'{it}'"));
            let (found, wanted) = (text(self.instance.as_deref()), text(place.instance));
            return Err(Refusal::Instance { found, wanted });
        }
        if let Some(expires) = self.expires.filter(|expires| *expires <= now) {
            return Err(Refusal::Expired(expires.to_string()));
        }
        if let Some(seen) = seen.filter(|seen| self.sequence < *seen) {
            return Err(Refusal::RolledBack { found: self.sequence, seen });
        }
        Ok(())
    }
}
