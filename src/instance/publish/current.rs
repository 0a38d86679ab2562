//! The current revision, and how long it is valid.
//!
//! A pointer and its signature are one object, which is written only if the object that was read is still there. So
//! after a publisher dies, the old pointer or the new one is there, and of two publishers one sees the other's change.

use jiff::{SignedDuration, Timestamp};

use super::PublishError;
use super::proposal::Proposal;
use crate::artifact::{
    Envelope, Freshness, Pinned, Pointer, PointerScope, Refusal, Signed, SigningKey, check_name,
};
use crate::store::{Content, Keys, SignedManifest, Store, StoreError, Tag, find_manifest, find_pointer};

/// How often a promotion is repeated because another publisher was faster.
const ATTEMPTS: usize = 5;

/// The revision to make current, and its instances.
#[derive(Clone, Debug)]
pub struct Promotion<'a> {
    /// The service.
    pub service: &'a str,
    /// The revision.
    pub revision: &'a str,
    /// The instances; none for all.
    pub instance: Option<&'a str>,
    /// After how many days it expires.
    pub expires_days: Option<i64>,
    /// True if it may be older than the current one.
    pub rollback: bool,
    /// The current time.
    pub now: Timestamp,
}

/// The result of a promotion.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Promoted {
    /// The pointer.
    pub pointer: Pointer,
    /// The number of signatures that are missing until it is the current one.
    pub missing: usize,
}

/// Marks a published revision as the current one, replacing the old pointer, once enough keys have signed the new
/// pointer.
///
/// # Errors
/// `key` does not count, there is no such revision, none of these keys has signed it, or it is older than the current
/// one.
pub async fn promote(
    promotion: &Promotion<'_>,
    store: &dyn Store,
    key: &SigningKey,
    keys: &Pinned,
) -> Result<Promoted, PublishError> {
    let Promotion { service, revision, instance, .. } = *promotion;
    for name in [Some(service), Some(revision), instance].into_iter().flatten() {
        let refused = |refusal| PublishError::Refused { subject: format!("the name '{name}'"), refusal };
        check_name(name).map_err(refused)?;
    }
    // Instances would refuse a pointer with another key, and so every deployment.
    if !keys.pointers.contains(&key.public()) {
        let subject = format!("the promotion of {service} {revision}");
        return Err(PublishError::Refused { subject, refusal: Refusal::UnknownKey(key.public().id()) });
    }
    for _ in 0..ATTEMPTS {
        if let Some(promoted) = attempt(promotion, store, key, keys).await? {
            return Ok(promoted);
        }
        tracing::info!("another publisher was faster: looking again");
    }
    Err(PublishError::Contended { service: service.to_owned(), store: store.name() })
}

/// One attempt; none if somebody else has changed the pointer in the meantime.
async fn attempt(
    promotion: &Promotion<'_>,
    store: &dyn Store,
    key: &SigningKey,
    keys: &Pinned,
) -> Result<Option<Promoted>, PublishError> {
    let Promotion { service, revision, instance, expires_days, rollback, now } = *promotion;
    let signed = whole(store, service, revision, keys).await?;
    let name = Keys { service }.pointer(instance);
    let there = store.read_tagged(&name).await?;
    let before = there.as_ref().and_then(|(bytes, _)| {
        let document = Envelope::open(bytes, Signed::Pointer, &keys.pointers, keys.least_pointers);
        let read = document.and_then(|document| Pointer::parse(&document));
        let warn = |refusal: &Refusal| {
            tracing::warn!("{name} is not one that instances follow, and is replaced: {refusal}");
        };
        read.inspect_err(warn).ok()
    });
    if let Some(before) = before.as_ref().filter(|_| !rollback) {
        let current = find_manifest(store, service, &before.revision, keys).await?;
        if current.is_some_and(|current| signed.manifest.sequence < current.manifest.sequence) {
            let (service, revision) = (service.to_owned(), revision.to_owned());
            return Err(PublishError::Older { service, revision, current: before.revision.clone() });
        }
    }
    let time = u64::try_from(now.as_second()).unwrap_or_default();
    let expires = expires_days.map(|days| SignedDuration::from_hours(days.saturating_mul(24)));
    let pointer = Pointer {
        format: 1,
        service: service.to_owned(),
        instance: instance.map(str::to_owned),
        revision: revision.to_owned(),
        sequence: before.as_ref().map_or(time, |before| time.max(before.sequence.saturating_add(1))),
        rollback,
        manifest_sha256: signed.sha256,
        promoted: now,
        expires: expires.and_then(|after| now.checked_add(after).ok()),
    };
    let before = before.map(|before| before.sequence);
    let proposal = Proposal::of(pointer, before, store, key, keys).await?;
    let subject = || format!("the promotion of {service} {revision}");
    let proposal = proposal.map_err(|refusal| PublishError::Refused { subject: subject(), refusal })?;
    let missing = keys.least_pointers.saturating_sub(proposal.signatures);
    let is_put = if missing > 0 {
        proposal.wait(store).await?
    } else {
        let bytes = proposal.envelope.to_bytes();
        replace(store, &name, &bytes, there.as_ref().map(|(_, tag)| tag)).await?
    };
    Ok(is_put.then_some(Promoted { pointer: proposal.pointer, missing }))
}

