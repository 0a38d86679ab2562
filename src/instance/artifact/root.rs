//! The keys whose signatures count, as a signed document: TUF's root.
//!
//! The configuration pins the keys of one version. Each later version is signed by enough keys of the version before
//! and by enough of its own. So an instance that knows any version can follow the chain to the latest one, and keys
//! change without a new configuration. See <https://theupdateframework.github.io/specification/latest/#update-root>.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Envelope, Pinned, PublicKey, Refusal, Signed};
use machine::file::Algorithm;

/// Keys for one purpose, and the number of signatures needed.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Role {
    /// The keys.
    pub keys: Vec<PublicKey>,
    /// The number of signatures needed.
    pub threshold: usize,
}

impl Role {
    /// A name for these keys and this threshold; a change of either changes it.
    pub fn digest(&self) -> String {
        let mut keys: Vec<String> = self.keys.iter().map(PublicKey::text).collect();
        keys.sort();
        Algorithm::Sha256.digest(format!("{} {}", self.threshold, keys.join(" ")).as_bytes())
    }

    /// A threshold that these keys can reach, and that is not 0.
    fn check(&self, role: &'static str) -> Result<(), Refusal> {
        let mut ids: Vec<String> = self.keys.iter().map(PublicKey::id).collect();
        ids.sort();
        ids.dedup();
        if (1..=ids.len()).contains(&self.threshold) {
            return Ok(());
        }
        Err(Refusal::Role { role, threshold: self.threshold, keys: ids.len() })
    }
}

/// The document.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Root {
    /// The format of this document: 1.
    pub format: u32,
    /// Increases by one with each document.
    pub version: u64,
    /// When it expires.
    pub expires: Timestamp,
    /// The keys that sign this document and the next one.
    pub root: Role,
    /// The keys that sign releases.
    pub releases: Role,
    /// The keys that make releases current.
    pub pointers: Role,
    /// The keys that may renew pointers; one signature is enough.
    #[serde(default)]
    pub renewals: Vec<PublicKey>,
}

/// The beginning of the chain of documents: the configuration pins it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Anchor {
    /// The version that these keys have signed.
    pub version: u64,
    /// Its keys.
    pub root: Role,
}

impl Root {
    /// The document to sign.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// Reads a document whose signatures are checked elsewhere, such as one that an instance has accepted before.
    ///
    /// # Errors
    /// It is not a root document, has a later format, or has a role that nobody could fulfil.
    pub fn parse(bytes: &[u8]) -> Result<Self, Refusal> {
        let read: Self =
            serde_json::from_slice(bytes).map_err(|error| Refusal::Document(error.to_string()))?;
        if read.format != 1 {
            return Err(Refusal::Format(read.format));
        }
        read.root.check("root")?;
        read.releases.check("releases")?;
        read.pointers.check("pointers")?;
        Ok(read)
    }

    /// The document in an envelope, if it has this version, and enough of these keys and enough of its own keys have
    /// signed it.
    fn open(bytes: &[u8], signers: &Role, version: u64) -> Result<Self, Refusal> {
        let document = Envelope::open(bytes, Signed::Root, &signers.keys, signers.threshold)?;
        let read = Self::parse(&document)?;
        Envelope::open(bytes, Signed::Root, &read.root.keys, read.root.threshold)?;
        if read.version != version {
            return Err(Refusal::RootVersion { found: read.version, wanted: version });
        }
        Ok(read)
    }

    /// The document that the configuration pins.
    ///
    /// # Errors
    /// It is not signed by enough of these keys, has another version, or was changed.
    pub fn first(bytes: &[u8], anchor: &Anchor) -> Result<Self, Refusal> {
        Self::open(bytes, &anchor.root, anchor.version)
    }

    /// The document after this one.
    ///
    /// # Errors
    /// It is not signed by enough keys of this one or by enough of its own, is not the next version, or was changed.
    pub fn next(&self, bytes: &[u8]) -> Result<Self, Refusal> {
        Self::open(bytes, &self.root, self.version.saturating_add(1))
    }

