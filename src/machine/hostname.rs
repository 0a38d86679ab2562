//! The name of this host: the present one of the kernel, and the one after the next start.

use std::path::{Path, PathBuf};

use super::file::{self, FileError, Permissions};
use super::process::{Command, RunError};
use super::service::has_systemd;

/// The file of the name after the next start.
pub const FILE: &str = "/etc/hostname";

/// The kernel accepts no longer name.
const MAX_LENGTH: usize = 64;

/// Why the host name was not set.
#[derive(Debug, thiserror::Error)]
pub enum HostnameError {
    /// It is not a valid host name.
    #[error(
        "'{name}' is not a valid host name: write labels of letters, digits and hyphens with dots between, {MAX_LENGTH} letters at most"
    )]
    Invalid {
        /// The name as given.
        name: String,
    },
    /// The program that sets it cannot be run.
    #[error("the host name '{name}' cannot be set")]
    Run {
        /// The name as given.
        name: String,
        /// The reason.
        source: RunError,
    },
    /// The system refused.
    #[error("the host name '{name}' cannot be set: {said}")]
    Refused {
        /// The name as given.
        name: String,
        /// The output of the program.
        said: String,
    },
    /// The name cannot be stored for the next start.
    #[error("the host name '{name}' is set now, but cannot be stored for the next start")]
    Keep {
        /// The name as given.
        name: String,
        /// The reason.
        source: FileError,
    },
}

/// The name of this host in the kernel.
pub fn running() -> String {
    super::network::hostname()
}

/// The name after the next start; none if the file does not hold one.
///
/// # Errors
///
/// The file exists and cannot be read.
pub fn kept() -> Result<Option<String>, FileError> {
    Ok(file::text_if_there(Path::new(FILE))?.and_then(|text| first_line(&text)))
}

/// True for a valid host name, of one or several labels.
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

/// Sets the host name, now and for the next start: by `hostnamectl` if systemd runs, else by the kernel and the file.
///
/// # Errors
///
/// The name is not valid, or the system refuses.
pub async fn set(name: &str) -> Result<(), HostnameError> {
    let owned = || name.to_owned();
    if !is_valid(name) {
        return Err(HostnameError::Invalid { name: owned() });
    }
    if has_systemd() {
        let command = Command::argv(["hostnamectl", "set-hostname", name]);
        let set = command.run().await.map_err(|source| HostnameError::Run { name: owned(), source })?;
        if !set.is_success() {
            let said = set.stderr_text().trim().to_owned();
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
    fn valid_host_names_are_distinguished_from_others() {
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
