//! Adds revisions to the store, and lists them.

use jiff::Timestamp;
use serde::Serialize;

use super::{Built, PublishError};
use crate::artifact::{Manifest, Pinned, PointerScope, Refusal, check_archive, check_name};
use crate::store::{Content, Keys, SignedError, Store, find_manifest, find_pointer, signature_of};
use machine::file;

/// Publishes a signed artifact; true if it was not there before.
///
/// # Errors
/// It is not complete, no key that counts has signed it, the store has another one with that name, or the store refuses
/// the write.
pub async fn publish(
    built: &Built,
    store: &dyn Store,
    keys: &Pinned,
) -> Result<(Manifest, bool), PublishError> {
    let (manifest, bytes) = built.manifest()?;
    let signatures = built.signatures()?;
    if keys.releases.is_empty() {
        // Instances decide which keys count; here it is only checked that there is a signature.
        if signatures.signatures.is_empty() {
            return Err(built.refused(Refusal::Unsigned));
        }
    } else {
        keys.check_release(&signatures, &bytes).map_err(|refusal| built.refused(refusal))?;
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
        put_archive(built, store, &manifest).await?;
        // The files of the manifest are there. One of two publishers is first.
        if !store.put_if(&key, Content::Bytes(&bytes), None).await?
            && store.read(&key).await?.as_ref() != Some(&bytes)
        {
            let (service, revision) = (manifest.service.clone(), manifest.revision.clone());
            return Err(PublishError::Other { service, revision, store: store.name() });
        }
    }
    // Only a publisher that has stored the manifest, or would have stored the same, signs it.
    store.put(&signature_of(&key), Content::Bytes(&signatures.to_bytes())).await?;
    Ok((manifest, there.is_none()))
}

/// Stores the archive, unless the same one is there from a publisher that did not finish.
async fn put_archive(built: &Built, store: &dyn Store, manifest: &Manifest) -> Result<(), PublishError> {
    let key = Keys { service: &manifest.service }.archive(&manifest.revision);
    if store.put_if(&key, Content::File(&built.archive()), None).await? {
        return Ok(());
    }
    let there = built.path().join(".archive.there");
    file::remove(&there)?;
    let is_there = store.fetch(&key, manifest.archive.size.saturating_add(1), &there).await?;
    let is_same = is_there && check_archive(manifest, &there).is_ok();
    file::remove(&there)?;
    if is_same {
        return Ok(());
    }
    let (service, revision) = (manifest.service.clone(), manifest.revision.clone());
    Err(PublishError::Other { service, revision, store: store.name() })
}

/// The store's files of one revision.
#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    /// The revision.
    pub revision: String,
    /// Its position in the order of builds.
    pub sequence: Option<u64>,
    /// When it was built.
    pub created: Option<Timestamp>,
    /// The size of its archive.
    pub bytes: Option<u64>,
    /// Who uses it: `all`, or the instances whose pointers name it.
    pub current_for: Vec<String>,
    /// Facts about it.
    pub build: std::collections::BTreeMap<String, String>,
    /// Why an instance would refuse it; nothing if it would not.
    pub refused: Option<String>,
}

/// The services with artifacts in a store.
///
/// # Errors
/// It cannot be listed.
pub async fn services(store: &dyn Store) -> Result<Vec<String>, PublishError> {
    // Other names, such as that of root documents, are not services.
    let names = store.names("").await?;
    Ok(names.into_iter().filter(|name| check_name(name).is_ok()).collect())
}

/// The revisions of a service, the latest build last.
///
/// # Errors
/// The store cannot be read. A refused revision is listed with the reason.
pub async fn list(store: &dyn Store, service: &str, keys: &Pinned) -> Result<Vec<Listed>, PublishError> {
    check_name(service)
        .map_err(|refusal| PublishError::Refused { subject: "the service".to_owned(), refusal })?;
    let names = store.names(service).await?;
    let mut current: Vec<(String, String)> = Vec::new();
    let mut revisions = Vec::new();
    for name in names {
        if let Some(instance) = name.strip_prefix("current").and_then(|rest| rest.strip_suffix(".json")) {
            let instance = instance.strip_prefix('.');
            if let Ok(Some(pointer)) = find_pointer(store, PointerScope { service, instance }, keys).await {
                current.push((pointer.revision, instance.unwrap_or("all").to_owned()));
            }
        } else if check_name(&name).is_ok() && !is_document(&name) {
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

/// A file beside the revisions: a renewal of a pointer, a pointer that waits for signatures, or signatures from an
/// earlier version of this program.
fn is_document(name: &str) -> bool {
    let is_document = |kind: &str| name.starts_with(kind) && name.ends_with(".json");
    name.ends_with(".json.sig") || is_document("fresh.") || is_document("proposed.")
}
