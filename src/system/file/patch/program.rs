//! The program `patch`.

use std::path::PathBuf;
use std::time::Duration;

use super::map;
use crate::Call;
use machine::process::Command;
use model::{Map, Value, chain};

/// A patch that takes longer than this hangs.
const DEADLINE: Duration = Duration::from_secs(600);

/// The command line, and the patch.
#[derive(Clone, Debug)]
pub struct Program {
    words: Vec<String>,
    directory: Option<PathBuf>,
    patch: Vec<u8>,
}

/// Its output.
#[derive(Clone, Debug)]
pub struct PatchOutput {
    pub code: i32,
    pid: u32,
    stdout: String,
    stderr: String,
}

impl Program {
    /// For the file or directory of a call.
    pub fn new(call: &Call<'_>, patch: Vec<u8>) -> Self {
        let fields = call.fields;
        let path = PathBuf::from(call.name);
        let is_directory = path.is_dir();
        let mut words = vec!["patch".to_owned(), "-i".to_owned(), "-".to_owned()];
        let reject = fields.text("reject_file").unwrap_or_else(|| "-".to_owned());
        words.extend(["-r".to_owned(), reject]);
        words.extend(fields.integer("strip").map(|strip| format!("-p{strip}")));
        words.extend(fields.text("options").unwrap_or_default().split_whitespace().map(str::to_owned));
        if !is_directory {
            words.push(call.name.to_owned());
        }
        Self { words, directory: is_directory.then_some(path), patch }
    }

    /// Runs it with more words.
    ///
    /// # Errors
    /// It is missing, or cannot be started.
    pub async fn run(&self, more: &[&str]) -> Result<PatchOutput, String> {
        let (program, rest) = self.words.split_first().ok_or("nothing to run")?;
        let words = std::iter::once(program.as_str()).chain(more.iter().copied());
        let mut command = Command::argv(words.chain(rest.iter().map(String::as_str))).timeout(DEADLINE);
        command.cwd.clone_from(&self.directory);
        command.stdin = Some(self.patch.clone());
        let finished = command.run().await.map_err(|error| chain(&error))?;
        Ok(PatchOutput {
            code: finished.code(),
            pid: finished.pid,
            stdout: finished.stdout_text().trim_end().to_owned(),
            stderr: finished.stderr_text().trim_end().to_owned(),
        })
    }
}

impl PatchOutput {
    /// The result as Salt shows the result of a command.
    pub fn changes(&self) -> Map {
        map([
            ("pid", Value::Int(self.pid.into())),
            ("retcode", i64::from(self.code).into()),
            ("stdout", self.stdout.as_str().into()),
            ("stderr", self.stderr.as_str().into()),
        ])
    }

    /// The output for people.
    pub fn text(&self) -> String {
        format!("{}\n{}", self.stdout, self.stderr).trim().to_owned()
    }
}
