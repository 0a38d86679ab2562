//! What was deployed on this instance: remembered so that nothing older is taken for new, and a rollback knows its way.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The record of one service.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Record {
    /// The highest sequence of a pointer that was followed.
    #[serde(default)]
    pub pointer: Option<u64>,
    /// The highest sequence of a manifest that was deployed because a pointer named it.
    #[serde(default)]
    pub sequence: Option<u64>,
    /// The release whose deployment came to its end last.
    #[serde(default)]
    pub finished: Option<String>,
    /// What was deployed, the latest last.
    #[serde(default)]
    pub history: Vec<Deployed>,
}

/// One deployment that came to its end.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Deployed {
    /// The revision.
    pub revision: String,
    /// When it came into service.
    pub at: Timestamp,
}

/// More entries than anybody reads.
const LONGEST: usize = 50;

impl Record {
    /// Reads a record; a file that is not there is an empty one.
    ///
    /// # Errors
    /// It cannot be read, or is no record.
    pub fn load(path: &Path) -> io::Result<Self> {
        match fs::read(path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(io::Error::from),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    /// Writes the record, in one step; only the owner may read it.
    ///
    /// # Errors
    /// The disk would not take it.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let made = path.with_extension("new");
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&made)?;
        file.write_all(&serde_json::to_vec_pretty(self)?)?;
        file.sync_all()?;
        fs::rename(&made, path)?;
        path.parent().map_or(Ok(()), |directory| File::open(directory)?.sync_all())
    }

    /// Notes that a deployment came to its end.
    pub fn finish(&mut self, revision: &str, at: Timestamp) {
        self.finished = Some(revision.to_owned());
        self.history.push(Deployed { revision: revision.to_owned(), at });
        let surplus = self.history.len().saturating_sub(LONGEST);
        self.history.drain(..surplus);
    }

    /// The revision in service before `current`, among those that are still there.
    pub fn before(&self, current: &str, unpacked: &[String]) -> Option<&str> {
        let earlier = self.history.iter().rev().map(|deployed| deployed.revision.as_str());
        earlier
            .filter(|revision| *revision != current)
            .find(|revision| unpacked.iter().any(|it| it == revision))
    }
}
