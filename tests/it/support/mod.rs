//! A sealed place to run the binary in: own directories, own environment, nothing of the machine's user.

mod left_out;
mod pipe;
mod program;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use regex::Regex;

pub use left_out::left_out;
pub use pipe::end_reader;
pub use program::write_program;

/// A directory with configuration, states and pillar, gone when dropped.
pub struct Place {
    root: tempfile::TempDir,
    variables: Vec<(String, String)>,
}

/// What a command printed, and how it ended.
#[must_use]
#[derive(Debug)]
pub struct Printed {
    command: String,
    /// What came on stdout, places and times made alike.
    pub stdout: String,
    /// What came on stderr, likewise.
    pub stderr: String,
    /// The exit code; none if a signal ended it.
    pub code: Option<i32>,
}

impl Place {
    /// An empty tree with the usual configuration.
    pub fn new() -> Self {
        let place = Self { root: tempfile::tempdir().expect("a directory"), variables: vec![] };
        place.with("orchestration/minion", MINION).with("states/.keep", "").with("pillar/.keep", "")
    }

    /// Adds a file, its path as seen from the working directory.
    pub fn with(self, path: &str, text: &str) -> Self {
        let path = self.root.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("directories");
        std::fs::write(path, text).expect("a file");
        self
    }

    /// Sets an environment variable.
    pub fn set(mut self, name: &str, text: &str) -> Self {
        self.variables.push((name.to_owned(), text.to_owned()));
        self
    }

    /// A path inside.
    pub fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    /// Runs a command line, its words parted by spaces.
    pub fn run(&self, words: &str) -> Printed {
        self.run_words(&words.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs a command line.
    pub fn run_words(&self, words: &[&str]) -> Printed {
        let root = self.root.path().canonicalize().expect("a directory");
        let mut command = self.command(words);
        let output = command.output().expect("the binary");
        let alike = |bytes: &[u8]| alike(&String::from_utf8_lossy(bytes), &root);
        let printed = Printed::of(&words.join(" "), &output);
        Printed { stdout: alike(&output.stdout), stderr: alike(&output.stderr), ..printed }
    }

    /// A command line, yet to be run.
    pub fn command(&self, words: &[&str]) -> Command {
        let root = self.root.path().canonicalize().expect("a directory");
        let mut command = Command::new(env!("CARGO_BIN_EXE_orchestrate"));
        command.args(words).current_dir(&root).env_clear().env("HOME", &root);
        // Runs of root would be recorded on this machine.
        command.env("XDG_STATE_HOME", root.join(".state"));
        // No run may look for an instance's metadata.
        command.env("AWS_EC2_METADATA_DISABLED", "true");
        command.envs(self.variables.iter().map(|(name, text)| (name, text)));
        command
    }
}

impl Printed {
    /// What a command line printed, letter by letter.
    pub fn of(words: &str, output: &std::process::Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self {
            command: format!("orchestrate {words}"),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
            code: output.status.code(),
        }
    }

    /// All of it, for a snapshot.
    pub fn whole(&self) -> String {
        let mut text = format!("$ {}\n", self.command);
        for (name, content) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !content.is_empty() {
                let _ = writeln!(text, "--- {name}\n{}", content.trim_end());
            }
        }
        let _ =
            write!(text, "--- exit code {}", self.code.map_or("none".to_owned(), |code| code.to_string()));
        text
    }
}

const MINION: &str = "
id: sample
file_roots:
  base: [states]
pillar_roots:
  base: [pillar]
cachedir: cache
";

/// Patterns for times and durations, each with the text that takes their place. Compiling them takes longer than a short run.
static TIMES: LazyLock<[(Regex, &str); 5]> = LazyLock::new(|| {
    let times = [
        (r"\d\d:\d\d:\d\d\.\d{6}", "12:34:56.789012"),
        (r"\b20\d{18}\b", "20010203040506070809"),
        (r"(Duration: )\d+(\.\d+)? ms", "${1}1.234 ms"),
        (r#"("duration": )\d+(\.\d+)?"#, "${1}1.234"),
        (r"(Total run time:) +\d+(\.\d+)? m?s", "${1}   1.234 ms"),
    ];
    times.map(|(pattern, with)| (Regex::new(pattern).expect("a pattern"), with))
});

/// Replaces places and times, which differ in each run.
fn alike(text: &str, root: &Path) -> String {
    let mut text =
        text.replace(&format!("{}/", root.display()), "").replace(&root.display().to_string(), ".");
    for (pattern, with) in TIMES.iter() {
        text = pattern.replace_all(&text, *with).into_owned();
    }
    text
}

/// Which of these programs are missing; nothing where all are there.
pub fn missing(programs: &[&str]) -> String {
    let missing = programs.iter().filter(|path| !Path::new(path).exists());
    missing.map(|path| format!("{path} is missing")).collect::<Vec<_>>().join(", ")
}
