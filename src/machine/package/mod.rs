//! Packages of Debian and Red Hat: the installed ones, the available ones, and the order of two versions.

mod cache;
mod foreseen;
mod group;
mod offers;
pub mod repository;
mod transaction;
mod version;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use super::process::{Command, Finished, RunError};

pub use cache::{PackageCache, Packages, native};
pub use group::{Group, Sources};
pub use offers::{Offer, offers};
pub use transaction::{Transaction, Verb, VersionChange};
pub use version::{compare_deb, compare_rpm};

/// Why a package manager did not answer.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// It cannot be started.
    #[error("cannot {attempt}")]
    Start {
        /// The attempt.
        attempt: &'static str,
        /// The reason.
        source: RunError,
    },
    /// It reports an error.
    #[error("{said}")]
    Refused {
        /// The attempt.
        attempt: &'static str,
        /// The output of the program.
        said: String,
    },
}

/// The output of a command, if it succeeds.
async fn succeeded(attempt: &'static str, command: &Command) -> Result<String, PackageError> {
    let finished = waited(command).await.map_err(|source| PackageError::Start { attempt, source })?;
    if finished.is_success() {
        return Ok(finished.stdout_text());
    }
    let stderr = finished.stderr_text().trim_end().to_owned();
    let said = if stderr.is_empty() { format!("code {}", finished.code()) } else { stderr };
    Err(PackageError::Refused { attempt, said })
}

/// Runs a command of apt again while another program has a lock. apt waits for the lock of dpkg itself, but not for those of its lists and
/// of its archives, which apt-daily has at the first boot.
async fn waited(command: &Command) -> Result<Finished, RunError> {
    let mut left = LOCK_TRIES;
    loop {
        let finished = command.clone().run().await?;
        left -= 1;
        if finished.is_success() || left == 0 || !is_locked(&finished.stderr_text()) {
            return Ok(finished);
        }
        tokio::time::sleep(LOCK_PAUSE).await;
    }
}

/// Together as long as apt waits for the lock of dpkg: ten minutes.
const LOCK_TRIES: u32 = 300;
const LOCK_PAUSE: Duration = Duration::from_secs(2);

/// True if apt says that another program has a lock.
fn is_locked(said: &str) -> bool {
    said.contains("Could not get lock /var/") || said.contains("Unable to lock directory /var/")
}

/// The program that installs packages of Red Hat's.
fn dnf() -> &'static str {
    if Path::new("/usr/bin/dnf").exists() || !Path::new("/usr/bin/yum").exists() { "dnf" } else { "yum" }
}

/// Holds packages, or releases them.
///
/// # Errors
///
/// The package manager cannot be asked, or reports an error.
pub async fn hold(family: Family, names: &[String], holds: bool) -> Result<(), PackageError> {
    if (family, holds) == (Family::RedHat, true) {
        // A lock on the version before would block the new one; a missing lock is not an error.
        let words = [dnf(), "versionlock", "delete"].into_iter().chain(names.iter().map(String::as_str));
        let _ = Command::argv(words).run().await;
    }
    let mut words = match (family, holds) {
        (Family::Debian, true) => vec!["apt-mark", "hold"],
        (Family::Debian, false) => vec!["apt-mark", "unhold"],
        (Family::RedHat, true) => vec![dnf(), "versionlock", "add"],
        (Family::RedHat, false) => vec![dnf(), "versionlock", "delete"],
    };
    words.extend(names.iter().map(String::as_str));
    succeeded("hold packages", &Command::argv(words)).await.map(|_| ())
}

/// The version of a package in a file.
///
/// # Errors
///
/// It cannot be read, or is not a package.
pub async fn file_version(family: Family, path: &str) -> Result<String, PackageError> {
    let words: &[&str] = match family {
        Family::Debian => &["dpkg-deb", "-f", path, "Version"],
        Family::RedHat => {
            &["rpm", "-qp", "--queryformat", "%|EPOCH?{%{EPOCH}:}:{}|%{VERSION}-%{RELEASE}", path]
        }
    };
    let said = succeeded("read the version of a package", &Command::argv(words.iter().copied())).await?;
    Ok(said.trim().to_owned())
}

/// Clears the mark for purging of installed packages.
///
/// # Errors
///
/// The package manager cannot be asked, or reports an error.
pub async fn want_again(names: &[String]) -> Result<(), PackageError> {
    let mut command = Command::argv(["dpkg", "--set-selections"]);
    let lines: String = names.iter().map(|name| format!("{name} install\n")).collect();
    command.stdin = Some(lines.into_bytes());
    succeeded("change what is wanted of packages", &command).await.map(|_| ())
}

