//! The record of deployments on this instance, so that nothing older is accepted as new, and a rollback knows the
//! previous release.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::{Timestamp, Unit};
use serde::{Deserialize, Serialize};

use super::disk::{Disk, DiskError};

/// The record of one service.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct ServiceRecord {
    /// The highest sequence of a pointer that was followed.
    #[serde(default)]
    pub pointer: Option<u64>,
    /// The instance of that pointer; none for the pointer of all instances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer_instance: Option<String>,
    /// The SHA-256 of that pointer: another one with the same sequence is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer_sha256: Option<String>,
    /// The pointer keys, as a digest, with which that sequence was counted; none if no root document names them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer_keys: Option<String>,
    /// The same for the keys of releases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release_keys: Option<String>,
    /// The highest sequence of a manifest that a pointer led to.
    #[serde(default)]
    pub sequence: Option<u64>,
    /// The release whose deployment succeeded last.
    #[serde(default)]
    pub finished: Option<String>,
    /// Revisions that were rolled back from: they are not deployed again unless they are named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withdrawn: Vec<String>,
    /// A rollback that began, and whose end is not recorded yet. Earlier versions wrote it here; now it is a link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollback: Option<Rollback>,
    /// The revision that failed, and for which the instance was taken out of service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    /// The states that put the instance into service at the end of the deployment.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub registrations: Vec<Registration>,
    /// The deployments, the latest last.
    #[serde(default)]
    pub history: Vec<Deployed>,
    /// What a newer version wrote: it finds that again after this version has run.
    #[serde(flatten)]
    pub unknown: serde_json::Map<String, serde_json::Value>,
}

/// One deployment that succeeded.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Deployed {
    /// The revision.
    pub revision: String,
    /// When it came into service.
    pub at: Timestamp,
}

/// A state that puts the instance into service, by its place in the trees of a release.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Registration {
    /// The ID of its declaration.
    pub id: String,
    /// Its SLS, for people.
    pub sls: String,
}

/// A rollback.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Rollback {
    /// The revision that is left.
    pub from: Option<String>,
    /// The revision that comes back.
    pub to: String,
}

impl Rollback {
    /// The target of the link that notes a rollback: no name has a colon.
    pub(super) fn to_link(&self) -> PathBuf {
        format!("{}:{}", self.from.as_deref().unwrap_or_default(), self.to).into()
    }

    /// The rollback that such a link notes.
    pub(super) fn of_link(target: &Path) -> Option<Self> {
        let (from, to) = target.to_str()?.split_once(':')?;
        let from = Some(from.to_owned()).filter(|from| !from.is_empty());
        Some(Self { from, to: to.to_owned() })
    }
}

/// More entries than anybody reads.
const LONGEST: usize = 50;

impl ServiceRecord {
    /// Reads a record; a missing file is an empty one.
    ///
    /// # Errors
    /// It cannot be read, or is not a record.
    pub fn load(path: &Path) -> io::Result<Self> {
        match fs::read(path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(io::Error::from),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    /// Writes the record atomically; only the owner may read it.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn save(&self, disk: Disk<'_>, path: &Path) -> Result<(), DiskError> {
        disk.write(path, &serde_json::to_vec_pretty(self).unwrap_or_default())
    }

    /// Records that a deployment has ended.
    pub fn finish(&mut self, revision: &str, at: Timestamp) {
        self.withdrawn.retain(|withdrawn| withdrawn != revision);
        self.finished = Some(revision.to_owned());
        self.left = None;
        let at = at.round(Unit::Second).unwrap_or(at);
        self.history.push(Deployed { revision: revision.to_owned(), at });
        let surplus = self.history.len().saturating_sub(LONGEST);
        self.history.drain(..surplus);
    }

    /// Records that a rollback has ended.
    pub fn finish_rollback(&mut self, rollback: &Rollback, at: Timestamp) {
        self.finish(&rollback.to, at);
        let left = rollback.from.iter().filter(|from| **from != rollback.to);
        for from in left {
            if !self.withdrawn.contains(from) {
                self.withdrawn.push(from.clone());
            }
        }
        self.rollback = None;
        // They are those of the release that is left; the next highstate registers again.
        self.registrations.clear();
    }

    /// The revision in service before `current`, among those that still exist and were not rolled back from.
    pub fn before(&self, current: &str, unpacked: &[String]) -> Option<&str> {
        let earlier = self.history.iter().rev().map(|deployed| deployed.revision.as_str());
        earlier
            .filter(|revision| *revision != current && !self.withdrawn.iter().any(|it| it == revision))
            .find(|revision| unpacked.iter().any(|it| it == revision))
    }
}