    /// Refuses an expired document: an attacker who withholds the next one must not be able to freeze the keys.
    ///
    /// # Errors
    /// It has expired.
    pub fn check_time(&self, now: Timestamp) -> Result<(), Refusal> {
        if self.expires <= now { Err(Refusal::RootExpired(self.expires.to_string())) } else { Ok(()) }
    }

    /// The keys, by the documents that they may sign.
    pub fn pinned(&self) -> Pinned {
        Pinned {
            releases: self.releases.keys.clone(),
            least: self.releases.threshold,
            pointers: self.pointers.keys.clone(),
            least_pointers: self.pointers.threshold,
            renewals: self.renewals.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artifact::SigningKey;

    fn keys<const N: usize>() -> [SigningKey; N] {
        std::array::from_fn(|_| SigningKey::generate().unwrap().0)
    }

    fn role(keys: &[&SigningKey], threshold: usize) -> Role {
        Role { keys: keys.iter().map(|key| key.public()).collect(), threshold }
    }

    fn document(version: u64, root: Role, release: &SigningKey) -> Root {
        let releases = role(&[release], 1);
        let expires = "2027-01-01T00:00:00Z".parse().unwrap();
        Root { format: 1, version, expires, root, pointers: releases.clone(), releases, renewals: vec![] }
    }

    fn signed(root: &Root, keys: &[&SigningKey]) -> Vec<u8> {
        let mut envelope = Envelope::unsigned(Signed::Root, &root.to_bytes());
        for key in keys {
            envelope.sign_too(Signed::Root, key).unwrap();
        }
        envelope.to_bytes()
    }

    #[test]
    fn a_version_needs_the_keys_before_it_and_its_own() {
        let [a, b, c, release] = keys();
        let anchor = Anchor { version: 1, root: role(&[&a, &b], 2) };
        let one = document(1, role(&[&a, &b], 2), &release);
        let first = Root::first(&signed(&one, &[&a, &b]), &anchor).unwrap();
        assert_eq!(first, one);
        let two = document(2, role(&[&b, &c], 2), &release);
        assert_eq!(first.next(&signed(&two, &[&a, &b, &c])).unwrap(), two);
        // One of the old keys is not enough, nor are the old ones alone.
        let few = Refusal::TooFew { found: 1, least: 2 };
        assert_eq!(first.next(&signed(&two, &[&b, &c])).unwrap_err(), few);
        assert_eq!(first.next(&signed(&two, &[&a, &b])).unwrap_err(), few);
        assert_eq!(Root::first(&signed(&one, &[&a]), &anchor).unwrap_err(), few);
        // One key that signs twice counts once.
        assert_eq!(Root::first(&signed(&one, &[&a, &a]), &anchor).unwrap_err(), few);
    }

    #[test]
    fn versions_follow_each_other() {
        let [a, release] = keys();
        let first = document(4, role(&[&a], 1), &release);
        for version in [3, 4, 6] {
            let other = document(version, role(&[&a], 1), &release);
            let refusal = first.next(&signed(&other, &[&a])).unwrap_err();
            assert_eq!(refusal, Refusal::RootVersion { found: version, wanted: 5 });
        }
    }

    #[test]
    fn a_role_that_nobody_could_fulfil_or_anybody_is_refused() {
        let [a, release] = keys();
        for threshold in [0, 2] {
            let root =
                Root { releases: role(&[&release], threshold), ..document(1, role(&[&a], 1), &release) };
            let refusal = Root::parse(&root.to_bytes()).unwrap_err();
            assert_eq!(refusal, Refusal::Role { role: "releases", threshold, keys: 1 });
        }
        let twice = Role { threshold: 2, ..role(&[&release, &release], 1) };
        let root = Root { pointers: twice, ..document(1, role(&[&a], 1), &release) };
        assert!(Root::parse(&root.to_bytes()).is_err(), "a key counts once");
    }

    #[test]
    fn an_envelope_of_another_kind_is_none() {
        let [a, release] = keys();
        let anchor = Anchor { version: 1, root: role(&[&a], 1) };
        let root = document(1, role(&[&a], 1), &release);
        let bytes = Envelope::sign(Signed::Pointer, &root.to_bytes(), &a).to_bytes();
        assert!(matches!(Root::first(&bytes, &anchor), Err(Refusal::Document(_))));
    }
}
