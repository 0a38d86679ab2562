//! Documents of a store, accepted only after the signature of a pinned key on the same bytes was checked.

use super::{Keys, Store, StoreError, signature_of};
use crate::artifact::{
    Envelope, Freshness, Manifest, Pinned, Pointer, PointerScope, Refusal, SignatureFile, Signed,
};
use machine::file::Algorithm;

/// Why there is no signed document.
#[derive(Debug, thiserror::Error)]
pub enum SignedError {
    /// It could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It was read, but is refused.
    #[error("{subject} is refused: {refusal}")]
    Refused {
        /// The document: `manifest of myapp r17 in s3://bucket/deploy`.
        subject: String,
        /// The reason.
        refusal: Refusal,
    },
}

/// A signed manifest, with the bytes that were signed.
#[derive(Clone, Debug)]
pub struct SignedManifest {
    /// Its content.
    pub manifest: Manifest,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The SHA-256 of the bytes.
    pub sha256: String,
}

/// The names of documents in messages.
fn subject(what: &str, keys: &Keys<'_>, rest: &str, store: &dyn Store) -> String {
    format!("the {what} of {}{rest} in {}", keys.service, store.name())
}

/// The pointer of some instances or of all; none if there is none. Its target is not checked.
///
/// # Errors
/// It cannot be read, or its signature is wrong.
pub async fn find_pointer(
    store: &dyn Store,
    place: PointerScope<'_>,
    pinned: &Pinned,
) -> Result<Option<Pointer>, SignedError> {
    let keys = Keys { service: place.service };
    let key = keys.pointer(place.instance);
    let refused = |refusal| {
        let rest = place.instance.map(|instance| format!(" for '{instance}'")).unwrap_or_default();
        SignedError::Refused { subject: subject("pointer", &keys, &rest, store), refusal }
    };
    let Some(bytes) = store.read(&key).await? else { return Ok(None) };
    let document =
        Envelope::open(&bytes, Signed::Pointer, &pinned.pointers, pinned.least_pointers).map_err(refused)?;
    Pointer::parse(&document).map(Some).map_err(refused)
}

/// The renewal of a pointer; none if there is none. Whether it belongs to that pointer is not checked.
///
/// # Errors
/// It cannot be read, or its signature is wrong.
pub async fn find_freshness(
    store: &dyn Store,
    place: PointerScope<'_>,
    pinned: &Pinned,
) -> Result<Option<Freshness>, SignedError> {
    let keys = Keys { service: place.service };
    let refused =
        |refusal| SignedError::Refused { subject: subject("renewal", &keys, " pointer", store), refusal };
    let Some(bytes) = store.read(&keys.freshness(place.instance)).await? else { return Ok(None) };
    let document = Envelope::open(&bytes, Signed::Freshness, &pinned.of_renewals(), 1).map_err(refused)?;
    Freshness::parse(&document).map(Some).map_err(refused)
}

/// The manifest of a revision; none if there is none. Its content is not checked.
///
/// # Errors
/// It cannot be read, or its signature is wrong.
pub async fn find_manifest(
    store: &dyn Store,
    service: &str,
    revision: &str,
    pinned: &Pinned,
) -> Result<Option<SignedManifest>, SignedError> {
    let keys = Keys { service };
    let key = keys.manifest(revision);
    let refused = |refusal| {
        let subject = subject("manifest", &keys, &format!(" {revision}"), store);
        SignedError::Refused { subject, refusal }
    };
    let Some(bytes) = store.read(&key).await? else { return Ok(None) };
    check(store, &key, &bytes, pinned).await?.map_err(refused)?;
    let manifest = Manifest::parse(&bytes).map_err(refused)?;
    let sha256 = Algorithm::Sha256.digest(&bytes);
    Ok(Some(SignedManifest { manifest, bytes, sha256 }))
}

async fn check(
    store: &dyn Store,
    key: &str,
    bytes: &[u8],
    pinned: &Pinned,
) -> Result<Result<(), Refusal>, StoreError> {
    let Some(signatures) = store.read(&signature_of(key)).await? else { return Ok(Err(Refusal::Unsigned)) };
    Ok(SignatureFile::parse(&signatures).and_then(|file| pinned.check_release(&file, bytes)))
}
