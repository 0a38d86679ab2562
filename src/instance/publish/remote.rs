//! What happens in the store: revisions come, and one of them becomes current.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use super::{Built, PublishError};
use crate::instance::artifact::{
    Manifest, Place, Pointer, PublicKey, Refusal, SignatureFile, Signed, SigningKey, check_name,
};
use crate::instance::store::{
    Content, Keys, SignedError, SignedManifest, Store, find_manifest, find_pointer, signature_of,
};

/// Publishes a signed artifact; true if it was not there before.
///
/// # Errors
/// It is not whole or not signed by a key that counts, or the store has another one of that name or does not take it.
pub async fn publish(
    built: &Built,
    store: &dyn Store,
    keys: &[PublicKey],
) -> Result<(Manifest, bool), PublishError> {
    let (manifest, bytes) = built.manifest()?;
    let signatures = built.signatures()?;
    if keys.is_empty() {
        // Whose keys count is the instances' business; that there is one is not.
        if signatures.signatures.is_empty() {
            return Err(built.refused(Refusal::Unsigned));
        }
    } else {
        signatures.check(Signed::Manifest, &bytes, keys).map_err(|refusal| built.refused(refusal))?;
    }
    built.check(&manifest)?;
    let names = Keys { service: &manifest.service };
    let key = names.manifest(&manifest.revision);
    let there = store.read(&key).await?;
    if there.as_ref().is_some_and(|there| *there != bytes) {
        let (service, revision) = (manifest.service.clone(), manifest.revision.clone());
        return Err(PublishError::Other { service, revision, store: store.name() });
    }
    if there.is_none() {
        store.put(&names.archive(&manifest.revision), Content::File(&built.archive())).await?;
    }
    store.put(&signature_of(&key), Content::Bytes(&signatures.to_bytes())).await?;
    // The manifest comes last: what it describes is there.
    if there.is_none() {
        store.put(&key, Content::Bytes(&bytes)).await?;
    }
    Ok((manifest, there.is_none()))
}

/// What is to become current, and for whom.
#[derive(Clone, Debug)]
pub struct Promotion<'a> {
    /// The service.
    pub service: &'a str,
    /// The revision.
    pub revision: &'a str,
    /// The instances that it is for; none for all.
    pub instance: Option<&'a str>,
    /// After how many days instances follow it no longer.
    pub expires_days: Option<i64>,
    /// True when it may be older than what is current.
    pub rollback: bool,
    /// What time it is.
    pub now: Timestamp,
}

/// Marks a published revision as the current one, in the place of that which is.
///
/// # Errors
/// `key` is none that counts, there is no such revision, none of these keys has signed it, or it is older than the current one.
pub async fn promote(
    promotion: &Promotion<'_>,
    store: &dyn Store,
    key: &SigningKey,
    keys: &[PublicKey],
) -> Result<Pointer, PublishError> {
    let Promotion { service, revision, instance, expires_days, rollback, now } = *promotion;
    for name in [Some(service), Some(revision), instance].into_iter().flatten() {
        let refused = |refusal| PublishError::Refused { subject: format!("the name '{name}'"), refusal };
        check_name(name).map_err(refused)?;
    }
    // Instances would refuse a pointer of another key, and with it every deployment.
    if !keys.contains(&key.public()) {
        let subject = format!("the promotion of {service} {revision}");
        return Err(PublishError::Refused { subject, refusal: Refusal::UnknownKey(key.public().id()) });
    }
    let signed = whole(store, service, revision, keys).await?;
    let place = Place { service, instance };
    let before = match find_pointer(store, place, keys).await {
        Err(SignedError::Refused { subject, refusal }) => {
            tracing::warn!("{subject} is none that instances follow, and is replaced: {refusal}");
            None
        }
        other => other?,
    };
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
        sequence: before.map_or(time, |before| time.max(before.sequence.saturating_add(1))),
        rollback,
        manifest_sha256: signed.sha256,
        promoted: now,
        expires: expires.and_then(|after| now.checked_add(after).ok()),
    };
    let bytes = pointer.to_bytes();
    let mut signatures = SignatureFile::default();
    signatures.add(key.sign(Signed::Pointer, &bytes));
    let name = Keys { service }.pointer(instance);
    store.put(&signature_of(&name), Content::Bytes(&signatures.to_bytes())).await?;
    store.put(&name, Content::Bytes(&bytes)).await?;
    Ok(pointer)
}

/// The manifest of a revision whose archive is there too.
async fn whole(
    store: &dyn Store,
    service: &str,
    revision: &str,
    keys: &[PublicKey],
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

/// What a store has of one revision.
#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    /// The revision.
    pub revision: String,
    /// Its place in the order of builds.
    pub sequence: Option<u64>,
    /// When it was built.
    pub created: Option<Timestamp>,
    /// The size of its archive.
    pub bytes: Option<u64>,
    /// Whose it is: `all`, or the instances whose pointers name it.
    pub current_for: Vec<String>,
    /// What is to be known of it.
    pub build: std::collections::BTreeMap<String, String>,
    /// Why an instance would refuse it; nothing where it would not.
    pub refused: Option<String>,
}

/// The services that a store has artifacts of.
///
/// # Errors
/// It cannot be listed.
pub async fn services(store: &dyn Store) -> Result<Vec<String>, PublishError> {
    Ok(store.names("").await?)
}

/// The revisions of a service, the latest build last.
///
/// # Errors
/// The store cannot be read. What is refused is listed with the reason.
pub async fn list(store: &dyn Store, service: &str, keys: &[PublicKey]) -> Result<Vec<Listed>, PublishError> {
    check_name(service)
        .map_err(|refusal| PublishError::Refused { subject: "the service".to_owned(), refusal })?;
    let names = store.names(service).await?;
    let mut current: Vec<(String, String)> = Vec::new();
    let mut revisions = Vec::new();
    for name in names {
        if let Some(instance) = name.strip_prefix("current").and_then(|rest| rest.strip_suffix(".json")) {
            let instance = instance.strip_prefix('.');
            if let Ok(Some(pointer)) = find_pointer(store, Place { service, instance }, keys).await {
                current.push((pointer.revision, instance.unwrap_or("all").to_owned()));
            }
        } else if check_name(&name).is_ok() && !name.ends_with(".json.sig") {
            revisions.push(name);
        }
    }
    let mut listed = Vec::new();
    for revision in revisions {
        let found = match find_manifest(store, service, &revision, keys).await {
            Ok(found) => found.map(|signed| signed.manifest).ok_or_else(|| "it has no manifest".to_owned()),
            Err(SignedError::Refused { refusal, .. }) => Err(refusal.to_string()),
            Err(SignedError::Store(error)) => return Err(error.into()),
        };
        let manifest = found.as_ref().ok();
        let of = |(named, whose): &(String, String)| (*named == revision).then(|| whose.clone());
        listed.push(Listed {
            sequence: manifest.map(|it| it.sequence),
            created: manifest.map(|it| it.created),
            bytes: manifest.map(|it| it.archive.size),
            current_for: current.iter().filter_map(of).collect(),
            build: manifest.map(|it| it.build.clone()).unwrap_or_default(),
            refused: found.as_ref().err().cloned(),
            revision,
        });
    }
    listed.sort_by(|a, b| (a.sequence, &a.revision).cmp(&(b.sequence, &b.revision)));
    Ok(listed)
}
