//! Events: an instance or an operator reports to all operators that something has happened. No server stores them.

use serde::{Deserialize, Serialize};

use super::sealed::Sealed;
use super::signed::{Domain, Refusal, Signed};
use crate::identity::{BoxKey, Identity, PublicKey};

/// Something that has happened.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Event {
    /// Which kind: `salt/minion/web-1/start`.
    pub tag: String,
    /// The ID of the instance, or the operator's name.
    pub id: String,
    /// When, in seconds since 1970.
    pub at: i64,
    /// More about it.
    pub data: serde_json::Value,
}

/// The longest tag.
const LONGEST_TAG: usize = 1024;

impl Event {
    /// The event as a message that the readers alone can open.
    ///
    /// # Errors
    ///
    /// The tag is too long, or a reader's key is broken.
    pub fn to_bytes(&self, from: &Identity, readers: &[BoxKey]) -> Result<Vec<u8>, Refusal> {
        let malformed = || Refusal::Malformed { what: "an event".to_owned() };
        if self.tag.len() > LONGEST_TAG {
            return Err(malformed());
        }
        let json = serde_json::to_vec(self).map_err(|_| malformed())?;
        Signed::new(Domain::Event, &Sealed::new(&json, from, readers)?, from)?.to_bytes()
    }

    /// Opens a message. `of` gives the ID and the key of the senders that are allowed.
    ///
    /// # Errors
    ///
    /// The signer is unknown, the event names another sender, it is sealed for others, or it is malformed.
    pub fn open(
        bytes: &[u8],
        reader: &Identity,
        of: impl Fn(&PublicKey) -> Option<(String, BoxKey)>,
    ) -> Result<Self, Refusal> {
        let signed = Signed::read(bytes)?;
        let (id, seal) = of(&signed.by).ok_or(Refusal::WrongKey)?;
        let sealed: Sealed = signed.open(Domain::Event)?;
        let event: Self = serde_json::from_slice(&sealed.open(reader, &seal)?)
            .map_err(|_| Refusal::Malformed { what: "an event".to_owned() })?;
        if event.id == id { Ok(event) } else { Err(Refusal::OtherInstance { id: event.id }) }
    }
}
