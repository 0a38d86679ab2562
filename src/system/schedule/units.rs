//! The two units of a job.

use std::path::PathBuf;

use super::times::Times;
use machine::jobs::Files;

/// The program that a job starts.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Program {
    pub path: PathBuf,
    /// The directory of its configuration, if it is not the default one.
    pub config: Option<PathBuf>,
}

const HEAD: &str = "# Written by schedule.present of orchestrate: changes are lost.\n";

/// The service, which starts the program.
pub(super) fn service(job: &str, files: &Files, program: &Program, times: &Times) -> String {
    let config = program.config.iter().flat_map(|path| ["-c".to_owned(), path.display().to_string()]);
    let path = program.path.display().to_string();
    let declaration = files.declaration.display().to_string();
    let words = std::iter::once(path).chain(config).chain(["schedule.run_job".to_owned(), declaration]);
    let words: Vec<String> = match times.conditions.as_slice() {
        [] => words.collect(),
        conditions => {
            let script = format!(
                "now=$(date +%Y%m%d%H%M%S); time=1$(date +%H%M%S); {} || exit 0; exec \"$@\"",
                conditions.join(" && ")
            );
            ["/bin/sh".to_owned(), "-c".to_owned(), script, "sh".to_owned()]
                .into_iter()
                .chain(words)
                .collect()
        }
    };
    let line = words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    let delay = match times.delay {
        0 => String::new(),
        seconds => format!("ExecStartPre=/bin/sleep {seconds}\n"),
    };
    format!(
        "{HEAD}[Unit]\nDescription=Job {}\n\n[Service]\nType=oneshot\n{delay}ExecStart={line}\n",
        shown(job)
    )
}

/// The timer.
pub(super) fn timer(job: &str, times: &Times) -> String {
    format!(
        "{HEAD}[Unit]\nDescription=Times of job {}\n\n[Timer]\n{}\n\n[Install]\nWantedBy=timers.target\n",
        shown(job),
        times.timer.join("\n")
    )
}

/// A name in the form of a `Description=`.
fn shown(job: &str) -> String {
    let line: String = job.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    line.replace('%', "%%").trim_end_matches('\\').to_owned()
}

/// A word of a command line. See systemd.service(5), "Command lines".
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-:=+@,".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    let escaped = word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%").replace('$', "$$");
    format!("\"{escaped}\"")
}
