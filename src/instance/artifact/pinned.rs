//! Whose signatures count for what.

use super::{PublicKey, Refusal, SignatureFile, Signed};

/// The keys that are pinned, by what they may sign.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Pinned {
    /// Those of releases.
    pub releases: Vec<PublicKey>,
    /// How many of these must have signed a release.
    pub least: usize,
    /// Those of pointers: what they sign becomes current, if it is a release.
    pub pointers: Vec<PublicKey>,
    /// How many of these must have signed a pointer.
    pub least_pointers: usize,
    /// Those that renew pointers, and can do nothing else.
    pub renewals: Vec<PublicKey>,
}

impl Pinned {
    /// The same keys for releases and for pointers. One signature is enough.
    pub fn of(keys: Vec<PublicKey>) -> Self {
        Self { releases: keys.clone(), least: 1, pointers: keys, least_pointers: 1, renewals: vec![] }
    }

    /// True where nothing could be believed.
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

    /// The keys that may say that a pointer still counts.
    pub fn of_renewals(&self) -> Vec<PublicKey> {
        self.renewals.iter().chain(&self.pointers).cloned().collect()
    }
}
