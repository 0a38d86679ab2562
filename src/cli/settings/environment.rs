//! The environment of the process, read once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::render;

/// The environment in which the process was started.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Its environment variables; those that are not UTF-8 are left out.
    pub variables: BTreeMap<String, String>,
    /// The working directory.
    pub directory: PathBuf,
    /// True when stdout is a terminal.
    pub stdout_is_terminal: bool,
    /// True when stderr is a terminal.
    pub stderr_is_terminal: bool,
}

impl Environment {
    /// Reads that of this process.
    pub fn of_process() -> Self {
        let pairs = std::env::vars_os();
        let variables =
            pairs.filter_map(|(name, text)| Some((name.into_string().ok()?, text.into_string().ok()?)));
        Self {
            variables: variables.collect(),
            directory: std::env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
            stdout_is_terminal: render::result_is_terminal(),
            stderr_is_terminal: render::error_is_terminal(),
        }
    }

    /// A variable that is set and not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str).filter(|text| !text.is_empty())
    }

    /// True for a terminal that shows codes for colours as text.
    pub fn is_dumb(&self) -> bool {
        self.get("TERM") == Some("dumb")
    }

    /// True when messages on stderr may have colours.
    pub fn has_colors(&self) -> bool {
        self.stderr_is_terminal && self.get("NO_COLOR").is_none() && !self.is_dumb()
    }

    /// True when the file exists, relative to the working directory.
    pub fn has_file(&self, path: &Path) -> bool {
        self.directory.join(path).is_file()
    }
}
