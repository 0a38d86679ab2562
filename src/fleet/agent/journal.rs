//! The agent's disk: which jobs began, and answers that the stream does not have yet. Files are private and written with fsync.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::identity::BoxKey;
use crate::jobs::Known;
use crate::protocol::Jid;
use machine::file::{self, FileError, Permissions};

/// What is noted of a job.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct JobNote {
    /// How far it is.
    pub known: Known,
    /// The function, for the answer "interrupted".
    pub fun: String,
    /// Who may read that answer.
    pub readers: Vec<BoxKey>,
}

/// The two directories, `jobs` and `spool`.
#[derive(Clone, Debug)]
pub struct Journal {
    jobs: PathBuf,
    spool: PathBuf,
    directory: PathBuf,
}

/// The file of the newest list of operators.
const OPERATORS: &str = "operators.json";
const PRIVATE: Permissions = Permissions { mode: Some(0o600), uid: None, gid: None };
const DIRECTORY: Permissions = Permissions { mode: Some(0o700), uid: None, gid: None };

impl Journal {
    /// Makes the directories, for their owner alone.
    ///
    /// # Errors
    ///
    /// The system's own.
    pub fn open(directory: &Path) -> Result<Self, FileError> {
        let journal = Self {
            jobs: directory.join("jobs"),
            spool: directory.join("spool"),
            directory: directory.to_owned(),
        };
        for path in [directory, &journal.jobs, &journal.spool] {
            if file::Stat::find(path)?.is_none() {
                file::make_directory(path, DIRECTORY)?;
            }
        }
        Ok(journal)
    }

    /// The agent's directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The newest list of operators that the agent has seen, signed, if it has kept one.
    pub fn operators(&self) -> Option<Vec<u8>> {
        file::read_if_there(&self.directory.join(OPERATORS)).ok().flatten()
    }

    /// Keeps a list of operators: an older one does not count any more, also after a restart.
    ///
    /// # Errors
    ///
    /// The system's own: a full disk.
    pub fn keep_operators(&self, list: &[u8]) -> Result<(), FileError> {
        file::replace(&self.directory.join(OPERATORS), list, PRIVATE)
    }

    /// Where published trees are kept.
    pub fn trees(&self) -> PathBuf {
        self.directory.join("trees")
    }

    /// Notes a job.
    ///
    /// # Errors
    ///
    /// The system's own: a full disk.
    pub fn note(&self, jid: &Jid, record: &JobNote) -> Result<(), FileError> {
        let text = serde_json::to_vec(record).unwrap_or_default();
        file::replace(&self.jobs.join(jid.as_str()), &text, PRIVATE)
    }

    /// Keeps the parts of an answer.
    ///
    /// # Errors
    ///
    /// The system's own: a full disk.
    pub fn keep(&self, jid: &Jid, parts: &[Vec<u8>]) -> Result<(), FileError> {
        let texts: Vec<_> = parts.iter().map(|part| String::from_utf8_lossy(part)).collect();
        let text = serde_json::to_vec(&texts).unwrap_or_default();
        file::replace(&self.spool.join(jid.as_str()), &text, PRIVATE)
    }

    /// The parts of an answer that were kept.
    pub fn parts(&self, jid: &Jid) -> Option<Vec<Vec<u8>>> {
        let text = file::read_if_there(&self.spool.join(jid.as_str())).ok()??;
        let texts: Vec<String> = serde_json::from_slice(&text).ok()?;
        Some(texts.into_iter().map(String::into_bytes).collect())
    }

    /// Drops the parts of an answer that the stream has.
    pub fn drop_parts(&self, jid: &Jid) {
        let _ = file::remove(&self.spool.join(jid.as_str()));
    }

    /// Forgets a job.
    pub fn forget(&self, jid: &Jid) {
        let _ = file::remove(&self.jobs.join(jid.as_str()));
    }

    /// Every job that is remembered. A file that is broken is a job that began: it is not run again.
    ///
    /// # Errors
    ///
    /// The system's own.
    pub fn load(&self) -> Result<BTreeMap<Jid, JobNote>, FileError> {
        let failed = |source| FileError::Look { path: self.jobs.clone(), source };
        let mut records = BTreeMap::new();
        for name in file::names(&self.jobs).map_err(failed)? {
            let Ok(jid) = Jid::try_from(name) else { continue };
            let text = file::read(&self.jobs.join(jid.as_str()))?;
            let broken = || JobNote {
                known: Known { nonce: String::new(), stage: crate::jobs::Stage::Stored },
                fun: String::new(),
                readers: vec![],
            };
            let record = serde_json::from_slice(&text).unwrap_or_else(|_| broken());
            records.insert(jid, record);
        }
        Ok(records)
    }
}
