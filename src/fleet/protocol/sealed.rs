//! Contents sealed for several readers at once.
//!
//! The content is sealed once, for a key made for it alone; that key's seed is sealed for each reader.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use serde::{Deserialize, Serialize};

use super::signed::Refusal;
use crate::fleet::identity::{BoxKey, Identity, Seeds};

/// Contents that only the readers named can open.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
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
        let once = Identity::generate();
        let seeds = serde_json::to_vec(&once.seeds()?).map_err(|_| Refusal::NotSealedForUs)?;
        let mut keys = BTreeMap::new();
        for reader in readers {
            keys.insert(reader.clone(), BASE64.encode(from.seal(&seeds, reader)?));
        }
        Ok(Self { content: BASE64.encode(from.seal(content, &once.box_key())?), keys })
    }

    /// Opens them.
    ///
    /// # Errors
    ///
    /// They are sealed for others, were sealed by another than `from`, or were changed.
    pub fn open(&self, reader: &Identity, from: &BoxKey) -> Result<Vec<u8>, Refusal> {
        let decode = |text: &String| BASE64.decode(text).map_err(|_| Refusal::NotSealedForUs);
        let key = self.keys.get(&reader.box_key()).ok_or(Refusal::NotSealedForUs)?;
        let seeds = reader.open(&decode(key)?, from)?;
        let seeds: Seeds = serde_json::from_slice(&seeds).map_err(|_| Refusal::NotSealedForUs)?;
        let once = Identity::from_seeds(&seeds, "a sealed message")?;
        Ok(once.open(&decode(&self.content)?, from)?)
    }
}
