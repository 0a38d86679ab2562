//! How the last highstate of this machine ended: a small file in `cachedir`, which states that put the machine into
//! service look at.
//!
//! `cli` begins it before the trees are compiled and ends it after the walk, so that a run that was killed, or that could
//! not be compiled, counts as failed. Law: what a highstate of another instance left (in an image) is nobody's success.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::machine::file::{FileError, Permissions, replace};
use crate::model::minion::cachedir;
use crate::model::{Map, Value};

/// So many of the states that failed are remembered.
const NAMED: usize = 20;

/// How a highstate ended, or that it has not.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct HighstateRecord {
    /// How.
    pub state: RecordState,
    /// The process that ran it.
    pub process: u32,
    /// When it began, for people.
    pub began: String,
    /// The instance on which it ran, where that is known.
    #[serde(default)]
    pub machine: Option<String>,
    /// States that failed, the first ones.
    #[serde(default)]
    pub failed: Vec<String>,
}

/// How a highstate ended.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordState {
    /// It has not ended, or was killed.
    Running,
    /// Every state succeeded.
    Succeeded,
    /// A state failed, it was interrupted, or nothing could be compiled.
    Failed,
}

/// Where the record is.
pub fn place(opts: &Map) -> PathBuf {
    cachedir(opts).join("highstate.json")
}

/// The instance that this is, where its metadata tell.
pub fn machine(grains: &Map) -> Option<String> {
    grains.get("ec2_instance_id").and_then(Value::as_str).map(str::to_owned)
}

impl HighstateRecord {
    /// A highstate that begins.
    pub fn begin(process: u32, began: String, machine: Option<String>) -> Self {
        Self { state: RecordState::Running, process, began, machine, failed: vec![] }
    }

    /// The same, ended.
    #[must_use]
    pub fn end(mut self, succeeded: bool, mut failed: Vec<String>) -> Self {
        self.state = if succeeded { RecordState::Succeeded } else { RecordState::Failed };
        failed.truncate(NAMED);
        self.failed = failed;
        self
    }

    /// Reads a record; none where no highstate ever ran.
    ///
    /// # Errors
    /// It cannot be read, or is no record.
    pub fn load(path: &Path) -> io::Result<Option<Self>> {
        match fs::read(path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(io::Error::from),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes the record in one step; only the owner may read it.
    ///
    /// # Errors
    /// The system's own; what was there is as it was.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        keep(path, self)
    }
}

/// Writes such a file in one step, and makes its directory; only the owner may read it.
///
/// # Errors
/// The system's own; what was there is as it was.
pub(in crate::engine) fn keep(path: &Path, what: &impl Serialize) -> Result<(), FileError> {
    if let Some(directory) = path.parent() {
        let made = fs::create_dir_all(directory);
        made.map_err(|source| FileError::Write { path: directory.to_owned(), source })?;
    }
    let text = serde_json::to_vec_pretty(what).unwrap_or_default();
    replace(path, &text, Permissions { mode: Some(0o600), ..Permissions::default() })
}

/// Why the last highstate does not let this machine into service; none if it does, or if this process is running it.
pub fn objection(found: Option<&HighstateRecord>, own: u32, machine: Option<&str>) -> Option<String> {
    const RUN: &str = "run state.highstate first, or write 'after: anything'";
    let Some(record) = found.filter(|record| record.machine.as_deref() == machine) else {
        return Some(format!("no highstate has run on this machine yet ({RUN})"));
    };
    let began = &record.began;
    match record.state {
        RecordState::Succeeded => None,
        RecordState::Running if record.process == own => None,
        RecordState::Running => Some(format!(
            "the highstate of {began} (process {}) has not come to its end: wait for it, or run it again if it was killed",
            record.process
        )),
        RecordState::Failed => {
            let first = record.failed.first().map(|first| format!(", the first failed state: {first}"));
            Some(format!(
                "the highstate of {began} failed{}: mend it and run it again",
                first.unwrap_or_default()
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> HighstateRecord {
        HighstateRecord::begin(7, "2026-01-01 12:00:00".to_owned(), Some("i-1".to_owned()))
    }

    #[test]
    fn only_a_success_of_this_machine_lets_it_into_service() {
        let failed = record().end(false, vec!["cmd: build".to_owned()]);
        let of_image = HighstateRecord { machine: Some("i-0".to_owned()), ..record().end(true, vec![]) };
        let cases = [
            (None, 1, Some("no highstate has run")),
            (Some(of_image), 1, Some("no highstate has run")),
            (Some(record().end(true, vec![])), 1, None),
            (Some(record()), 7, None),
            (Some(record()), 1, Some("(process 7) has not come to its end")),
            (Some(failed), 1, Some("the first failed state: cmd: build")),
        ];
        for (found, own, words) in cases {
            let told = objection(found.as_ref(), own, Some("i-1"));
            match words {
                None => assert_eq!(told, None, "{found:?}"),
                Some(words) => assert!(told.is_some_and(|told| told.contains(words)), "{found:?}: {words}"),
            }
        }
    }

    #[test]
    fn a_record_is_read_as_it_was_written_and_a_torn_one_is_an_error() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("cache/highstate.json");
        assert_eq!(HighstateRecord::load(&path).unwrap(), None);
        let ended = record().end(false, vec!["a".to_owned(); NAMED + 5]);
        ended.save(&path).unwrap();
        let read = HighstateRecord::load(&path).unwrap().unwrap();
        assert_eq!((read.failed.len(), read), (NAMED, ended));
        fs::write(&path, "{").unwrap();
        assert!(HighstateRecord::load(&path).is_err());
    }
}
