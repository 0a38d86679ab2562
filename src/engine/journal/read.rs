//! Reads the files of runs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::chain::{hash, open};
use super::entry::{Begun, Entry, Finished, Line};
use super::verify::Fault;
use super::write::JournalError;
use machine::append_only::is_growing;

/// The ending of the file names.
const ENDING: &str = ".jsonl";

/// A run, as its file holds it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Its name.
    pub run: String,
    /// Its lines.
    pub lines: Vec<Line>,
    /// The hash of each line that has one.
    pub hashes: Vec<String>,
    /// The hash of the last line.
    pub hash: String,
    /// The mistakes in the file.
    pub faults: Vec<Fault>,
    /// Why the file ends too early: the disk was full, or the host lost power. A run wrote it in this form.
    pub cut: Option<Fault>,
    /// True while the run is running.
    pub is_under_way: bool,
}

/// The end of a run.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Status<'a> {
    /// It finished.
    Finished(&'a Finished),
    /// It is running.
    UnderWay,
    /// It was killed, or its record stopped.
    BrokenOff,
}

/// The file of a run.
pub(super) fn file_of(directory: &Path, run: &str) -> PathBuf {
    directory.join(format!("{run}{ENDING}"))
}

/// The runs of a journal, the oldest first. A missing directory has none.
///
/// # Errors
/// The directory cannot be read.
pub fn names(directory: &Path) -> Result<Vec<String>, JournalError> {
    let names = machine::file::names(directory);
    let names = names.map_err(|source| JournalError::Read { path: directory.to_owned(), source })?;
    let is_run = |name: &&str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    Ok(names.iter().filter_map(|name| name.strip_suffix(ENDING)).filter(is_run).map(str::to_owned).collect())
}

/// The one run that a word names: `last`, a name, or the beginning of one.
///
/// # Errors
/// The directory cannot be read.
pub fn find(directory: &Path, word: &str) -> Result<Option<String>, JournalError> {
    Ok(chosen(names(directory)?, |name| name, word))
}

/// The one of these runs that a word names, as in [`find`]. The runs are sorted, the oldest first.
pub fn chosen<T>(mut runs: Vec<T>, name: impl Fn(&T) -> &str, word: &str) -> Option<T> {
    if word != "last" {
        runs.retain(|run| !word.is_empty() && name(run).starts_with(word));
        if runs.len() > 1 {
            return None;
        }
    }
    runs.pop()
}

/// Reads a run and checks its chain.
///
/// # Errors
/// The file cannot be read.
pub fn load(directory: &Path, run: &str) -> Result<Loaded, JournalError> {
    let path = file_of(directory, run);
    let failed = |source: io::Error| JournalError::Read { path: path.clone(), source };
    let is_under_way = is_growing(&path);
    let text = String::from_utf8_lossy(&fs::read(&path).map_err(failed)?).into_owned();
    Ok(of_text(run, &text, is_under_way))
}

/// A run from the text of its file. Its chain is checked.
pub fn of_text(run: &str, text: &str, is_under_way: bool) -> Loaded {
    let mut loaded = Loaded {
        run: run.to_owned(),
        lines: vec![],
        hashes: vec![],
        hash: String::new(),
        faults: vec![],
        cut: None,
        is_under_way,
    };
    let cut = |line: usize, what: &str| {
        let what = format!("{what}: the disk was full, the host lost power, or somebody cut it");
        Some(Fault { run: run.to_owned(), line, what })
    };
    if text.is_empty() && !is_under_way {
        loaded.cut = cut(1, "the file is empty");
        return loaded;
    }
    let mut of_last = None;
    let mut fault = |line: usize, what: &str| {
        loaded.faults.push(Fault { run: run.to_owned(), line, what: what.to_owned() });
    };
    let mut previous = String::new();
    for (index, whole) in text.split_inclusive('\n').enumerate() {
        let number = index + 1;
        let Some(line) = whole.strip_suffix('\n') else {
            if !is_under_way {
                of_last = cut(number, "the line has no end");
            }
            continue;
        };
        let Some((body, stated)) = open(line) else {
            fault(number, "the line has no hash");
            continue;
        };
        if hash(&previous, &body) != stated {
            fault(number, "the hash does not match: this line was changed, or a line before it was removed");
        }
        stated.clone_into(&mut previous);
        loaded.hashes.push(previous.clone());
        match serde_json::from_str::<Line>(&body) {
            Ok(line) => loaded.lines.push(line),
            Err(_) => fault(number, "the line is not an entry of a journal"),
        }
    }
    loaded.cut = of_last;
    let is_cut_at_once = loaded.cut.is_some() && loaded.hashes.is_empty();
    if !is_cut_at_once && loaded.begun().is_none_or(|begun| begun.run != run) {
        loaded.faults.push(Fault {
            run: run.to_owned(),
            line: 1,
            what: "the first line does not belong to this run".to_owned(),
        });
    }
    loaded.hash = previous;
    loaded
}

impl Loaded {
    /// The first line.
    pub fn begun(&self) -> Option<&Begun> {
        match &self.lines.first()?.entry {
            Entry::Begun(begun) => Some(begun),
            _ => None,
        }
    }

    /// The tree whose SLS it used; none for a run of an older version.
    pub fn tree(&self) -> Option<&str> {
        self.begun()?.tree.as_deref()
    }

    /// Its end.
    pub fn status(&self) -> Status<'_> {
        match self.lines.last().map(|line| &line.entry) {
            Some(Entry::Finished(finished)) => Status::Finished(finished),
            _ if self.is_under_way => Status::UnderWay,
            _ => Status::BrokenOff,
        }
    }
}

impl Status<'_> {
    /// In one or two words.
    pub fn words(&self) -> &str {
        match self {
            Self::Finished(finished) => &finished.result,
            Self::UnderWay => "under way",
            Self::BrokenOff => "broken off",
        }
    }
}
