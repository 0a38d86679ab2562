//! The log of one deployment.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use model::secret::masked;

/// The number of logs that are kept for a service.
const KEPT: usize = 20;

/// The log of one deployment. A failed write stops nothing: its lines go to the program's own log too.
pub(super) struct Log<'a> {
    path: PathBuf,
    file: Option<File>,
    clock: &'a dyn Fn() -> Timestamp,
}

impl<'a> Log<'a> {
    /// Begins a log in a directory.
    pub fn begin(directory: &Path, name: &str, clock: &'a dyn Fn() -> Timestamp) -> Self {
        let path = directory.join(format!("{}-{name}.log", clock().strftime("%Y%m%dT%H%M%SZ")));
        let open = || {
            fs::DirBuilder::new().recursive(true).mode(0o755).create(directory)?;
            OpenOptions::new().create(true).append(true).mode(0o600).open(&path)
        };
        let file: io::Result<File> = open();
        if let Err(error) = &file {
            tracing::warn!("the log {} cannot be written: {error}", path.display());
        }
        Self { path, file: file.ok(), clock }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a line.
    pub fn line(&mut self, text: &str) {
        tracing::info!("{text}");
        let line = format!("{:.3} {text}\n", (self.clock)());
        self.write(line.as_bytes());
    }

    /// Adds the output of a program, unchanged.
    pub fn output(&mut self, bytes: &[u8]) {
        self.write(bytes);
        if !bytes.is_empty() && !bytes.ends_with(b"\n") {
            self.write(b"\n");
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let shown = masked(&text);
        if let Some(file) = &mut self.file
            && let Err(error) = file.write_all(shown.as_bytes())
        {
            tracing::warn!("the log {} cannot be written: {error}", self.path.display());
        }
    }
}

/// The logs in a directory, the oldest first.
pub(super) fn list(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return vec![] };
    let mut logs: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    logs.retain(|path| path.extension().is_some_and(|extension| extension == "log"));
    logs.sort();
    logs
}

/// The logs to delete.
pub(super) fn surplus(directory: &Path) -> Vec<PathBuf> {
    let mut logs = list(directory);
    logs.truncate(logs.len().saturating_sub(KEPT));
    logs
}
