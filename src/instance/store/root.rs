//! The chain of root documents in a store.

use super::{Keys, SignedError, Store};
use crate::artifact::{Anchor, Root};

/// The maximum number of versions that are followed at once: a store could offer them without end.
const MOST: usize = 1024;

/// The document that the configuration pins; none if the store does not have it.
///
/// # Errors
/// It cannot be read, or is refused.
pub async fn find_root(store: &dyn Store, anchor: &Anchor) -> Result<Option<Root>, SignedError> {
    let Some(bytes) = store.read(&Keys::root(anchor.version)).await? else { return Ok(None) };
    Root::first(&bytes, anchor).map(Some).map_err(|refusal| refused(store, anchor.version, refusal))
}

/// The latest document, starting from one that was accepted already.
///
/// # Errors
/// A document of the chain cannot be read, or is refused.
pub async fn follow(store: &dyn Store, known: Root) -> Result<Root, SignedError> {
    let mut latest = known;
    for _ in 0..MOST {
        let version = latest.version.saturating_add(1);
        let Some(bytes) = store.read(&Keys::root(version)).await? else { break };
        latest = latest.next(&bytes).map_err(|refusal| refused(store, version, refusal))?;
    }
    Ok(latest)
}

fn refused(store: &dyn Store, version: u64, refusal: crate::artifact::Refusal) -> SignedError {
    SignedError::Refused { subject: format!("root document {version} in {}", store.name()), refusal }
}
