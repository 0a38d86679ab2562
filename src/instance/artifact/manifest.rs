//! The manifest of an artifact: its service and revision, and all of its files.

use std::collections::{BTreeMap, HashMap};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::{Limits, Refusal, links, path};

/// The identity and contents of an artifact.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The format of this document: 1.
    pub format: u32,
    /// The service.
    pub service: String,
    /// The revision: one word, such as a commit.
    pub revision: String,
    /// Increases with each build of the service: an instance refuses a smaller one than it has had.
    pub sequence: u64,
    /// When it was built.
    pub created: Timestamp,
    /// When it expires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<Timestamp>,
    /// The archive.
    pub archive: Archive,
    /// Everything in the archive, by path.
    pub entries: Vec<Entry>,
    /// Facts from the builder: commit, branch, job.
    #[serde(default)]
    pub build: BTreeMap<String, String>,
}

/// The archive of an artifact.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Archive {
    /// Its size in bytes.
    pub size: u64,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

/// One thing in an archive.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Entry {
    /// A directory.
    Directory {
        /// Its path.
        path: String,
        /// Its permissions.
        mode: u32,
    },
    /// A regular file.
    File {
        /// Its path.
        path: String,
        /// Its permissions.
        mode: u32,
        /// Its size in bytes.
        size: u64,
        /// Its SHA-256, in hexadecimal digits.
        sha256: String,
    },
    /// A symbolic link.
    Link {
        /// Its path.
        path: String,
        /// Its target.
        target: String,
    },
}

impl Entry {
    /// The path inside the artifact.
    pub fn path(&self) -> &str {
        match self {
            Self::Directory { path, .. } | Self::File { path, .. } | Self::Link { path, .. } => path,
        }
    }

    fn check(&self) -> Result<(), Refusal> {
        path::check(self.path())?;
        match self {
            Self::Link { path, target } => path::check_link(path, target),
            Self::Directory { mode, path } | Self::File { mode, path, .. } => check_mode(path, *mode),
        }
    }
}

/// Artifacts cannot hold set-user-id, set-group-id, sticky and world-writable files.
pub(super) fn check_mode(path: &str, mode: u32) -> Result<(), Refusal> {
    if mode & !0o777 == 0 && mode & 0o002 == 0 {
        return Ok(());
    }
    Err(Refusal::Mode { path: path.to_owned(), mode })
}

/// The conditions for using a manifest.
#[derive(Clone, Debug)]
pub struct Expected<'a> {
    /// The service.
    pub service: &'a str,
    /// The revision.
    pub revision: &'a str,
    /// The highest sequence that was deployed here; none to allow any.
    pub seen: Option<u64>,
    /// The maximum age of a build in days; none for no limit.
    pub max_age_days: Option<i64>,
    /// The current time.
    pub now: Timestamp,
    /// The limits of its contents.
    pub limits: Limits,
}

impl Manifest {
    /// Reads a manifest. Check its signature first, on the same bytes.
    ///
    /// # Errors
    /// It is not a manifest, or has a later format.
    pub fn parse(bytes: &[u8]) -> Result<Self, Refusal> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let unread = |error: serde_json::Error| Refusal::Document(error.to_string());
        let head: Head = serde_json::from_slice(bytes).map_err(unread)?;
        if head.format != 1 {
            return Err(Refusal::Format(head.format));
        }
        serde_json::from_slice(bytes).map_err(unread)
    }

    /// The document to sign.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// The total size of its files in bytes.
    pub fn unpacked_bytes(&self) -> u64 {
        let size = |entry: &Entry| if let Entry::File { size, .. } = entry { *size } else { 0 };
        self.entries.iter().map(size).fold(0, u64::saturating_add)
    }

    /// Checks that it is the requested one, that it is valid now, and that all paths in it stay inside.
    ///
    /// # Errors
    /// The first reason to refuse it.
    pub fn check(&self, expected: &Expected<'_>) -> Result<(), Refusal> {
        path::check_name(&self.service)?;
        path::check_name(&self.revision)?;
        let (found, wanted) = (&self.service, expected.service);
        if found != wanted {
            return Err(Refusal::Service { found: found.clone(), wanted: wanted.to_owned() });
        }
        let (found, wanted) = (&self.revision, expected.revision);
        if found != wanted {
            return Err(Refusal::Revision { found: found.clone(), wanted: wanted.to_owned() });
        }
        if let Some(expires) = self.expires.filter(|expires| *expires <= expected.now) {
            return Err(Refusal::Expired(expires.to_string()));
        }
        if let Some(most) = expected.max_age_days {
            let age = SignedDuration::from_hours(most.saturating_mul(24));
            if self.created.checked_add(age).is_ok_and(|end| end <= expected.now) {
                return Err(Refusal::TooOld { created: self.created.to_string(), most });
            }
        }
        if let Some(seen) = expected.seen.filter(|seen| self.sequence < *seen) {
            return Err(Refusal::RolledBack { found: self.sequence, seen });
        }
        self.check_size(expected.limits)?;
        self.check_entries()
    }

    fn check_size(&self, limits: Limits) -> Result<(), Refusal> {
        let (found, most) = (self.entries.len(), limits.entries);
        if found > most {
            return Err(Refusal::TooMany { found, most });
        }
        let (found, most) = (self.unpacked_bytes(), limits.unpacked_bytes);
        if found > most {
            return Err(Refusal::TooLarge { found, most });
        }
        Ok(())
    }

    fn check_entries(&self) -> Result<(), Refusal> {
        let mut known: HashMap<&str, &Entry> = HashMap::new();
        for entry in &self.entries {
            entry.check()?;
            if known.insert(entry.path(), entry).is_some() {
                return Err(Refusal::Twice(entry.path().to_owned()));
            }
        }
        links::check(&self.entries)?;
        for entry in &self.entries {
            for parent in path::parents(entry.path()) {
                if !matches!(known.get(parent), Some(Entry::Directory { .. })) {
                    let (path, parent) = (entry.path().to_owned(), parent.to_owned());
                    return Err(Refusal::BelowNoDirectory { path, parent });
                }
            }
        }
        Ok(())
    }
}
