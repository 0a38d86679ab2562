//! Writes a run's file, line by line, at each event.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use serde_json::Value as Json;

use super::chain::seal;
use super::entry::{Begun, Entry, Finished, Line, Previous};
use super::read::{self, file_of, names};
use super::sent;
use machine::append_only::{AppendOnly, alone, private_directory};
use machine::file::FileError;
use model::secret;

/// Longer texts are cut in the journal: a whole file is not useful in a record.
const LONGEST: usize = 16 * 1024;

/// Why something could not be recorded.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The directory cannot be used.
    #[error("the run cannot be recorded in '{}'", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The cause.
        #[source]
        source: FileError,
    },
    /// A line cannot be written.
    #[error("the run cannot be recorded in '{}'", path.display())]
    Write {
        /// The file or directory.
        path: PathBuf,
        /// The cause.
        #[source]
        source: io::Error,
    },
    /// The journal cannot be read.
    #[error("'{}' cannot be read", path.display())]
    Read {
        /// The file or directory.
        path: PathBuf,
        /// The cause.
        #[source]
        source: io::Error,
    },
}

/// Records one run. Nothing is written until something is about to be changed.
pub struct Journal {
    directory: PathBuf,
    keep: usize,
    /// True if a run is kept until it has been copied to another place.
    is_sent: bool,
    /// True if the disk must have the line of a change before the change is made.
    is_required: bool,
    state: Mutex<State>,
}

enum State {
    /// Nothing has been changed yet. The plans so far are kept.
    Waiting(Box<Begun>, Vec<(Timestamp, Entry)>),
    /// Lines are added.
    Open(Open),
    /// A line could not be written, or the run is over.
    Closed,
}

struct Open {
    file: AppendOnly,
    path: PathBuf,
    run: String,
    hash: String,
}

impl Journal {
    /// The journal of a run that begins. `begun` does not have its name and its predecessor yet.
    ///
    /// # Errors
    /// The directory cannot be created, or belongs to somebody else.
    pub fn new(directory: &Path, keep: usize, begun: Begun) -> Result<Self, JournalError> {
        let made = private_directory(directory);
        made.map_err(|source| JournalError::Directory { path: directory.to_owned(), source })?;
        let state = Mutex::new(State::Waiting(Box::new(begun), vec![]));
        Ok(Self { directory: directory.to_owned(), keep, is_sent: false, is_required: false, state })
    }

    /// Keeps all runs that are not copied yet, whatever their number.
    #[must_use]
    pub fn keeping_unsent(self, is_sent: bool) -> Self {
        Self { is_sent, ..self }
    }

    /// Waits after the line of each change until the disk has it.
    #[must_use]
    pub fn required(self, is_required: bool) -> Self {
        Self { is_required, ..self }
    }

