//! A document and its signatures in one object, so that one write replaces both.
//!
//! It is a DSSE envelope, see <https://github.com/secure-systems-lab/dsse/blob/master/envelope.md>: any DSSE tool can
//! check such an object.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::signature::Signature;
use super::{PublicKey, Refusal, SignatureFile, Signed, SigningKey};

/// A signed document.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    /// The type of the document.
    #[serde(rename = "payloadType")]
    payload_type: String,
    /// The document, in base64.
    payload: String,
    /// Its signatures.
    signatures: Vec<EnvelopeSignature>,
}

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
struct EnvelopeSignature {
    keyid: String,
    sig: String,
}

impl Envelope {
    /// A document without signatures.
    pub fn unsigned(kind: Signed, document: &[u8]) -> Self {
        let payload_type = kind.payload_type().to_owned();
        Self { payload_type, payload: STANDARD.encode(document), signatures: vec![] }
    }

    /// Signs a document.
    pub fn sign(kind: Signed, document: &[u8], key: &SigningKey) -> Self {
        Self { signatures: vec![signature(kind, document, key)], ..Self::unsigned(kind, document) }
    }

    /// Adds a signature to the existing ones, replacing an earlier one by the same key; returns the document.
    ///
    /// # Errors
    /// It has another type.
    pub fn sign_too(&mut self, kind: Signed, key: &SigningKey) -> Result<Vec<u8>, Refusal> {
        let document = self.document(kind)?;
        let new = signature(kind, &document, key);
        self.signatures.retain(|known| known.keyid != new.keyid);
        self.signatures.push(new);
        Ok(document)
    }

    /// Reads an object. No signature is checked.
    ///
    /// # Errors
    /// It is not an envelope.
    pub fn parse(bytes: &[u8]) -> Result<Self, Refusal> {
        serde_json::from_slice(bytes).map_err(|error| Refusal::Document(error.to_string()))
    }

    /// The document. No signature is checked.
    ///
    /// # Errors
    /// It has another type.
    pub fn document(&self, kind: Signed) -> Result<Vec<u8>, Refusal> {
        if self.payload_type != kind.payload_type() {
            let said = format!("it is a {}, not a {}", self.payload_type, kind.payload_type());
            return Err(Refusal::Document(said));
        }
        STANDARD.decode(&self.payload).map_err(|error| Refusal::Document(error.to_string()))
    }

    /// The number of these keys that have signed it; at least one.
    ///
    /// # Errors
    /// It has another type, none of these keys has signed it, or it was changed.
    pub fn count(&self, kind: Signed, pinned: &[PublicKey]) -> Result<usize, Refusal> {
        let document = self.document(kind)?;
        let signatures = self.signatures.iter().cloned();
        let signatures = signatures.map(|it| Signature { key: it.keyid, signature: it.sig }).collect();
        SignatureFile { signatures }.count(kind, &document, pinned)
    }

    /// The bytes of the object.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// The document of an object, if enough of these keys have signed it as a document of this type.
    ///
    /// # Errors
    /// It is not an envelope of that type, is not signed, is signed by other keys or by too few, or was changed
    /// afterwards.
    pub fn open(bytes: &[u8], kind: Signed, pinned: &[PublicKey], least: usize) -> Result<Vec<u8>, Refusal> {
        let envelope = Self::parse(bytes)?;
        let found = envelope.count(kind, pinned)?;
        if found < least { Err(Refusal::TooFew { found, least }) } else { envelope.document(kind) }
    }
}

fn signature(kind: Signed, document: &[u8], key: &SigningKey) -> EnvelopeSignature {
    let Signature { key, signature } = key.sign(kind, document);
    EnvelopeSignature { keyid: key, sig: signature }
}
