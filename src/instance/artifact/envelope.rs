//! A document and its signatures in one object, so that one write replaces both.
//!
//! It is the envelope of DSSE, see <https://github.com/secure-systems-lab/dsse/blob/master/envelope.md>: any tool that knows it can
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
    /// What kind of document it is.
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
    /// Signs a document.
    pub fn sign(kind: Signed, document: &[u8], key: &SigningKey) -> Self {
        let Signature { key, signature } = key.sign(kind, document);
        Self {
            payload_type: kind.payload_type().to_owned(),
            payload: STANDARD.encode(document),
            signatures: vec![EnvelopeSignature { keyid: key, sig: signature }],
        }
    }

    /// The bytes of the object.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// The document of an object, if a pinned key has signed it as one of this kind.
    ///
    /// # Errors
    /// It is no envelope of that kind, is not signed, is signed by other keys, or was changed afterwards.
    pub fn open(bytes: &[u8], kind: Signed, pinned: &[PublicKey]) -> Result<Vec<u8>, Refusal> {
        let envelope: Self =
            serde_json::from_slice(bytes).map_err(|error| Refusal::Document(error.to_string()))?;
        if envelope.payload_type != kind.payload_type() {
            let told = format!("it is a {}, and no {}", envelope.payload_type, kind.payload_type());
            return Err(Refusal::Document(told));
        }
        let document =
            STANDARD.decode(&envelope.payload).map_err(|error| Refusal::Document(error.to_string()))?;
        let signatures = envelope.signatures.into_iter();
        let signatures = signatures.map(|it| Signature { key: it.keyid, signature: it.sig }).collect();
        SignatureFile { signatures }.check(kind, &document, pinned)?;
        Ok(document)
    }
}
