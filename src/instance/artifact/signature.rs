//! Ed25519 signatures by pinned keys.
//!
//! A signature covers the kind of document and its bytes, so that a signed manifest cannot pass for a pointer.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::rand::SystemRandom;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use serde::{Deserialize, Serialize};

use super::Refusal;
use machine::file::Algorithm;

const PREFIX: &str = "ed25519:";
const PUBLIC_BYTES: usize = 32;

/// A type of signed document.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Signed {
    /// A manifest.
    Manifest,
    /// A pointer to the current revision.
    Pointer,
    /// The renewal of a pointer.
    Freshness,
    /// The keys whose signatures count.
    Root,
}

impl Signed {
    /// The name of this type in a DSSE envelope.
    pub(super) fn payload_type(self) -> &'static str {
        match self {
            Self::Manifest => "application/vnd.orchestrate.manifest+json",
            Self::Pointer => "application/vnd.orchestrate.pointer+json",
            Self::Freshness => "application/vnd.orchestrate.freshness+json",
            Self::Root => "application/vnd.orchestrate.root+json",
        }
    }

    fn message(self, document: &[u8]) -> Vec<u8> {
        if self == Self::Manifest {
            return [b"orchestrate artifact manifest 1\n", document].concat();
        }
        // See <https://github.com/secure-systems-lab/dsse/blob/master/protocol.md>.
        let kind = self.payload_type();
        let head = format!("DSSEv1 {} {kind} {} ", kind.len(), document.len());
        [head.as_bytes(), document].concat()
    }
}

/// A key that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// It is not such a text.
    #[error("a public key is written 'ed25519:' and {PUBLIC_BYTES} bytes in base64, not {0:?}")]
    Public(String),
    /// It is not a private key.
    #[error("this is not an Ed25519 private key in PKCS #8 form")]
    Private,
    /// The system gives no random numbers.
    #[error("the system gives no random numbers")]
    Random,
}

/// A key that checks signatures.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct PublicKey(Vec<u8>);

impl TryFrom<String> for PublicKey {
    type Error = KeyError;

    fn try_from(text: String) -> Result<Self, KeyError> {
        Self::parse(&text)
    }
}

impl From<PublicKey> for String {
    fn from(key: PublicKey) -> Self {
        key.text()
    }
}

impl PublicKey {
    /// Reads a key in the form of the configuration: `ed25519:` and base64.
    ///
    /// # Errors
    /// It is something else.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let bytes = text.trim().strip_prefix(PREFIX).and_then(|rest| STANDARD.decode(rest).ok());
        let bytes = bytes.filter(|bytes| bytes.len() == PUBLIC_BYTES);
        bytes.map(Self).ok_or_else(|| KeyError::Public(text.to_owned()))
    }

    /// The key as text, for the configuration.
    pub fn text(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(&self.0))
    }

    /// A short name: the first 16 hexadecimal digits of its SHA-256.
    pub fn id(&self) -> String {
        Algorithm::Sha256.digest(&self.0).chars().take(16).collect()
    }
}

/// A key that signs.
pub struct SigningKey(Ed25519KeyPair);

impl SigningKey {
    /// Makes a key: the key itself, and the PKCS #8 document to keep secret.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn generate() -> Result<(Self, Vec<u8>), KeyError> {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).map_err(|_| KeyError::Random)?;
        Ok((Self::from_pkcs8(document.as_ref())?, document.as_ref().to_vec()))
    }

    /// Reads a key from its PKCS #8 document, as `openssl genpkey -algorithm ed25519 -outform DER` makes it too.
    ///
    /// # Errors
    /// It is not such a key.
    pub fn from_pkcs8(document: &[u8]) -> Result<Self, KeyError> {
        let pair = Ed25519KeyPair::from_pkcs8_maybe_unchecked(document).map_err(|_| KeyError::Private)?;
        Ok(Self(pair))
    }

    /// Reads a key from a file or a secret of CI: PKCS #8 in PEM, in bare base64, or in binary form.
    ///
    /// # Errors
    /// It is not such a key.
    pub fn parse(bytes: &[u8]) -> Result<Self, KeyError> {
        let Ok(text) = std::str::from_utf8(bytes) else { return Self::from_pkcs8(bytes) };
        let body: String =
            text.lines().filter(|line| !line.starts_with("-----")).flat_map(str::split_whitespace).collect();
        match STANDARD.decode(body) {
            Ok(document) => Self::from_pkcs8(&document),
            Err(_) => Self::from_pkcs8(bytes),
        }
    }

    /// The PEM text of a PKCS #8 document, as `openssl genpkey -algorithm ed25519` writes it.
    pub fn pem(document: &[u8]) -> String {
        format!(
            "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n",
            lines(&STANDARD.encode(document))
        )
    }

    /// The key that checks its signatures.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.public_key().as_ref().to_vec())
    }

    /// Signs a document.
    pub fn sign(&self, kind: Signed, document: &[u8]) -> Signature {
        let signature = self.0.sign(&kind.message(document));
        Signature { key: self.public().id(), signature: STANDARD.encode(signature) }
    }
}

/// Base64 with PEM's line breaks.
fn lines(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(64).map(|line| line.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// One signature.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Signature {
    /// The id of the key.
    pub(super) key: String,
    /// The signature, in base64.
    pub(super) signature: String,
}

/// The file with the signatures of a document beside it.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct SignatureFile {
    /// All signatures: while keys change, a document is signed with the old and the new one.
    pub signatures: Vec<Signature>,
}

impl SignatureFile {
    /// Reads the file.
    ///
    /// # Errors
    /// It is not such a file.
    pub fn parse(bytes: &[u8]) -> Result<Self, Refusal> {
        serde_json::from_slice(bytes).map_err(|error| Refusal::SignatureFile(error.to_string()))
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec_pretty(self).unwrap_or_default()
    }

    /// Adds a signature, replacing an earlier one by the same key.
    pub fn add(&mut self, signature: Signature) {
        self.signatures.retain(|known| known.key != signature.key);
        self.signatures.push(signature);
    }

    /// The number of pinned keys that have signed the document; at least one. A key counts once, even if it is pinned
    /// or has signed twice.
    ///
    /// # Errors
    /// It is not signed, none of these keys has signed it, or it was changed afterwards: a pinned key's signature is
    /// wrong.
    pub fn count(&self, kind: Signed, document: &[u8], pinned: &[PublicKey]) -> Result<usize, Refusal> {
        if self.signatures.is_empty() {
            return Err(Refusal::Unsigned);
        }
        let mut signed_by: Vec<&str> = vec![];
        for signature in &self.signatures {
            let Some(key) = pinned.iter().find(|key| key.id() == signature.key) else { continue };
            let bytes = STANDARD.decode(&signature.signature).unwrap_or_default();
            let checked = UnparsedPublicKey::new(&ED25519, &key.0).verify(&kind.message(document), &bytes);
            checked.map_err(|_| Refusal::BadSignature(signature.key.clone()))?;
            if !signed_by.contains(&signature.key.as_str()) {
                signed_by.push(&signature.key);
            }
        }
        if !signed_by.is_empty() {
            return Ok(signed_by.len());
        }
        let keys: Vec<&str> = self.signatures.iter().map(|signature| signature.key.as_str()).collect();
        Err(Refusal::UnknownKey(keys.join(", ")))
    }
}
