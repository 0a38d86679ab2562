//! Changes of configuration files by Augeas: `augtool` runs on a copy of the file.
//!
//! See <https://augeas.net/docs/references/1.14.0/manpages/augtool.html>.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use super::file::{self, FileError};
use super::process::{AskError, Command, Temporary};
use super::text::unescaped;

/// A trial: commands of `augtool`, and the file that they change.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// The file; it need not exist.
    pub path: PathBuf,
    /// The lens that reads it, if the path does not determine the lens: `Redis.lns`.
    pub lens: Option<String>,
    /// The directories of further lenses.
    pub load_path: Vec<String>,
    /// Commands: `set "/files/etc/hosts/1/ipaddr" "127.0.0.1"`.
    pub commands: Vec<String>,
}

/// Why a trial failed.
#[derive(Debug, thiserror::Error)]
pub enum AugeasError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The copy cannot be made.
    #[error("a copy cannot be made: {0}")]
    Copy(String),
    /// `augtool` cannot be run, or failed.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// No lens reads the file, or a command does not fit it.
    #[error("{0}")]
    Refused(String),
}

impl Trial {
    /// The present and the new contents of the file; none if there is no file.
    ///
    /// # Errors
    /// `augtool` is missing, no lens reads the file, or a command is not valid.
    pub async fn run(&self) -> Result<(Option<Vec<u8>>, Option<Vec<u8>>), AugeasError> {
        let before = if self.path.is_file() { Some(file::read(&self.path)?) } else { None };
        let root = Temporary::directory().map_err(AugeasError::Copy)?;
        let copy = root.path().join(self.path.strip_prefix("/").unwrap_or(&self.path));
        let parent = copy.parent().unwrap_or(root.path());
        let failed = |error: std::io::Error| AugeasError::Copy(error.to_string());
        DirBuilder::new().recursive(true).mode(0o700).create(parent).map_err(failed)?;
        if let Some(bytes) = &before {
            file::write(&copy, bytes, file::Permissions::default())?;
        }
        let mut command = self.command(root.path());
        command.stdin = Some(self.script().into_bytes());
        let finished = command.finish().await?;
        let said = finished.stdout_text();
        let messages: Vec<&str> = said.lines().filter_map(message).collect();
        if !messages.is_empty() {
            return Err(AugeasError::Refused(unescaped(&messages.join("\n")).trim().to_owned()));
        }
        if !finished.is_success() {
            // Its command line names a directory that is gone.
            let said = finished.stderr_text().trim().trim_start_matches("error: ").to_owned();
            return Err(if said.is_empty() {
                command.failed(&finished).into()
            } else {
                AugeasError::Refused(said)
            });
        }
        let after = if copy.is_file() { Some(file::read(&copy)?) } else { None };
        Ok((before, after))
    }

    /// Errors of reading are asked for first: the commands would replace a file that was not read.
    fn script(&self) -> String {
        let own = self.commands.iter().map(String::as_str);
        let all = std::iter::once(ERRORS).chain(own).chain(["save", ERRORS]);
        all.map(|line| format!("{line}\n")).collect()
    }

    fn command(&self, root: &Path) -> Command {
        let mut words = vec!["augtool".to_owned(), "--root".to_owned(), root.display().to_string()];
        words.extend(self.load_path.iter().flat_map(|path| ["--include".to_owned(), path.clone()]));
        if let Some(lens) = &self.lens {
            let transform = format!("{lens} incl {}", self.path.display());
            words.extend(["--noautoload".to_owned(), "--transform".to_owned(), transform]);
        }
        Command::argv(words)
    }
}

const ERRORS: &str = "print /augeas//error/message";

/// The text of an error that `print` shows.
fn message(line: &str) -> Option<&str> {
    let (path, text) = line.split_once(" = ")?;
    path.ends_with("/error/message").then(|| text.trim_matches('"'))
}

/// A word of `augtool` in quotes.
pub fn quoted(word: &str) -> String {
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_those_of_errors() {
        let line = "/augeas/files/etc/hosts/error/message = \"Failed to match\"";
        assert_eq!(message(line), Some("Failed to match"));
        assert_eq!(message("/augeas/files/etc/hosts/error = \"put_failed\""), None);
        assert_eq!(message("Saved 1 file(s)"), None);
        assert_eq!(unescaped("a \\\"b\\\"\\n [^\\\\n]\\n").trim(), "a \"b\"\n [^\\n]");
    }

    #[test]
    fn words_keep_their_quotes() {
        assert_eq!(quoted("a b"), "\"a b\"");
        assert_eq!(quoted("a\"b\\"), "\"a\\\"b\\\\\"");
    }
}
