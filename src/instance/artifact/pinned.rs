//! The keys whose signatures count.

use super::{PublicKey, Refusal, SignatureFile, Signed};

/// The pinned keys, by the documents that they may sign.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Pinned {
    /// The keys of releases.
    pub releases: Vec<PublicKey>,
    /// The number of signatures that a release needs.
    pub least: usize,
    /// The keys of pointers: a pointer with their signatures makes a release current.
    pub pointers: Vec<PublicKey>,
    /// The number of signatures that a pointer needs.
    pub least_pointers: usize,
    /// The keys that renew pointers, and can do nothing else.
    pub renewals: Vec<PublicKey>,
}

impl Pinned {
    /// The same keys for releases and for pointers. One signature is enough.
    pub fn of(keys: Vec<PublicKey>) -> Self {
        Self { releases: keys.clone(), least: 1, pointers: keys, least_pointers: 1, renewals: vec![] }
    }

    /// True if no key could make any document valid.
    pub fn is_empty(&self) -> bool {
        self.releases.is_empty() || self.pointers.is_empty()
    }

    /// Checks that enough of the keys of releases have signed a manifest, and that none of their signatures is wrong.
    ///
    /// # Errors
    /// It is not signed, by none of these keys or by too few, or was changed afterwards.
    pub fn check_release(&self, signatures: &SignatureFile, manifest: &[u8]) -> Result<(), Refusal> {
        let found = signatures.count(Signed::Manifest, manifest, &self.releases)?;
        if found >= self.least { Ok(()) } else { Err(Refusal::TooFew { found, least: self.least }) }
    }

    /// The keys that may renew a pointer.
    pub fn of_renewals(&self) -> Vec<PublicKey> {
        self.renewals.iter().chain(&self.pointers).cloned().collect()
    }
}
