//! A pointer that needs more than one signature: it waits beside the current one until enough keys have signed it.
//!
//! Each signer runs the same `artifact promote`. The first one proposes; the one that completes the threshold makes it
//! current. Instances never read proposals.

use crate::artifact::{Envelope, Pinned, Pointer, Refusal, Signed, SigningKey};
use crate::store::{Content, Keys, Store, StoreError, Tag};

/// A signed pointer, and how many signatures it has.
pub(super) struct Proposal {
    /// The pointer, which may come from an earlier signer.
    pub pointer: Pointer,
    /// The pointer with all signatures.
    pub envelope: Envelope,
    /// The number of its signatures that count.
    pub signatures: usize,
    name: String,
    there: Option<Tag>,
}

impl Proposal {
    /// Signs a proposal that means the same as this pointer, or else this pointer itself.
    pub async fn of(
        pointer: Pointer,
        before: Option<u64>,
        store: &dyn Store,
        key: &SigningKey,
        keys: &Pinned,
    ) -> Result<Result<Self, Refusal>, StoreError> {
        let name = Keys { service: &pointer.service }.proposal(pointer.instance.as_deref());
        let found = if keys.least_pointers > 1 { store.read_tagged(&name).await? } else { None };
        let other = found.as_ref().and_then(|(bytes, _)| waiting(bytes, &pointer, before, keys));
        let (pointer, mut envelope) = other.unwrap_or_else(|| {
            let envelope = Envelope::unsigned(Signed::Pointer, &pointer.to_bytes());
            (pointer, envelope)
        });
        let counted = envelope.sign_too(Signed::Pointer, key);
        let counted = counted.and_then(|_| envelope.count(Signed::Pointer, &keys.pointers));
        let there = found.map(|(_, tag)| tag);
        Ok(counted.map(|signatures| Self { pointer, envelope, signatures, name, there }))
    }

    /// Stores it for the next signer; false if another one has signed in the meantime.
    pub async fn wait(&self, store: &dyn Store) -> Result<bool, StoreError> {
        store.put_if(&self.name, Content::Bytes(&self.envelope.to_bytes()), self.there.as_ref()).await
    }
}

/// The waiting pointer, if a key that counts has signed it and it means the same as this pointer.
fn waiting(
    bytes: &[u8],
    wanted: &Pointer,
    before: Option<u64>,
    keys: &Pinned,
) -> Option<(Pointer, Envelope)> {
    let envelope = Envelope::parse(bytes).ok()?;
    envelope.count(Signed::Pointer, &keys.pointers).ok()?;
    let found = Pointer::parse(&envelope.document(Signed::Pointer).ok()?).ok()?;
    let meaning = Pointer {
        sequence: wanted.sequence,
        promoted: wanted.promoted,
        expires: wanted.expires,
        ..found.clone()
    };
    let counts_on = before.is_none_or(|before| found.sequence > before);
    let lasts = found.expires.is_none_or(|expires| expires > wanted.promoted);
    (meaning == *wanted && counts_on && lasts).then_some((found, envelope))
}
