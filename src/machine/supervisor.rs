//! Programs that supervisord runs, by `supervisorctl`.
//!
//! See <https://supervisord.org/running.html#supervisorctl-actions>.

use std::path::Path;

use super::process::{AskError, Command, Finished};

/// How `supervisorctl` is called.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// The program, or the directory of a Python environment that has it in `bin`.
    pub program: Option<String>,
    /// supervisord's configuration, if it is not in a usual place.
    pub configuration: Option<String>,
    /// The user who calls it.
    pub user: Option<String>,
}

/// A process, as `group:process` unless both names are the same, and its state.
pub type Process = (String, String);

impl Control {
    /// A command of `supervisorctl`.
    pub fn command(&self, words: &[&str]) -> Command {
        let given = self.program.clone().unwrap_or_else(|| "supervisorctl".to_owned());
        let program = match Path::new(&given) {
            path if path.is_dir() => path.join("bin/supervisorctl").display().to_string(),
            _ => given,
        };
        let configuration = self.configuration.iter().flat_map(|path| ["-c".to_owned(), path.clone()]);
        let all =
            std::iter::once(program).chain(configuration).chain(words.iter().map(|&word| word.to_owned()));
        let mut command = Command::argv(all);
        command.user = self.user.clone();
        command
    }

    /// All processes and their states.
    ///
    /// # Errors
    /// `supervisorctl` cannot be run, or supervisord does not answer.
    pub async fn processes(&self) -> Result<Vec<Process>, AskError> {
        let command = self.command(&["status"]);
        let finished = command.finish().await?;
        // 3 means that a process does not run, since version 4; 4 means any other failure.
        if !matches!(finished.code(), 0 | 3) {
            return Err(command.failed(&finished));
        }
        read(&finished.stdout_text()).ok_or_else(|| command.failed(&finished))
    }
}

/// Reads the table of processes: name, state and remarks; nothing if the text is not one.
fn read(table: &str) -> Option<Vec<Process>> {
    let row = |line: &str| {
        let mut words = line.split_whitespace();
        let (name, state) = (words.next()?, words.next()?);
        let is_state = state.chars().all(|letter| letter.is_ascii_uppercase());
        is_state.then(|| (name.to_owned(), state.to_owned()))
    };
    table.lines().filter(|line| !line.trim().is_empty()).map(row).collect()
}

/// True if a process runs, or is about to.
pub fn is_up(state: &str) -> bool {
    matches!(state, "RUNNING" | "STARTING")
}

/// True if `supervisorctl` failed. Before version 4 its code is always 0.
///
/// A program that is already in the wanted state is not a failure.
pub fn has_failed(finished: &Finished) -> bool {
    let said = finished.stdout_text();
    let is_so = ["already started", "not running", "process group already active", "already added"];
    let is_bad = |line: &str| line.contains("ERROR") && !is_so.iter().any(|so| line.contains(so));
    said.lines().any(is_bad) || !finished.is_success() && !said.contains("ERROR")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::End;

    #[test]
    fn the_table_names_processes_and_states() {
        let table = "web:web_00    RUNNING   pid 7, uptime 0:00:05\nworker   STOPPED   Not started\n";
        let rows =
            [("web:web_00", "RUNNING"), ("worker", "STOPPED")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(read(table).as_deref(), Some(&rows[..]));
        assert_eq!(read(""), Some(vec![]));
        assert_eq!(read("unix:///run/supervisor.sock no such file\n"), None);
    }

    #[test]
    fn what_is_so_already_is_no_failure() {
        for (said, code, failed) in [
            ("web: started", 0, false),
            ("web: ERROR (already started)", 7, false),
            ("web: ERROR (no such process)", 1, true),
            ("web: ERROR (no such file)", 0, true),
            ("error: <class 'FileNotFoundError'>", 4, true),
        ] {
            let finished = Finished { stdout: said.into(), end: End::Code(code), ..Finished::default() };
            assert_eq!(has_failed(&finished), failed, "{said}");
        }
    }

    #[test]
    fn an_environment_has_a_program_of_its_own() {
        let control = Control { configuration: Some("/srv/s.conf".into()), ..Control::default() };
        assert_eq!(
            control.command(&["start", "web"]).program.to_string(),
            "supervisorctl -c /srv/s.conf start web"
        );
        let control = Control { program: Some("/usr".into()), ..Control::default() };
        assert_eq!(control.command(&["status"]).program.to_string(), "/usr/bin/supervisorctl status");
    }
}
