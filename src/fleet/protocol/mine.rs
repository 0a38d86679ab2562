//! The mine: results of functions that an instance publishes for the others.
//!
//! An item is signed by its instance and sealed for the key that all kits of the fleet hold, or for some instances alone. So
//! accepted instances and operators read it, and servers do not.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::sealed::Sealed;
use super::signed::{Domain, Refusal, Signed};
use crate::identity::{BoxKey, Identity, PublicKey};
use model::hex;

/// One result.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct MineItem {
    /// The ID of the instance.
    pub id: String,
    /// The function, or the name that the instance gave to the result.
    pub function: String,
    /// When it was written, in seconds since 1970.
    pub at: i64,
    /// The result.
    pub result: serde_json::Value,
}

/// An instance whose item is read, as the register knows it.
#[derive(Clone, Copy, Debug)]
pub struct Writer<'a> {
    /// Its ID.
    pub id: &'a str,
    /// Its key.
    pub key: &'a PublicKey,
    /// The key that it seals with.
    pub seal: &'a BoxKey,
}

/// The longest result, in bytes of JSON. Sealed and signed, it grows by four thirds twice, and a message has at most 1 MB.
const LONGEST: usize = 480 * 1024;

/// How many results an instance may have in the mine. Servers cannot count them: an operator who keeps the register removes all of an
/// instance that has more.
pub const MOST_RESULTS: usize = 64;

impl MineItem {
    /// The item as a message that the readers alone can open.
    ///
    /// # Errors
    ///
    /// It is too long, or a reader's key is broken.
    pub fn to_bytes(&self, from: &Identity, readers: &[BoxKey]) -> Result<Vec<u8>, Refusal> {
        let malformed = |what: String| Refusal::Malformed { what };
        let json = serde_json::to_vec(self).map_err(|error| malformed(error.to_string()))?;
        if json.len() > LONGEST {
            let what = format!(
                "the result of {} has {} KiB, the mine takes {}",
                self.function,
                json.len() / 1024,
                LONGEST / 1024
            );
            return Err(malformed(what));
        }
        Signed::new(Domain::Mine, &Sealed::new(&json, from, readers)?, from)?.to_bytes()
    }

    /// Opens a message that was stored for this writer and this function, with the first of the keys that fits.
    ///
    /// # Errors
    ///
    /// Another key signed it, it is of another function or instance, or it is sealed for others.
    pub fn open(
        bytes: &[u8],
        writer: Writer<'_>,
        function: &str,
        readers: &[&Identity],
    ) -> Result<Self, Refusal> {
        let signed = Signed::read(bytes)?;
        if signed.by != *writer.key {
            return Err(Refusal::WrongKey);
        }
        let sealed: Sealed = signed.open(Domain::Mine)?;
        let opened = readers.iter().find_map(|reader| sealed.open(reader, writer.seal).ok());
        let item: Self = serde_json::from_slice(&opened.ok_or(Refusal::NotSealedForUs)?)
            .map_err(|_| Refusal::Malformed { what: "an item of the mine".to_owned() })?;
        if item.id != writer.id {
            return Err(Refusal::OtherInstance { id: item.id });
        }
        if item.function != function {
            return Err(Refusal::Malformed {
                what: format!("an item of {function} holds {}", item.function),
            });
        }
        Ok(item)
    }
}

/// The part of a subject that a function's name becomes: names may hold what subjects may not.
pub fn mine_token(function: &str) -> String {
    hex(&Sha256::digest(function.as_bytes())[..16])
}
