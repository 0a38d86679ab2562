//! Repositories of git, by the program `git`.
//!
//! Laws: git never prompts (no terminal, no askpass). The variables of git in the environment of this process are not used. Every
//! call has a deadline. Only the given repository is changed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::process::{Command, Finished, RunError};

/// A call that takes longer than this hangs.
const DEADLINE: Duration = Duration::from_secs(1800);

/// Variables by which the caller's environment could change what git does.
const OWN: &[&str] = &[
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
    "GIT_COMMON_DIR",
    "GIT_ASKPASS",
    "SSH_ASKPASS",
];

/// Why git failed.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// It cannot be started.
    #[error("git {verb}")]
    Start {
        /// Its arguments.
        verb: String,
        /// The reason.
        source: RunError,
    },
    /// It reports an error.
    #[error("{said}")]
    Refused {
        /// Its message.
        said: String,
    },
}

/// The user, the directory and the keys that git runs with.
#[derive(Clone, Debug, Default)]
pub struct Git {
    /// The repository or working tree.
    pub directory: Option<PathBuf>,
    /// The user, by name or number.
    pub user: Option<String>,
    /// Files with keys for SSH.
    pub identities: Vec<String>,
}

impl Git {
    /// In a directory.
    #[must_use]
    pub fn at(&self, directory: &Path) -> Self {
        Self { directory: Some(directory.to_owned()), ..self.clone() }
    }

    /// Runs it, whatever its exit code.
    ///
    /// # Errors
    ///
    /// It cannot be started.
    pub async fn run(&self, words: &[&str]) -> Result<Finished, GitError> {
        let start =
            |source| GitError::Start { verb: words.first().copied().unwrap_or_default().to_owned(), source };
        self.command(words).run().await.map_err(start)
    }

    /// Its output, without blanks at the end, if it succeeds.
    ///
    /// # Errors
    ///
    /// It cannot be started, or fails.
    pub async fn say(&self, words: &[&str]) -> Result<String, GitError> {
        let finished = self.run(words).await?;
        if finished.is_success() {
            return Ok(finished.stdout_text().trim_end().to_owned());
        }
        let (stderr, stdout) = (finished.stderr_text(), finished.stdout_text());
        let said = if stderr.trim().is_empty() { stdout } else { stderr };
        Err(GitError::Refused { said: said.trim_end().to_owned() })
    }

    /// Its output, if it succeeds; nothing if it fails.
    ///
    /// # Errors
    ///
    /// It cannot be started.
    pub async fn ask(&self, words: &[&str]) -> Result<Option<String>, GitError> {
        match self.say(words).await {
            Ok(said) => Ok(Some(said)),
            Err(GitError::Refused { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn command(&self, words: &[&str]) -> Command {
        let all = std::iter::once("git").chain(words.iter().copied());
        let mut command = Command::argv(all).env("GIT_TERMINAL_PROMPT", "0").env("LC_ALL", "C.UTF-8");
        let keys = self.identities.iter().map(|key| format!(" -i '{}'", key.replace('\'', "'\\''")));
        let keys: String = keys.collect();
        let only = if keys.is_empty() { "" } else { " -o IdentitiesOnly=yes" };
        let ssh = format!("ssh -o BatchMode=yes{only}{keys}");
        command = command.env("GIT_SSH_COMMAND", &ssh);
        command.environment.extend(OWN.iter().map(|name| ((*name).to_owned(), None)));
        command.cwd.clone_from(&self.directory);
        command.user.clone_from(&self.user);
        command.timeout(DEADLINE)
    }
}

/// The references of a remote repository, and their targets.
///
/// # Errors
///
/// It cannot be reached.
pub async fn remote_refs(git: &Git, url: &str) -> Result<BTreeMap<String, String>, GitError> {
    let said = git.say(&["ls-remote", "--", url]).await?;
    let pairs = said.lines().filter_map(|line| line.split_once('\t'));
    Ok(pairs.map(|(id, name)| (name.to_owned(), id.to_owned())).collect())
}

/// A URL with a user and a password for HTTPS.
pub fn with_credentials(url: &str, user: Option<&str>, password: Option<&str>) -> String {
    let Some((user, rest)) = user.zip(url.strip_prefix("https://")) else { return url.to_owned() };
    let encoded = |text: &str| {
        percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
    };
    let password = password.map(|password| format!(":{}", encoded(password))).unwrap_or_default();
    format!("https://{}{password}@{rest}", encoded(user))
}

/// A URL with its user and password removed.
pub fn redacted(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    match rest.split_once('@') {
        Some((credentials, host)) if scheme.starts_with("http") && !credentials.contains('/') => {
            format!("{scheme}://<redacted>@{host}")
        }
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_put_in_and_hidden_again() {
        let url = with_credentials("https://example.com/r.git", Some("me"), Some("p@ss"));
        assert_eq!(url, "https://me:p%40ss@example.com/r.git");
        assert_eq!(redacted(&url), "https://<redacted>@example.com/r.git");
        assert_eq!(redacted("git@example.com:r.git"), "git@example.com:r.git");
        assert_eq!(with_credentials("/srv/r", Some("me"), None), "/srv/r");
    }

    #[tokio::test]
    async fn what_git_refuses_is_reported_in_its_words() {
        let dir = tempfile::tempdir().expect("a directory");
        let git = Git::default().at(dir.path());
        let refused = git.say(&["rev-parse", "HEAD"]).await;
        assert!(matches!(&refused, Err(GitError::Refused { said }) if said.contains("not a git repository")));
        assert_eq!(git.ask(&["rev-parse", "HEAD"]).await.expect("an answer"), None);
    }
}
