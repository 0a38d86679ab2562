//! Checks whether a journal is as its runs wrote it.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;

use super::read::{load, names};
use super::write::JournalError;

/// Something that no run wrote in this form.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Fault {
    /// The run.
    pub run: String,
    /// The line of its file, from 1.
    pub line: usize,
    /// The mistake, one sentence without a full stop.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "run {}, line {}: {}", self.run, self.line, self.what)
    }
}

/// The result of checking a whole journal.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// The number of runs.
    pub runs: usize,
    /// The number of lines.
    pub lines: usize,
    /// The last run and the hash of its last line.
    pub last: Option<(String, String)>,
    /// The mistakes.
    pub faults: Vec<Fault>,
    /// The files that end too early, and whose beginning is as it was written. They are no mistakes.
    pub cut: Vec<Fault>,
}

/// Checks every line of every run, and that each run follows the one that it names.
///
/// The newest lines of the last run can be removed without a trace here. Keep the last hash elsewhere to detect that.
///
/// # Errors
/// The journal cannot be read.
pub fn verify(directory: &Path) -> Result<Verified, JournalError> {
    let mut verified = Verified::default();
    let mut known: HashMap<String, Vec<String>> = HashMap::new();
    for (index, run) in names(directory)?.into_iter().enumerate() {
        let loaded = load(directory, &run)?;
        verified.runs += 1;
        verified.lines += loaded.lines.len();
        verified.faults.extend(loaded.faults.iter().cloned());
        let is_empty = loaded.cut.is_some() && loaded.hashes.is_empty();
        verified.cut.extend(loaded.cut.clone());
        let previous = loaded.begun().and_then(|begun| begun.previous.as_ref());
        let fault = match previous.map(|previous| (previous, known.get(&previous.run))) {
            // The runs before the first one were deleted because of their age.
            _ if index == 0 || is_empty => None,
            None => Some("it names no run before it".to_owned()),
            Some((previous, None)) => Some(format!("the run before it, {}, is missing", previous.run)),
            // A run that follows an empty file names no hash.
            Some((previous, Some(hashes))) if hashes.is_empty() && previous.hash.is_empty() => None,
            Some((previous, Some(hashes))) => (!hashes.contains(&previous.hash))
                .then(|| format!("the run before it, {}, had another end when this one began", previous.run)),
        };
        verified.faults.extend(fault.map(|what| Fault { run: run.clone(), line: 1, what }));
        verified.last = Some((run.clone(), loaded.hash));
        known.insert(run, loaded.hashes);
    }
    Ok(verified)
}
