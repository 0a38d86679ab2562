//! The card of an instance: who it says it is. It signs the card itself; an operator decides what it is worth.

use serde::{Deserialize, Serialize};

use super::attributes::{Attributes, grains_of_register};
use super::keys::{BoxKey, Identity, PublicKey};
use crate::protocol::{Domain, Refusal, Sealed, Signed};
use model::Map;

/// What an instance signs about itself.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct CardBody {
    /// Its ID: `web-1`.
    pub id: String,
    /// The key that jobs and pillar are sealed for.
    pub seal: BoxKey,
    /// When it was made, in seconds since 1970.
    pub made: i64,
    /// The grains, sealed for the operators.
    pub grains: Option<Sealed>,
    /// What it shows so that it is accepted, sealed for the operators who keep the register.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Sealed>,
}

/// A card whose signature was checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The key that signed.
    pub key: PublicKey,
    /// What it says.
    pub body: CardBody,
}

/// The longest ID, as of a host name: <https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4>.
const LONGEST_ID: usize = 253;

impl Card {
    /// Reads a card that was stored under a key.
    ///
    /// # Errors
    ///
    /// Another key signed it than the one that it is stored under, it is malformed, or its ID is not valid.
    pub fn open(stored_under: &str, bytes: &[u8]) -> Result<Self, Refusal> {
        let signed = Signed::read(bytes)?;
        if signed.by.as_str() != stored_under {
            return Err(Refusal::WrongKey);
        }
        let body: CardBody = signed.open(Domain::Card)?;
        if !is_id(&body.id) {
            return Err(Refusal::Malformed { what: "the ID of an instance".to_owned() });
        }
        Ok(Self { key: signed.by, body })
    }

    /// The grains, opened by an operator, with what the register says of the instance.
    ///
    /// # Errors
    ///
    /// They were not sealed for this operator.
    pub fn grains(&self, operator: &Identity, attributes: &Attributes) -> Result<Map, Refusal> {
        let Some(sealed) = &self.body.grains else { return Ok(Map::new()) };
        let bytes = sealed.open(operator, &self.body.seal)?;
        let malformed = |_| Refusal::Malformed { what: "grains".to_owned() };
        let json: serde_json::Value = serde_json::from_slice(&bytes).map_err(malformed)?;
        let mut grains = model::Value::from(json).as_map().cloned().unwrap_or_default();
        // The register knows the ID and the attributes. All other grains are what the instance claims.
        grains.insert("id".into(), self.body.id.as_str().into());
        grains.extend(grains_of_register(attributes));
        Ok(grains)
    }
}

/// Whether a text may be an ID: shown on terminals and used as a file's name, so neither blanks, slashes nor control
/// characters.
pub fn is_id(id: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || "._-:@".contains(letter);
    !id.is_empty() && id.len() <= LONGEST_ID && !id.starts_with('.') && id.chars().all(is_plain)
}
