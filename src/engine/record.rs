//! The result of the last highstate of this machine: a small file in `cachedir`, which states read that put the machine
//! into service.
//!
//! `cli` begins it before the trees are compiled and ends it after the walk, so that a run that was killed, or could
//! not be compiled, counts as failed. Law: a highstate of another instance (in an image) does not count.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use machine::file::{FileError, Permissions, replace};
use model::minion::cachedir;
use model::{Map, Value};

/// The maximum number of failed states in the record.
const NAMED: usize = 20;

/// The result of a highstate, or that it has not ended.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct HighstateRecord {
    /// The result.
    pub state: RecordState,
    /// The process that ran it.
    pub process: u32,
    /// The start time, for people.
    pub began: String,
    /// The instance on which it ran, if it is known.
    #[serde(default)]
    pub machine: Option<String>,
    /// States that failed, the first ones.
    #[serde(default)]
    pub failed: Vec<String>,
}

/// The result of a highstate.
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

/// The path of the record.
pub fn place(opts: &Map) -> PathBuf {
    cachedir(opts).join("highstate.json")
}

/// The instance on which the program runs, if its metadata are known.
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

    /// Reads a record; none if no highstate ever ran.
    ///
    /// # Errors
    /// It cannot be read, or is not a record.
    pub fn load(path: &Path) -> io::Result<Option<Self>> {
        match fs::read(path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(io::Error::from),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes the record atomically; only the owner may read it.
    ///
    /// # Errors
    /// The system's own; the old record is unchanged.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        keep(path, self)
    }
}

/// Writes such a file atomically, and creates its directory; only the owner may read it.
///
/// # Errors
/// The system's own; the old file is unchanged.
pub(crate) fn keep(path: &Path, what: &impl Serialize) -> Result<(), FileError> {
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
            "the highstate of {began} (process {}) has not ended: wait for it, or run it again if it \
             was killed",
            record.process
        )),
        RecordState::Failed => {
            let first = record.failed.first().map(|first| format!(", the first failed state: {first}"));
            Some(format!(
                "the highstate of {began} failed{}: correct it and run it again",
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
            (Some(record()), 1, Some("(process 7) has not ended")),
            (Some(failed), 1, Some("the first failed state: cmd: build")),
        ];
        for (found, own, words) in cases {
            let message = objection(found.as_ref(), own, Some("i-1"));
            match words {
                None => assert_eq!(message, None, "{found:?}"),
                Some(words) => {
                    assert!(message.is_some_and(|message| message.contains(words)), "{found:?}: {words}");
                }
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
