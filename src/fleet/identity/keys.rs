//! The two keys of an instance or an operator: Ed25519 to sign, X25519 to seal.
//!
//! Both are written as NATS writes keys (<https://docs.nats.io/running-a-nats-service/nats_admin/security/jwt>): seeds
//! begin with `S`, public keys with a letter for their use: `U` user, `A` account, `O` operator, `X` curve.

use std::fmt;
use std::path::Path;

use ed25519_dalek::{Signature, Verifier, VerifyingKey};
use nkeys::{KeyPair, XKey};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::agreed::Agreeing;
use machine::file::{self, FileError, Permissions};

/// A public Ed25519 key as text: `U…`, `A…` or `O…`.
#[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct PublicKey(String);

/// A public X25519 key as text: `X…`.
#[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct BoxKey(String);

/// Why a key could not be used.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// The text is not a key of this kind.
    #[error("'{text}' is not a key of this kind")]
    NotAKey {
        /// The text; never a seed.
        text: String,
    },
    /// A seed is broken. The seed itself is not repeated.
    #[error("the seed of {whose} is broken")]
    BrokenSeed {
        /// Whose.
        whose: String,
    },
    /// Each register keeper has keys of its own, and all are in use.
    #[error("all {most} keys of register keepers are in use")]
    NoKeyLeft {
        /// How many there were.
        most: usize,
    },
    /// A root of an older program did not note who has which keys.
    #[error("which keys of register keepers '{name}' has is not known: make a new fleet")]
    UnknownHolder {
        /// Whose name.
        name: String,
    },
    /// A signature could not be made.
    #[error("a signature could not be made")]
    Sign,
    /// A text could not be sealed, or was not sealed for this key by that sender.
    #[error("the message is not sealed for this key, or was changed")]
    Seal,
    /// The file of the keys cannot be read or written.
    #[error("the file of the keys cannot be used")]
    File(#[source] FileError),
    /// The file of the keys is not as this program writes it.
    #[error("'{file}' does not contain keys")]
    Format {
        /// Which file.
        file: String,
    },
}

impl PublicKey {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True when the signature is this key's.
    pub fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        let signature = Signature::from_slice(signature).ok();
        let fits = |(key, signature): (VerifyingKey, Signature)| key.verify(message, &signature).is_ok();
        self.verifying().zip(signature).is_some_and(fits)
    }

    /// The key itself; none if its bytes are not a point of the curve.
    pub(super) fn verifying(&self) -> Option<VerifyingKey> {
        let (_, bytes) = nkeys::from_public_key(&self.0).ok()?;
        VerifyingKey::from_bytes(&bytes).ok()
    }
}

impl TryFrom<String> for PublicKey {
    type Error = IdentityError;

    fn try_from(text: String) -> Result<Self, IdentityError> {
        match nkeys::from_public_key(&text) {
            Ok(_) => Ok(Self(text)),
            Err(_) => Err(IdentityError::NotAKey { text }),
        }
    }
}

impl From<PublicKey> for String {
    fn from(key: PublicKey) -> Self {
        key.0
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl BoxKey {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key itself.
    pub(super) fn bytes(&self) -> Result<[u8; 32], IdentityError> {
        nkeys::from_public_key(&self.0).map(|(_, bytes)| bytes).map_err(|_| IdentityError::Seal)
    }
}

impl TryFrom<String> for BoxKey {
    type Error = IdentityError;

    fn try_from(text: String) -> Result<Self, IdentityError> {
        match XKey::from_public_key(&text) {
            Ok(_) => Ok(Self(text)),
            Err(_) => Err(IdentityError::NotAKey { text }),
        }
    }
}

impl From<BoxKey> for String {
    fn from(key: BoxKey) -> Self {
        key.0
    }
}

/// The seeds of an identity, as its file holds them. They never appear in `Debug`.
#[derive(Clone, Deserialize, Eq, PartialEq, Serialize)]
pub struct Seeds {
    /// The Ed25519 seed: `SU…`.
    pub sign: String,
    /// The X25519 seed: `SX…`.
    pub seal: String,
}

impl fmt::Debug for Seeds {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Seeds(hidden)")
    }
}

/// The key pairs of an instance or an operator.
#[derive(Clone)]
pub struct Identity {
    sign: KeyPair,
    seal: XKey,
    agreeing: Agreeing,
}

impl fmt::Debug for Identity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Identity({})", self.sign.public_key())
    }
}

