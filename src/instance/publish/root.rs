//! Root documents: define who may sign what. They are drafted, signed by each key at its own place, and published.

use jiff::Timestamp;

use super::PublishError;
use crate::artifact::{Anchor, Envelope, Pinned, PublicKey, Refusal, Role, Root, Signed, SigningKey};
use crate::store::{Content, Keys, Store, find_root, follow};

/// The changes of the next document; missing ones leave the value unchanged.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The keys that sign root documents.
    pub root: Option<Vec<PublicKey>>,
    /// How many of them must sign.
    pub root_threshold: Option<usize>,
    /// The keys that sign releases.
    pub releases: Option<Vec<PublicKey>>,
    /// How many of them must sign.
    pub release_threshold: Option<usize>,
    /// The keys that make releases current.
    pub pointers: Option<Vec<PublicKey>>,
    /// How many of them must sign.
    pub pointer_threshold: Option<usize>,
    /// The keys that may renew pointers.
    pub renewals: Option<Vec<PublicKey>>,
}

/// The latest document of a store; none if the store has none.
///
/// # Errors
/// It cannot be read, or is refused.
pub async fn latest_root(store: &dyn Store, anchor: &Anchor) -> Result<Option<Root>, PublishError> {
    match find_root(store, anchor).await? {
        Some(first) => Ok(Some(follow(store, first).await?)),
        None => Ok(None),
    }
}

/// The keys that count in a store: those of its latest root document if the configuration pins one, else those of the
/// configuration.
///
/// # Errors
/// The document cannot be read, is refused, is missing, or has expired.
pub async fn keys_of(
    store: &dyn Store,
    anchor: Option<&Anchor>,
    pinned: &Pinned,
    now: Timestamp,
) -> Result<Pinned, PublishError> {
    let Some(anchor) = anchor else { return Ok(pinned.clone()) };
    let latest = latest_root(store, anchor).await?;
    let what = || format!("root document {}", anchor.version);
    let root = latest.ok_or_else(|| PublishError::Absent { what: what(), store: store.name() })?;
    root.check_time(now).map_err(|refusal| PublishError::Refused { subject: what(), refusal })?;
    Ok(root.pinned())
}

/// The document after `latest`, or the first one, without signatures.
///
/// # Errors
/// A role has no keys, or nobody could fulfil it.
pub fn draft(latest: Option<&Root>, changes: Changes, expires: Timestamp) -> Result<Envelope, PublishError> {
    let role = |keys: Option<Vec<PublicKey>>, threshold: Option<usize>, before: Option<&Role>| {
        let before = before.cloned().unwrap_or(Role { keys: vec![], threshold: 1 });
        Role { keys: keys.unwrap_or(before.keys), threshold: threshold.unwrap_or(before.threshold) }
    };
    let root = Root {
        format: 1,
        version: latest.map_or(1, |latest| latest.version.saturating_add(1)),
        expires,
        root: role(changes.root, changes.root_threshold, latest.map(|it| &it.root)),
        releases: role(changes.releases, changes.release_threshold, latest.map(|it| &it.releases)),
        pointers: role(changes.pointers, changes.pointer_threshold, latest.map(|it| &it.pointers)),
        renewals: changes
            .renewals
            .unwrap_or_else(|| latest.map(|latest| latest.renewals.clone()).unwrap_or_default()),
    };
    let bytes = root.to_bytes();
    Root::parse(&bytes).map_err(refused)?;
    Ok(Envelope::unsigned(Signed::Root, &bytes))
}

/// Signs a document, in addition to its other signatures.
///
/// # Errors
/// It is not a root document.
pub fn sign_root(bytes: &[u8], key: &SigningKey) -> Result<(Envelope, Root), PublishError> {
    let mut envelope = Envelope::parse(bytes).map_err(refused)?;
    let document = envelope.sign_too(Signed::Root, key).map_err(refused)?;
    Ok((envelope, Root::parse(&document).map_err(refused)?))
}

/// Publishes the next document, if enough keys of the previous one and enough of its own have signed it; true if it was
/// not there before.
///
/// # Errors
/// It does not have enough signatures, is not the next version, the store has another one of that version, or the store
/// refuses the write.
pub async fn publish_root(
    bytes: &[u8],
    store: &dyn Store,
    anchor: &Anchor,
) -> Result<(Root, bool), PublishError> {
    let envelope = Envelope::parse(bytes).map_err(refused)?;
    let draft = Root::parse(&envelope.document(Signed::Root).map_err(refused)?).map_err(refused)?;
    let key = Keys::root(draft.version);
    let latest = latest_root(store, anchor).await?;
    if let Some(there) = store.read(&key).await? {
        if there == bytes {
            return Ok((draft, false));
        }
        return Err(other(store, &draft));
    }
    let root = match latest {
        None => Root::first(bytes, anchor),
        Some(latest) => latest.next(bytes),
    };
    let root = root.map_err(refused)?;
    let is_put = store.put_if(&key, Content::Bytes(bytes), None).await?;
    if !is_put && store.read(&key).await?.as_deref() != Some(bytes) {
        return Err(other(store, &root));
    }
    Ok((root, true))
}

fn other(store: &dyn Store, root: &Root) -> PublishError {
    let (service, revision) = ("root documents".to_owned(), format!("version {}", root.version));
    PublishError::Other { service, revision, store: store.name() }
}

fn refused(refusal: Refusal) -> PublishError {
    PublishError::Refused { subject: "the root document".to_owned(), refusal }
}