    /// Adds a line. The first line about a change creates the file; lines before it wait for it.
    ///
    /// # Errors
    /// It could not be written. After that nothing is written any more, and there is no further error.
    pub fn note(&self, at: Timestamp, entry: Entry) -> Result<(), JournalError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let written = self.write(&mut state, at, entry);
        if written.is_err() {
            *state = State::Closed;
        }
        written
    }

    /// Adds the last line, if there is a first one, and waits until the disk has it.
    ///
    /// # Errors
    /// As [`Journal::note`].
    pub fn finish(&self, at: Timestamp, finished: Finished) -> Result<(), JournalError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let written = match &mut *state {
            State::Open(open) => open.add(at, Entry::Finished(finished)).and_then(|()| open.sync()),
            State::Waiting(..) | State::Closed => Ok(()),
        };
        *state = State::Closed;
        written
    }

    /// The name of the run, if something was recorded.
    pub fn run(&self) -> Option<String> {
        match &*self.state.lock().unwrap_or_else(PoisonError::into_inner) {
            State::Open(open) => Some(open.run.clone()),
            State::Waiting(..) | State::Closed => None,
        }
    }

    fn write(&self, state: &mut State, at: Timestamp, entry: Entry) -> Result<(), JournalError> {
        if let State::Waiting(begun, waiting) = state {
            if !entry.is_change() {
                waiting.push((at, entry));
                return Ok(());
            }
            let (begun, waiting) = (std::mem::take(begun), std::mem::take(waiting));
            let mut open = self.open(waiting.first().map_or(at, |(first, _)| *first), *begun)?;
            let mut added = Ok(());
            for (at, entry) in waiting {
                added = added.and_then(|()| open.add(at, entry));
            }
            *state = State::Open(open);
            added?;
        }
        let State::Open(open) = state else { return Ok(()) };
        let announces_change =
            matches!(entry, Entry::Step { .. } | Entry::Planned { .. }) && entry.is_change();
        open.add(at, entry)?;
        if self.is_required && announces_change {
            open.sync()?;
        }
        Ok(())
    }

    /// Creates the file. Only one run at a time does so, so that each names a different predecessor.
    fn open(&self, at: Timestamp, begun: Begun) -> Result<Open, JournalError> {
        let lock = self.directory.join(".lock");
        let opened = alone(&lock, || {
            let open = self.begin(at, begun)?;
            self.drop_old()?;
            Ok(open)
        });
        opened.map_err(|source| JournalError::Write { path: lock, source })?
    }

    fn begin(&self, at: Timestamp, begun: Begun) -> Result<Open, JournalError> {
        let last = names(&self.directory)?.pop();
        let previous = match &last {
            Some(run) => {
                let loaded = read::load(&self.directory, run)?;
                Some(Previous { run: run.clone(), hash: loaded.hash })
            }
            None => None,
        };
        let run = name(at, last.as_deref());
        let path = file_of(&self.directory, &run);
        let failed = |source| JournalError::Write { path: path.clone(), source };
        let file = AppendOnly::create(&path).map_err(failed)?;
        let mut open = Open { file, path, run: run.clone(), hash: String::new() };
        let added = open.add(at, Entry::Begun(Box::new(Begun { run, previous, ..begun })));
        if let Err(error) = added.and_then(|()| open.sync()) {
            // Nothing was recorded: an empty file would look like a run.
            let _ = fs::remove_file(&open.path);
            return Err(error);
        }
        Ok(open)
    }

    /// Deletes the oldest runs.
    fn drop_old(&self) -> Result<(), JournalError> {
        let all = names(&self.directory)?;
        for run in all.iter().take(all.len().saturating_sub(self.keep)) {
            if self.is_sent && !sent::is_sent(&self.directory, run) {
                continue;
            }
            let path = file_of(&self.directory, run);
            fs::remove_file(&path).map_err(|source| JournalError::Write { path, source })?;
            sent::forget(&self.directory, run);
        }
        Ok(())
    }
}

impl Open {
    fn add(&mut self, at: Timestamp, entry: Entry) -> Result<(), JournalError> {
        let line = serde_json::to_value(Line { at, entry }).unwrap_or_default();
        let body = shortened(line).to_string();
        let (line, hash) = seal(&self.hash, &secret::masked(&body));
        let written = self.file.append(&line);
        written.map_err(|source| JournalError::Write { path: self.path.clone(), source })?;
        self.hash = hash;
        Ok(())
    }

    fn sync(&self) -> Result<(), JournalError> {
        self.file.sync().map_err(|source| JournalError::Write { path: self.path.clone(), source })
    }
}

/// The time as the name of a run. If the clock was set back, the name counts up from the last run's name.
fn name(at: Timestamp, last: Option<&str>) -> String {
    let name = at.strftime("%Y%m%d%H%M%S%6f").to_string();
    match last {
        Some(last) if *last >= *name => last.parse().map_or(name, |last: u128| format!("{:020}", last + 1)),
        _ => name,
    }
}

/// Long texts are cut. Their secrets are hidden before, because a secret that is cut in two would not be found.
fn shortened(value: Json) -> Json {
    match value {
        Json::String(text) if text.len() > LONGEST => {
            let text = secret::masked(&text);
            let end = text.floor_char_boundary(LONGEST);
            Json::String(format!("{}… ({} more bytes)", &text[..end], text.len() - end))
        }
        Json::Array(list) => Json::Array(list.into_iter().map(shortened).collect()),
        Json::Object(map) => Json::Object(map.into_iter().map(|(key, it)| (key, shortened(it))).collect()),
        other => other,
    }
}