impl Identity {
    /// Makes new keys.
    pub fn generate() -> Self {
        let seed: [u8; 32] = rand::rng().random();
        Self { sign: KeyPair::new_user(), seal: XKey::new_from_raw(seed), agreeing: Agreeing::new(seed) }
    }

    /// The keys of these seeds.
    ///
    /// # Errors
    ///
    /// A seed is broken.
    pub fn from_seeds(seeds: &Seeds, whose: &str) -> Result<Self, IdentityError> {
        let broken = || IdentityError::BrokenSeed { whose: whose.to_owned() };
        // The letters of a seed show its kind: a seed of another kind is refused.
        let seal = XKey::from_seed(&seeds.seal).map_err(|_| broken())?;
        let (_, seed) = nkeys::decode_seed(&seeds.seal).map_err(|_| broken())?;
        let sign = KeyPair::from_seed(&seeds.sign).map_err(|_| broken())?;
        Ok(Self { sign, seal, agreeing: Agreeing::new(seed) })
    }

    /// Keeps this many agreements with other keys, so that a program with many partners computes each one once.
    pub fn keeping(self, agreements: usize) -> Self {
        Self { agreeing: self.agreeing.keeping(agreements), ..self }
    }

    /// The keys in a file. If there is no file, it is made with new keys, and only its owner may read it.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, or holds something else.
    pub fn load_or_make(path: &Path) -> Result<Self, IdentityError> {
        if let Some(identity) = Self::find(path)? {
            return Ok(identity);
        }
        let made = Self::generate();
        made.write(path)?;
        Ok(made)
    }

    /// The keys in a file, if there is one.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or holds something else.
    pub fn find(path: &Path) -> Result<Option<Self>, IdentityError> {
        let Some(bytes) = file::read_if_there(path).map_err(IdentityError::File)? else { return Ok(None) };
        let format = || IdentityError::Format { file: path.display().to_string() };
        let seeds: Seeds = serde_json::from_slice(&bytes).map_err(|_| format())?;
        Self::from_seeds(&seeds, &path.display().to_string()).map(Some)
    }

    /// Writes the seeds to a file that only its owner may read.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), IdentityError> {
        let text = serde_json::to_vec(&self.seeds()?).map_err(|_| IdentityError::Sign)?;
        let private = Permissions { mode: Some(0o600), ..Permissions::default() };
        file::replace(path, &text, private).map_err(IdentityError::File)
    }

    /// The seeds, to be written to a private file and nowhere else.
    ///
    /// # Errors
    ///
    /// These keys have no private half, which cannot be.
    pub fn seeds(&self) -> Result<Seeds, IdentityError> {
        let missing = |_| IdentityError::BrokenSeed { whose: self.sign.public_key() };
        Ok(Seeds { sign: self.sign.seed().map_err(missing)?, seal: self.seal.seed().map_err(missing)? })
    }

    /// The public half of the key that signs.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.sign.public_key())
    }

    /// The public half of the key that opens what is sealed.
    pub fn box_key(&self) -> BoxKey {
        BoxKey(self.seal.public_key())
    }

    /// Signs a message.
    ///
    /// # Errors
    ///
    /// The library refused, which cannot be.
    pub fn sign(&self, message: &[u8]) -> Result<Vec<u8>, IdentityError> {
        self.sign.sign(message).map_err(|_| IdentityError::Sign)
    }

    /// Seals a message: `to` alone can open it, and sees that it is from these keys.
    ///
    /// # Errors
    ///
    /// The other's key is broken.
    pub fn seal(&self, message: &[u8], to: &BoxKey) -> Result<Vec<u8>, IdentityError> {
        self.agreeing.seal(message, to)
    }

    /// Opens what `from` sealed for these keys.
    ///
    /// # Errors
    ///
    /// It was sealed for another, by another, or was changed.
    pub fn open(&self, sealed: &[u8], from: &BoxKey) -> Result<Vec<u8>, IdentityError> {
        self.agreeing.open(sealed, from)
    }
}