/// The family of package managers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Family {
    /// Debian's, by dpkg and apt.
    Debian,
    /// Red Hat's, by rpm and dnf or yum.
    RedHat,
}

impl Family {
    /// A package with a version, as its package manager writes it.
    pub fn at_version(self, name: &str, version: &str) -> String {
        let architectures = ["x86_64", "aarch64", "i686", "noarch", "ppc64le", "s390x"];
        match (self, name.rsplit_once('.')) {
            (Self::Debian, _) => format!("{name}={version}"),
            (Self::RedHat, Some((bare, architecture))) if architectures.contains(&architecture) => {
                format!("{bare}-{version}.{architecture}")
            }
            (Self::RedHat, _) => format!("{name}-{version}"),
        }
    }
}

/// The family of package managers of a machine: the one of the given name (`Debian`, `aptpkg`, `RedHat`, `yumpkg`, `dnfpkg`),
/// else the one whose program exists.
pub fn family(named: Option<&str>) -> Option<Family> {
    match named {
        Some("Debian" | "aptpkg") => Some(Family::Debian),
        Some("RedHat" | "yumpkg" | "dnfpkg") => Some(Family::RedHat),
        _ if Path::new("/usr/bin/dpkg-query").exists() => Some(Family::Debian),
        _ if Path::new("/usr/bin/rpm").exists() => Some(Family::RedHat),
        _ => None,
    }
}

/// The installed packages and their versions; a name may have several. See [`Packages::installed`].
///
/// # Errors
///
/// The package manager cannot be asked.
pub fn installed(family: Option<Family>) -> Result<BTreeMap<String, Vec<String>>, RunError> {
    let Some(family) = family else { return Ok(BTreeMap::new()) };
    let finished = cache::listing(family).run_blocking()?;
    Ok(cache::parse(&finished.stdout_text(), family).installed)
}

/// The version that an installation would give; nothing if no repository has the package.
///
/// # Errors
///
/// The package manager cannot be asked.
pub fn candidate(family: Option<Family>, name: &str) -> Result<Option<String>, RunError> {
    match family {
        Some(Family::Debian) => {
            let text = said(&["apt-cache", "-q", "policy", "--", name])?;
            let line = text.lines().find_map(|line| line.trim().strip_prefix("Candidate:"));
            Ok(line.map(str::trim).filter(|version| *version != "(none)").map(str::to_owned))
        }
        Some(Family::RedHat) => {
            let format = "%{evr}\n";
            let text = said(&[dnf(), "repoquery", "--quiet", "--latest-limit=1", "--qf", format, name])?;
            let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            Ok(lines.next_back().map(|line| line.trim_start_matches("0:").to_owned()))
        }
        None => Ok(None),
    }
}

/// The package that a file belongs to.
///
/// # Errors
///
/// The package manager cannot be asked.
pub fn owner(family: Option<Family>, path: &str) -> Result<Option<String>, RunError> {
    let text = match family {
        Some(Family::Debian) => said(&["dpkg-query", "-S", "--", path])?,
        Some(Family::RedHat) => said(&["rpm", "-qf", "--queryformat", "%{NAME}: \n", path])?,
        None => String::new(),
    };
    let line = text.lines().find(|line| !line.starts_with("diversion by"));
    let name = line.and_then(|line| line.split(": ").next()).filter(|name| !name.contains(' '));
    Ok(name.map(|name| name.split([':', ',']).next().unwrap_or(name).to_owned()))
}

/// The files of a package.
///
/// # Errors
///
/// The package manager cannot be asked.
pub fn files(family: Option<Family>, name: &str) -> Result<Vec<String>, RunError> {
    let text = match family {
        Some(Family::Debian) => said(&["dpkg-query", "-L", "--", name])?,
        Some(Family::RedHat) => said(&["rpm", "-ql", name])?,
        None => String::new(),
    };
    Ok(text.lines().filter(|line| line.starts_with('/') && *line != "/.").map(str::to_owned).collect())
}

/// The order of two versions, by the rules of this machine's packages.
pub fn compare(family: Option<Family>, one: &str, other: &str) -> std::cmp::Ordering {
    match family {
        Some(Family::RedHat) => compare_rpm(one, other),
        _ => compare_deb(one, other),
    }
}

fn said(words: &[&str]) -> Result<String, RunError> {
    let command = Command::argv(words.iter().copied()).env("LC_ALL", "C.UTF-8");
    command.run_blocking().map(|finished| finished.stdout_text())
}
