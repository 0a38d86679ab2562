//! Contents sealed for several readers at once.
//!
//! The content is sealed once, by a key made for it alone; that key is sealed for each reader. A reader learns the key, so what is
//! sealed for several is always in an envelope that its sender signed.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use crypto_secretbox::aead::{Aead, KeyInit};
use crypto_secretbox::{Nonce, XSalsa20Poly1305};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::signed::Refusal;
use crate::identity::{BoxKey, Identity};

/// Contents that only the readers named can open.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Sealed {
    content: String,
    keys: BTreeMap<BoxKey, String>,
}

impl Sealed {
    /// Seals contents for the readers.
    ///
    /// # Errors
    ///
    /// A reader's key is broken.
    pub fn new(content: &[u8], from: &Identity, readers: &[BoxKey]) -> Result<Self, Refusal> {
        let once: [u8; 32] = rand::rng().random();
        let mut keys = BTreeMap::new();
        for reader in readers {
            keys.insert(reader.clone(), BASE64.encode(from.seal(&once, reader)?));
        }
        let sealed =
            cipher(&once)?.encrypt(&Nonce::default(), content).map_err(|_| Refusal::NotSealedForUs)?;
        Ok(Self { content: BASE64.encode(sealed), keys })
    }

    /// Opens them.
    ///
    /// # Errors
    ///
    /// They are sealed for others, were sealed by another than `from`, or were changed.
    pub fn open(&self, reader: &Identity, from: &BoxKey) -> Result<Vec<u8>, Refusal> {
        let decode = |text: &String| BASE64.decode(text).map_err(|_| Refusal::NotSealedForUs);
        let key = self.keys.get(&reader.box_key()).ok_or(Refusal::NotSealedForUs)?;
        let once = reader.open(&decode(key)?, from)?;
        let opened = cipher(&once)?.decrypt(&Nonce::default(), decode(&self.content)?.as_slice());
        opened.map_err(|_| Refusal::NotSealedForUs)
    }
}

/// The cipher of a content. Its key seals nothing else, so that each may begin with the same nonce.
fn cipher(once: &[u8]) -> Result<XSalsa20Poly1305, Refusal> {
    XSalsa20Poly1305::new_from_slice(once).map_err(|_| Refusal::NotSealedForUs)
}
