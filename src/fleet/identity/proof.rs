//! The proof that a new instance sends with its request, for automatic acceptance. Only operators who keep the register can read it.

use serde::{Deserialize, Serialize};

use super::card::Card;
use super::keys::{Identity, PublicKey};
use super::operators::Operators;
use crate::protocol::{Refusal, Sealed};

/// What it shows.
#[derive(Clone, Deserialize, Serialize)]
pub struct Proof {
    /// The key that asks. A card of another key with this proof in it is not believed.
    pub key: PublicKey,
    /// The text of a one-time token.
    #[serde(default)]
    pub token: Option<String>,
    /// AWS's identity document, signed (PKCS #7), as the metadata service gives it.
    #[serde(default)]
    pub document: Option<String>,
}

impl std::fmt::Debug for Proof {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Proof({})", self.key)
    }
}

impl Proof {
    /// Seals it for the operators who keep the register: a reader of a one-time token can use it for a key of his own.
    ///
    /// # Errors
    ///
    /// An operator's key is broken.
    pub fn seal(&self, from: &Identity, operators: &Operators) -> Result<Sealed, Refusal> {
        let json =
            serde_json::to_vec(self).map_err(|error| Refusal::Malformed { what: error.to_string() })?;
        Sealed::new(&json, from, &operators.keepers())
    }
}

impl Card {
    /// What the instance shows, opened by an operator who keeps the register.
    ///
    /// # Errors
    ///
    /// It is sealed for others, malformed, or another key's.
    pub fn proof(&self, operator: &Identity) -> Result<Option<Proof>, Refusal> {
        let Some(sealed) = &self.body.proof else { return Ok(None) };
        let bytes = sealed.open(operator, &self.body.seal)?;
        let malformed = |_| Refusal::Malformed { what: "a proof".to_owned() };
        let proof: Proof = serde_json::from_slice(&bytes).map_err(malformed)?;
        if proof.key == self.key { Ok(Some(proof)) } else { Err(Refusal::WrongKey) }
    }
}
