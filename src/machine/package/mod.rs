//! Packages: what is installed, what could be, and which of two versions is newer. Debian's and Red Hat's.

mod offers;
mod shelf;
mod transaction;
mod version;

use std::collections::BTreeMap;
use std::path::Path;

use super::process::{Command, RunError};

pub use offers::{Offer, offers};
pub use shelf::{Packages, Shelf};
pub use transaction::{Move, Transaction, Verb};
pub use version::{compare_deb, compare_rpm};

/// Why a package manager did not answer.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// It cannot be started.
    #[error("cannot {attempt}")]
    Start {
        /// What was attempted.
        attempt: &'static str,
        /// Why not.
        source: RunError,
    },
    /// It says that it cannot be done.
    #[error("{said}")]
    Refused {
        /// What was attempted.
        attempt: &'static str,
        /// What it said.
        said: String,
    },
}

/// What a command says, if it succeeds.
async fn succeeded(attempt: &'static str, command: &Command) -> Result<String, PackageError> {
    let finished = command.run().await.map_err(|source| PackageError::Start { attempt, source })?;
    if finished.is_success() {
        return Ok(finished.stdout_text());
    }
    let stderr = finished.stderr_text().trim_end().to_owned();
    let said = if stderr.is_empty() { format!("code {}", finished.code()) } else { stderr };
    Err(PackageError::Refused { attempt, said })
}

/// The program that installs packages of Red Hat's.
fn dnf() -> &'static str {
    if Path::new("/usr/bin/dnf").exists() || !Path::new("/usr/bin/yum").exists() { "dnf" } else { "yum" }
}

/// Has packages stay as they are, or change again.
///
/// # Errors
///
/// The package manager cannot be asked, or says no.
pub async fn hold(family: Family, names: &[String], holds: bool) -> Result<(), PackageError> {
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
/// It cannot be asked, or is no package.
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

/// What of Red Hat's packages would get newer.
///
/// # Errors
///
/// The package manager cannot be asked.
pub async fn upgrades(packages: &Packages) -> Result<BTreeMap<String, Move>, PackageError> {
    let words = [dnf(), "repoquery", "-q", "--upgrades", "--qf", "%{name} %{evr}\n"];
    let said = succeeded("ask what would get newer", &Command::argv(words)).await?;
    let pairs = said.lines().filter_map(|line| line.trim().split_once(' '));
    let moves = pairs.map(|(name, version)| {
        let old = packages.installed.get(name).map(|versions| versions.join(","));
        (name.to_owned(), Move { old, new: Some(version.trim_start_matches("0:").to_owned()) })
    });
    Ok(moves.collect())
}

/// Takes back that installed packages are to be purged.
///
/// # Errors
///
/// The package manager cannot be asked, or says no.
pub async fn want_again(names: &[String]) -> Result<(), PackageError> {
    let mut command = Command::argv(["dpkg", "--set-selections"]);
    let lines: String = names.iter().map(|name| format!("{name} install\n")).collect();
    command.stdin = Some(lines.into_bytes());
    succeeded("change what is wanted of packages", &command).await.map(|_| ())
}

/// Whose packages a machine has.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Family {
    /// Debian's, by dpkg and apt.
    Debian,
    /// Red Hat's, by rpm and dnf or yum.
    RedHat,
}

/// What a machine has packages of, if it has any.
pub fn family() -> Option<Family> {
    if Path::new("/usr/bin/dpkg-query").exists() {
        Some(Family::Debian)
    } else if Path::new("/usr/bin/rpm").exists() {
        Some(Family::RedHat)
    } else {
        None
    }
}

/// The installed packages and their versions, several of one name where there are several. A package of another
/// architecture is `name:arch`.
///
/// # Errors
///
/// The package manager cannot be asked.
pub fn installed() -> Result<BTreeMap<String, Vec<String>>, RunError> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let text = match family() {
        Some(Family::Debian) => {
            let format = "${db:Status-Status}\t${binary:Package}\t${Version}\t${Architecture}\n";
            said(&["dpkg-query", "-W", &format!("--showformat={format}")])?
        }
        Some(Family::RedHat) => {
            let format = "installed\t%{NAME}\t%|EPOCH?{%{EPOCH}:}:{}|%{VERSION}-%{RELEASE}\t%{ARCH}\n";
            said(&["rpm", "-qa", "--queryformat", format])?
        }
        None => String::new(),
    };
    let native = match family() {
        Some(Family::Debian) => said(&["dpkg", "--print-architecture"])?.trim().to_owned(),
        _ => String::new(),
    };
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let ["installed", name, version, architecture] = fields[..] else { continue };
        let bare = name.split(':').next().unwrap_or(name);
        let is_native = native.is_empty() || architecture == "all" || architecture == native;
        let name = if is_native { bare.to_owned() } else { format!("{bare}:{architecture}") };
        all.entry(name).or_default().push(version.to_owned());
    }
    Ok(all)
}

/// The version that an installation would give; nothing where no repository has the package.
///
/// # Errors
///
/// The package manager cannot be asked.
pub fn candidate(name: &str) -> Result<Option<String>, RunError> {
    match family() {
        Some(Family::Debian) => {
            let text = said(&["apt-cache", "-q", "policy", "--", name])?;
            let line = text.lines().find_map(|line| line.trim().strip_prefix("Candidate:"));
            Ok(line.map(str::trim).filter(|version| *version != "(none)").map(str::to_owned))
        }
        Some(Family::RedHat) => {
            let format = "%{evr}\n";
            let program = if Path::new("/usr/bin/dnf").exists() { "dnf" } else { "yum" };
            let text = said(&[program, "repoquery", "--quiet", "--latest-limit=1", "--qf", format, name])?;
            Ok(text.lines().last().map(|line| line.trim().trim_start_matches("0:").to_owned()))
        }
        None => Ok(None),
    }
}

/// The package that a file belongs to.
///
/// # Errors
///
/// The package manager cannot be asked.
pub fn owner(path: &str) -> Result<Option<String>, RunError> {
    let text = match family() {
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
pub fn files(name: &str) -> Result<Vec<String>, RunError> {
    let text = match family() {
        Some(Family::Debian) => said(&["dpkg-query", "-L", "--", name])?,
        Some(Family::RedHat) => said(&["rpm", "-ql", name])?,
        None => String::new(),
    };
    Ok(text.lines().filter(|line| line.starts_with('/') && *line != "/.").map(str::to_owned).collect())
}

/// The order of two versions, by the rules of this machine's packages.
pub fn compare(one: &str, other: &str) -> std::cmp::Ordering {
    match family() {
        Some(Family::RedHat) => compare_rpm(one, other),
        _ => compare_deb(one, other),
    }
}

fn said(words: &[&str]) -> Result<String, RunError> {
    let command = Command::argv(words.iter().copied()).env("LC_ALL", "C.UTF-8");
    command.run_blocking().map(|finished| finished.stdout_text())
}
