//! Repositories of git, by the program `git`.
//!
//! Laws: git never prompts (no terminal, no askpass). A user and a password reach it by its environment, so that no command line and no
//! configuration of a repository contains them. The variables of git in the environment of this process are not used. Every
//! call has a deadline. Only the given repository is changed.

use std::collections::BTreeMap;
use std::fmt;
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

/// Answers git's question for a user and a password: from the environment, and to one host only.
const HELPER: &str = "credential.helper=!f() { test \"$1\" = get || return 0; while read -r line; do case $line in \
    protocol=*) protocol=${line#*=};; host=*) host=${line#*=};; esac; done; \
    test \"$protocol://$host\" = \"$ORCHESTRATE_GIT_HOST\" || return 0; \
    printf 'username=%s\\npassword=%s\\n' \"$ORCHESTRATE_GIT_USER\" \"$ORCHESTRATE_GIT_PASSWORD\"; }; f";

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
    /// The user and the password of the remote repository.
    pub credentials: Option<Credentials>,
}

/// A user and a password for one host.
#[derive(Clone, PartialEq)]
pub struct Credentials {
    /// `https://example.com:8443`.
    host: String,
    user: String,
    password: String,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} at {}, (hidden)", self.user, self.host)
    }
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
        // The first helper, which is none, removes those of the configuration.
        let helpers: &[&str] =
            if self.credentials.is_some() { &["-c", "credential.helper=", "-c", HELPER] } else { &[] };
        let all = ["git"].iter().chain(helpers).chain(words).copied();
        let mut command = Command::argv(all).env("GIT_TERMINAL_PROMPT", "0").env("LC_ALL", "C.UTF-8");
        let keys = self.identities.iter().map(|key| format!(" -i '{}'", key.replace('\'', "'\\''")));
        let keys: String = keys.collect();
        let only = if keys.is_empty() { "" } else { " -o IdentitiesOnly=yes" };
        let ssh = format!("ssh -o BatchMode=yes{only}{keys}");
        command = command.env("GIT_SSH_COMMAND", &ssh);
        if let Some(Credentials { host, user, password }) = &self.credentials {
            command = command.env("ORCHESTRATE_GIT_HOST", host).env("ORCHESTRATE_GIT_USER", user);
            command = command.env("ORCHESTRATE_GIT_PASSWORD", password);
        }
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

/// A URL without its user and password, and these. A user that is declared beside the URL counts for HTTPS.
pub fn source(url: &str, user: Option<&str>, password: Option<&str>) -> (String, Option<Credentials>) {
    let Some((scheme, rest)) = url.split_once("://").filter(|(scheme, _)| scheme.starts_with("http")) else {
        return (url.to_owned(), None);
    };
    let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    let (own, host) = authority.rsplit_once('@').map_or((None, authority), |(own, host)| (Some(own), host));
    let declared = user
        .filter(|_| scheme == "https")
        .map(|user| (user.to_owned(), password.unwrap_or_default().to_owned()));
    let decoded = |text: &str| {
        let plain = percent_encoding::percent_decode_str(text).decode_utf8();
        plain.map_or_else(|_| text.to_owned(), std::borrow::Cow::into_owned)
    };
    let written = own.and_then(|own| own.split_once(':'));
    let written = written.map(|(user, password)| (decoded(user), decoded(password)));
    let Some((user, password)) = declared.or(written) else { return (url.to_owned(), None) };
    let host = format!("{scheme}://{host}");
    (format!("{host}{path}"), Some(Credentials { host, user, password }))
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
    fn credentials_are_taken_out_of_a_url() {
        let of = |host: &str, user: &str, password: &str| {
            Some(Credentials { host: host.into(), user: user.into(), password: password.into() })
        };
        let (plain, found) = source("https://example.com/r.git", Some("me"), Some("p@ss"));
        assert_eq!((&*plain, found), ("https://example.com/r.git", of("https://example.com", "me", "p@ss")));
        let (plain, found) = source("http://me:p%40ss@example.com:81/r.git", None, None);
        assert_eq!(
            (&*plain, found),
            ("http://example.com:81/r.git", of("http://example.com:81", "me", "p@ss"))
        );
        for url in ["git@example.com:r.git", "/srv/r", "https://me@example.com/r", "ssh://me:x@example.com/r"]
        {
            assert_eq!(source(url, None, None), (url.to_owned(), None));
        }
        assert_eq!(source("/srv/r", Some("me"), None), ("/srv/r".to_owned(), None));
        assert_eq!(redacted("https://me:p%40ss@example.com/r.git"), "https://<redacted>@example.com/r.git");
        assert_eq!(redacted("git@example.com:r.git"), "git@example.com:r.git");
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
