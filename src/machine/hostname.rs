//! The name of this host: what the kernel says, and what it will be after the next start.

use std::path::{Path, PathBuf};

use super::file::{self, FileError, Permissions};
use super::process::{Command, RunError};
use super::service::has_systemd;

/// Where the name stands that the next start takes.
pub const FILE: &str = "/etc/hostname";

/// The kernel takes no longer one.
const MAX_LENGTH: usize = 64;

/// Why the host was not named.
#[derive(Debug, thiserror::Error)]
pub enum HostnameError {
    /// It is no name of a host.
    #[error(
        "'{name}' is no name of a host: labels of letters, digits and hyphens with dots between, {MAX_LENGTH} letters at most"
    )]
    Invalid {
        /// As it was given.
        name: String,
    },
    /// The program that sets it cannot be run.
    #[error("the host cannot be named '{name}'")]
    Run {
        /// As it was given.
        name: String,
        /// Why not.
        source: RunError,
    },
    /// The system refused.
    #[error("the host cannot be named '{name}': {said}")]
    Refused {
        /// As it was given.
        name: String,
        /// What it said.
        said: String,
    },
    /// The name cannot be kept for the next start.
    #[error("the host is named '{name}', and the next start will not know it")]
    Keep {
        /// As it was given.
        name: String,
        /// Why not.
        source: FileError,
    },
}

/// The name of this host as the kernel says it.
pub fn running() -> String {
    super::network::hostname()
}

/// The name that the next start takes; none where the file does not hold one.
///
/// # Errors
///
/// The file is there and cannot be read.
pub fn kept() -> Result<Option<String>, FileError> {
    Ok(file::text_if_there(Path::new(FILE))?.and_then(|text| first_line(&text)))
}

/// True for what may be the name of a host, be it of several labels.
pub fn is_valid(name: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    name.len() <= MAX_LENGTH && name.split('.').all(label)
}

/// Names the host, now and for the next start: by `hostnamectl` where systemd runs, else by the kernel and the file.
///
/// # Errors
///
/// It is no name, or the system refuses.
pub async fn set(name: &str) -> Result<(), HostnameError> {
    let owned = || name.to_owned();
    if !is_valid(name) {
        return Err(HostnameError::Invalid { name: owned() });
    }
    if has_systemd() {
        let command = Command::argv(["hostnamectl", "set-hostname", name]);
        let told = command.run().await.map_err(|source| HostnameError::Run { name: owned(), source })?;
        if !told.is_success() {
            let said = told.stderr_text().trim().to_owned();
            return Err(HostnameError::Refused { name: owned(), said });
        }
        return Ok(());
    }
    nix::unistd::sethostname(name)
        .map_err(|error| HostnameError::Refused { name: owned(), said: error.desc().to_owned() })?;
    if kept().ok().flatten().as_deref() == Some(name) {
        return Ok(());
    }
    file::write(&PathBuf::from(FILE), format!("{name}\n").as_bytes(), Permissions::default())
        .map_err(|source| HostnameError::Keep { name: owned(), source })
}

/// The first line that is neither empty nor a comment.
fn first_line(text: &str) -> Option<String> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_hosts_are_told_from_what_is_none() {
        for name in ["a", "myapp-testing-useast1-898900", "web1.example.com", "9lives"] {
            assert!(is_valid(name), "{name}");
        }
        let long = "a".repeat(64);
        for name in ["", "-a", "a-", "a..b", ".a", "a_b", "a b", "ä", "a\nb", long.as_str()] {
            assert!(!is_valid(name), "{name}");
        }
    }

    #[test]
    fn the_kept_name_is_the_first_line_that_says_something() {
        assert_eq!(first_line("# comment\n\n web1 \nweb2\n"), Some("web1".to_owned()));
        assert_eq!(first_line("\n"), None);
    }

    #[tokio::test]
    async fn what_is_no_name_is_refused_before_anything_is_done() {
        assert!(matches!(set("a b").await, Err(HostnameError::Invalid { .. })));
    }
}
