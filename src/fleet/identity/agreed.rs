//! The X25519 key as it seals and opens. The agreement of two keys is computed once and kept: it takes most of the time
//! that a short message needs, and sealing and opening between the same two keys need the same agreement.
//!
//! What is sealed is laid out as `nkeys` has it: `xkv1`, a random nonce, the ciphertext of NaCl's box.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crypto_box::aead::Aead;
use crypto_box::{Nonce, SalsaBox, SecretKey};
use rand::RngExt;

use super::keys::{BoxKey, IdentityError};

const VERSION: &[u8] = b"xkv1";
const NONCE: usize = 24;
/// How many agreements are kept by default: an instance exchanges messages with its operators.
const KEPT: usize = 64;

/// A private X25519 key with the agreements made so far. Clones share them.
#[derive(Clone)]
pub(super) struct Agreeing {
    secret: SecretKey,
    kept: usize,
    made: Arc<Mutex<HashMap<BoxKey, Arc<SalsaBox>>>>,
}

impl fmt::Debug for Agreeing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Agreeing(hidden)")
    }
}

impl Agreeing {
    /// The key of these random bytes.
    pub fn new(seed: [u8; 32]) -> Self {
        Self { secret: SecretKey::from_bytes(seed), kept: KEPT, made: Arc::default() }
    }

    /// Keeps this many agreements from now on.
    pub fn keeping(self, kept: usize) -> Self {
        Self { kept, ..self }
    }

    fn with(&self, other: &BoxKey) -> Result<Arc<SalsaBox>, IdentityError> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = made.get(other) {
            return Ok(Arc::clone(found));
        }
        let public = crypto_box::PublicKey::from(other.bytes()?);
        let agreed = Arc::new(SalsaBox::new(&public, &self.secret));
        if made.len() >= self.kept {
            made.clear();
        }
        made.insert(other.clone(), Arc::clone(&agreed));
        Ok(agreed)
    }

    /// Seals a message.
    pub fn seal(&self, message: &[u8], to: &BoxKey) -> Result<Vec<u8>, IdentityError> {
        let nonce: [u8; NONCE] = rand::rng().random();
        let sealed = self.with(to)?.encrypt(&Nonce::from(nonce), message);
        Ok([VERSION, &nonce, &sealed.map_err(|_| IdentityError::Seal)?].concat())
    }

    /// Opens one.
    pub fn open(&self, sealed: &[u8], from: &BoxKey) -> Result<Vec<u8>, IdentityError> {
        let parts = sealed.strip_prefix(VERSION).and_then(|rest| rest.split_first_chunk::<NONCE>());
        let (nonce, sealed) = parts.ok_or(IdentityError::Seal)?;
        self.with(from)?.decrypt(&Nonce::from(*nonce), sealed).map_err(|_| IdentityError::Seal)
    }
}

#[cfg(test)]
mod tests {
    use nkeys::XKey;

    use super::*;

    fn pair() -> (XKey, Agreeing, BoxKey) {
        let seed = rand::rng().random();
        let pair = XKey::new_from_raw(seed);
        let public = BoxKey::try_from(pair.public_key()).unwrap();
        (pair, Agreeing::new(seed), public)
    }

    #[test]
    fn what_is_sealed_is_what_nkeys_seals() {
        let ((ours, own, public), (theirs, other, other_public)) = (pair(), pair());
        let public_of = |key: &BoxKey| XKey::from_public_key(key.as_str()).unwrap();
        for _ in 0..2 {
            let sealed = own.seal(b"secret", &other_public).unwrap();
            assert_eq!(theirs.open(&sealed, &public_of(&public)).unwrap(), b"secret");
            assert_eq!(other.open(&sealed, &public).unwrap(), b"secret");
            let back = theirs.seal(b"answer", &public_of(&public)).unwrap();
            assert_eq!(own.open(&back, &other_public).unwrap(), b"answer");
            assert!(ours.open(&back, &public_of(&other_public)).is_ok());
        }
        assert_ne!(own.seal(b"x", &other_public).unwrap(), own.seal(b"x", &other_public).unwrap());
    }

    #[test]
    fn what_was_changed_or_is_for_others_is_not_opened() {
        let ((_, own, public), (_, other, other_public), (_, third, _)) = (pair(), pair(), pair());
        let sealed = own.seal(b"secret", &other_public).unwrap();
        assert!(third.open(&sealed, &public).is_err());
        assert!(other.open(&sealed, &other_public).is_err());
        for place in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[place] ^= 1;
            assert!(other.open(&changed, &public).is_err(), "{place}");
            assert!(other.open(&sealed[..place], &public).is_err(), "{place}");
        }
    }

    #[test]
    fn a_few_agreements_are_kept_and_no_more() {
        let (_, own, _) = pair();
        let own = own.keeping(3);
        let known = || own.made.lock().unwrap().len();
        for expected in [1, 2, 3, 1, 2] {
            let (_, _, other) = pair();
            own.seal(b"x", &other).unwrap();
            own.seal(b"y", &other).unwrap();
            assert_eq!(known(), expected);
        }
    }
}
