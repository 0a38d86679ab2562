//! A command that checks the new contents of a file before the file is written.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use machine::process::Command;
use machine::{account, file};
use model::chain;

/// A check that takes longer than this hangs.
const DEADLINE: Duration = Duration::from_secs(600);

/// The command of `check_cmd`, and the place of the file that it checks.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The command; the path of the file is its last word.
    pub command: String,
    /// The shell.
    pub shell: String,
    /// The directory of the file.
    pub directory: PathBuf,
    /// The end of its name.
    pub extension: String,
}

impl Check {
    /// Writes the contents to a temporary file, runs the command, and removes the file.
    pub(super) async fn agrees(&self, contents: &[u8]) -> Result<(), String> {
        clear_left_over(&self.directory);
        let name = format!("{PREFIX}{}{}", uuid::Uuid::new_v4().simple(), self.extension);
        let path = self.directory.join(name);
        put(&path, contents)
            .map_err(|error| format!("check_cmd: '{}' cannot be written: {error}", path.display()))?;
        let asked = self.ask(&path).await;
        let _ = fs::remove_file(&path);
        asked
    }

    async fn ask(&self, path: &Path) -> Result<(), String> {
        let text = format!("{} {}", self.command, path.display());
        let command = Command::shell(&self.shell, &text).timeout(DEADLINE);
        let finished = command.run().await.map_err(|error| format!("check_cmd: {}", chain(&error)))?;
        if finished.is_success() {
            return Ok(());
        }
        let output = [finished.stdout_text(), finished.stderr_text()];
        let said = output.iter().map(|text| text.trim_end()).filter(|text| !text.is_empty());
        let said: Vec<&str> = std::iter::once("check_cmd execution failed").chain(said).collect();
        Err(said.join("\n"))
    }
}

/// The beginning of the name of a file to check.
const PREFIX: &str = "__salt.tmp.";

/// Removes the files of killed runs: they are this user's alone, and older than any check.
fn clear_left_over(directory: &Path) {
    let probe = || {
        let name = format!("{PREFIX}{}", uuid::Uuid::new_v4().simple());
        let path = directory.join(name);
        put(&path, b"").ok()?;
        let now = fs::metadata(&path).ok()?.modified().ok();
        let _ = fs::remove_file(&path);
        now
    };
    let is_ours = |name: &str| {
        let random = name.strip_prefix(PREFIX).and_then(|rest| rest.get(..32));
        random.is_some_and(|random| random.bytes().all(|digit| digit.is_ascii_hexdigit()))
    };
    let names = file::names(directory).unwrap_or_default();
    let left: Vec<PathBuf> =
        names.iter().filter(|name| is_ours(name)).map(|name| directory.join(name)).collect();
    if left.is_empty() {
        return;
    }
    let Some(now) = probe() else { return };
    for path in left {
        let Ok(stat) = fs::symlink_metadata(&path) else { continue };
        let is_private = stat.is_file() && stat.uid() == account::own_uid() && stat.mode() & 0o077 == 0;
        let age = stat.modified().ok().and_then(|then| now.duration_since(then).ok()).unwrap_or_default();
        if is_private && age > DEADLINE * 2 {
            let _ = fs::remove_file(path);
        }
    }
}

/// Only its owner can read it: the contents may be secret.
fn put(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(contents)
}
