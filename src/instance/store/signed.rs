//! Documents of a store, believed once a pinned key's signature of the same bytes was checked.

use super::{Keys, Store, StoreError, signature_of};
use crate::instance::artifact::{
    Envelope, Freshness, Manifest, Pinned, Pointer, PointerScope, Refusal, SignatureFile, Signed,
};
use crate::machine::file::Algorithm;

/// Why a signed document was not had.
#[derive(Debug, thiserror::Error)]
pub enum SignedError {
    /// It could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It was read, and is not believed.
    #[error("{subject} is refused: {refusal}")]
    Refused {
        /// What: `manifest of myapp r17 in s3://bucket/deploy`.
        subject: String,
        /// Why.
        refusal: Refusal,
    },
}

/// A manifest that was signed, with the bytes that the signature is for.
#[derive(Clone, Debug)]
pub struct SignedManifest {
    /// What it says.
    pub manifest: Manifest,
    /// How it says it.
    pub bytes: Vec<u8>,
    /// The SHA-256 of these.
    pub sha256: String,
}

/// What documents are called in messages.
fn subject(what: &str, keys: &Keys<'_>, rest: &str, store: &dyn Store) -> String {
    format!("the {what} of {}{rest} in {}", keys.service, store.name())
}

/// The pointer of some instances or of all; none if there is none. What it points to is not checked.
///
/// # Errors
/// It cannot be read, or its signature is not good.
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

/// The renewal of a pointer; none if there is none. That it is one of that pointer is not checked.
///
/// # Errors
/// It cannot be read, or its signature is not good.
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

/// The manifest of a revision; none if there is none. What it says is not checked.
///
/// # Errors
/// It cannot be read, or its signature is not good.
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
