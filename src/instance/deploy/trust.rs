//! The keys whose signatures count here: those of the configuration, or those of the latest root document.

use std::fs;
use std::io;
use std::path::PathBuf;

use super::error::DeployError;
use super::job::Job;
use super::record::ServiceRecord;
use crate::artifact::{Anchor, Pinned, Role, Root};
use crate::store::{find_root, follow};

/// The keys that count, and the root document that names them.
#[derive(Clone, Debug)]
pub(super) struct Trust {
    pub pinned: Pinned,
    root: Option<Root>,
}

impl Trust {
    /// The keys of the configuration, or those of the latest root document in the store. Nothing is written.
    pub fn find(job: &Job<'_>) -> Result<Self, DeployError> {
        let Some(anchor) = &job.rules.root else {
            let pinned = job.rules.pinned.clone();
            return if pinned.is_empty() {
                Err(DeployError::NoKeys)
            } else {
                Ok(Self { pinned, root: None })
            };
        };
        let known = match accepted(job, anchor)? {
            Some(root) => root,
            None => job.world.wait(find_root(job.store, anchor))??.ok_or_else(|| absent(job, anchor))?,
        };
        let root = job.world.wait(follow(job.store, known))??;
        root.check_time((job.world.clock)()).map_err(|refusal| DeployError::Refused {
            subject: format!("root document {} in {}", root.version, job.store.name()),
            refusal,
        })?;
        Ok(Self { pinned: root.pinned(), root: Some(root) })
    }

    /// Keeps the document: no older one is accepted here from now on.
    pub fn keep(&self, job: &Job<'_>) -> Result<(), DeployError> {
        let (Some(root), path) = (&self.root, path(job)) else { return Ok(()) };
        let bytes = root.to_bytes();
        if fs::read(&path).is_ok_and(|there| there == bytes) {
            return Ok(());
        }
        Ok(job.world.disk.write(&path, &bytes)?)
    }

    /// Resets numbers that were counted with keys that were replaced since: a thief of such a key could have counted so
    /// far ahead that nothing could come after it (TUF's fast-forward attack).
    pub fn forget(&self, record: &ServiceRecord) -> ServiceRecord {
        let mut record = record.clone();
        let Some(root) = &self.root else { return record };
        let is_other =
            |known: &Option<String>, role: &Role| known.as_ref().is_some_and(|known| *known != role.digest());
        if is_other(&record.pointer_keys, &root.pointers) {
            (record.pointer, record.pointer_sha256) = (None, None);
        }
        if is_other(&record.release_keys, &root.releases) {
            record.sequence = None;
        }
        record
    }

    /// Records with which keys numbers are counted.
    pub fn note(&self, record: &mut ServiceRecord) {
        let of = |role: fn(&Root) -> &Role| self.root.as_ref().map(|root| role(root).digest());
        record.pointer_keys = of(|root| &root.pointers);
        record.release_keys = of(|root| &root.releases);
    }
}

/// Beside the services: all of them share it.
fn path(job: &Job<'_>) -> PathBuf {
    job.layout.root().join(".root.json")
}

/// The document that was accepted here last; none if the configuration pins a later one.
fn accepted(job: &Job<'_>, anchor: &Anchor) -> Result<Option<Root>, DeployError> {
    let path = path(job);
    match fs::read(&path) {
        Ok(bytes) => {
            let subject = path.display().to_string();
            let root = Root::parse(&bytes).map_err(|refusal| DeployError::Refused { subject, refusal })?;
            Ok(Some(root).filter(|root| root.version >= anchor.version))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(DeployError::Read { path, source }),
    }
}

fn absent(job: &Job<'_>, anchor: &Anchor) -> DeployError {
    DeployError::Absent {
        what: format!("root document {}", anchor.version),
        store: job.store.name(),
        hint: "publish it: orchestrate artifact publish-root".to_owned(),
    }
}