/// Replaces the document that was read; false if another one is there now.
async fn replace(
    store: &dyn Store,
    key: &str,
    bytes: &[u8],
    there: Option<&Tag>,
) -> Result<bool, StoreError> {
    // The answer to a successful write may have been lost, and the repeated write refused.
    let is_put = store.put_if(key, Content::Bytes(bytes), there).await?;
    Ok(is_put || store.read(key).await?.as_deref() == Some(bytes))
}

/// The pointer to renew.
#[derive(Clone, Copy, Debug)]
pub struct Renewal<'a> {
    /// The service.
    pub service: &'a str,
    /// The instances of the pointer; none for that of all instances.
    pub instance: Option<&'a str>,
    /// For how many days the pointer is valid from now on.
    pub days: i64,
    /// The current time.
    pub now: Timestamp,
}

/// Renews the current pointer of a service, for this many days.
///
/// # Errors
/// `key` may not renew, there is no valid pointer, or the store refuses the write.
pub async fn refresh(
    renewal: &Renewal<'_>,
    store: &dyn Store,
    key: &SigningKey,
    keys: &Pinned,
) -> Result<Freshness, PublishError> {
    let Renewal { service, instance, days, now } = *renewal;
    if !keys.of_renewals().contains(&key.public()) {
        let subject = format!("the renewal of the pointer of {service}");
        return Err(PublishError::Refused { subject, refusal: Refusal::UnknownKey(key.public().id()) });
    }
    let place = PointerScope { service, instance };
    let pointer = find_pointer(store, place, keys).await?;
    let pointer = pointer
        .ok_or_else(|| PublishError::Absent { what: format!("pointer of {service}"), store: store.name() })?;
    let expires = now.checked_add(SignedDuration::from_hours(days.saturating_mul(24)));
    let freshness = Freshness {
        format: 1,
        service: service.to_owned(),
        instance: instance.map(str::to_owned),
        pointer_sha256: pointer.digest(),
        renewed: now,
        expires: expires.unwrap_or(Timestamp::MAX),
    };
    let bytes = Envelope::sign(Signed::Freshness, &freshness.to_bytes(), key).to_bytes();
    // Two renewals of one pointer have the same meaning: the last one counts.
    store.put(&Keys { service }.freshness(instance), Content::Bytes(&bytes)).await?;
    Ok(freshness)
}

/// The manifest of a revision whose archive exists too.
async fn whole(
    store: &dyn Store,
    service: &str,
    revision: &str,
    keys: &Pinned,
) -> Result<SignedManifest, PublishError> {
    let absent = |what: &str| {
        let what = format!("{what} of {service} {revision}");
        PublishError::Absent { what, store: store.name() }
    };
    let signed = find_manifest(store, service, revision, keys).await?.ok_or_else(|| absent("manifest"))?;
    let names = store.names(&format!("{service}/{revision}")).await?;
    let archive = Keys { service }.archive(revision);
    let is_there = names.iter().any(|name| archive.ends_with(&format!("/{name}")));
    if is_there { Ok(signed) } else { Err(absent("archive")) }
}
