//! Programs that must succeed: their output, or why they failed.

use std::time::Duration;

use super::{Command, End, Finished, Program, RunError};

/// A program of the system that takes longer than this hangs.
const DEADLINE: Duration = Duration::from_secs(600);

/// Why a program failed.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// It cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// It failed.
    #[error("'{command}' {ended}{said}")]
    Failed {
        /// Its command line.
        command: String,
        /// The exit code or the signal.
        ended: String,
        /// Its output.
        said: String,
    },
}

impl Command {
    /// Runs it, with a deadline of ten minutes unless it has one of its own. It must end with code 0.
    ///
    /// # Errors
    ///
    /// It cannot be run, or fails; the error names the command line, the end and the output.
    pub async fn ask(&self) -> Result<Finished, AskError> {
        let finished = self.finish().await?;
        if finished.is_success() { Ok(finished) } else { Err(self.failed(&finished)) }
    }

    /// The same, but an error does not show stdout: its caller writes that to a file, and it may be a secret.
    ///
    /// # Errors
    ///
    /// Those of [`Command::ask`].
    pub async fn ask_quietly(&self) -> Result<Finished, AskError> {
        let finished = self.finish().await?;
        if finished.is_success() {
            return Ok(finished);
        }
        Err(self.failed(&Finished { stdout: vec![], ..finished }))
    }

    /// Runs it, with a deadline of ten minutes unless it has one of its own. It may end with any code.
    ///
    /// # Errors
    ///
    /// It cannot be run.
    pub async fn finish(&self) -> Result<Finished, AskError> {
        if self.timeout.is_some() {
            return Ok(self.run().await?);
        }
        Ok(self.clone().timeout(DEADLINE).run().await?)
    }

    /// The error of a run that failed.
    pub fn failed(&self, finished: &Finished) -> AskError {
        let ended = match finished.end {
            End::Code(code) => format!("ended with code {code}"),
            End::Signal(signal) => format!("was ended by signal {signal}"),
            End::TimedOut => format!("took longer than {} s", self.timeout.unwrap_or(DEADLINE).as_secs()),
        };
        let printed = format!("{}\n{}", finished.stdout_text().trim(), finished.stderr_text().trim());
        let said = match printed.trim() {
            "" => String::new(),
            said => format!(": {}", said.trim_end_matches([':', ' '])),
        };
        AskError::Failed { command: self.program.to_string(), ended, said }
    }
}

/// Its command line.
impl std::fmt::Display for Program {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Argv(words) => out.write_str(&words.join(" ")),
            Self::Shell { text, .. } => out.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_failure_names_the_command_its_end_and_what_it_printed() {
        let asked = Command::shell("/bin/sh", "echo one; echo two >&2; exit 3").ask().await;
        let error = asked.expect_err("it fails").to_string();
        assert_eq!(error, "'echo one; echo two >&2; exit 3' ended with code 3: one\ntwo");
        let asked = Command::argv(["false"]).ask().await;
        assert_eq!(asked.expect_err("it fails").to_string(), "'false' ended with code 1");
        let asked = Command::argv(["echo", "yes"]).ask().await;
        assert_eq!(asked.expect("it succeeds").stdout_text(), "yes\n");
    }

    #[tokio::test]
    async fn a_failure_of_a_quiet_command_does_not_show_what_it_printed() {
        let command = Command::shell("/bin/sh", "printf 'o%s' ne; printf 't%s' wo >&2; exit 3");
        let error = command.ask_quietly().await.expect_err("it fails").to_string();
        assert!(error.ends_with("ended with code 3: two") && !error.contains("one"), "{error}");
        let asked = Command::argv(["echo", "yes"]).ask_quietly().await;
        assert_eq!(asked.expect("it succeeds").stdout_text(), "yes\n");
    }

    #[tokio::test]
    async fn a_deadline_of_its_own_counts() {
        let asked = Command::argv(["sleep", "60"]).timeout(Duration::from_millis(50)).ask().await;
        assert_eq!(asked.expect_err("it takes too long").to_string(), "'sleep 60' took longer than 0 s");
    }
}
