//! The installed packages, read once until something changes them.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::MetadataExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use super::{Family, PackageError};
use crate::file;
use crate::process::Command;

/// A query of the package manager that takes longer than this hangs.
pub(super) const DEADLINE: Duration = Duration::from_secs(600);

/// The packages of a machine.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Packages {
    /// Versions by name; several if several are installed. A package of another architecture is `name:arch`.
    pub installed: BTreeMap<String, Vec<String>>,
    /// Removed packages whose configuration is left.
    pub removed: BTreeMap<String, String>,
    /// Held packages.
    pub held: BTreeSet<String>,
    /// Installed packages that are marked for purging.
    pub unwanted: BTreeMap<String, String>,
}

/// Keeps the packages that were read.
#[derive(Debug, Default)]
pub struct PackageCache {
    kept: Mutex<Option<(Stamp, Arc<Packages>)>>,
    refreshed: AtomicBool,
}

/// Changes whenever any program changes the database.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
struct Stamp(Vec<(u64, i64, i64, u64)>);

/// The file beside a database of SQLite (its journal) is its newest part.
const DATABASES: &[&str] = &[
    "/var/lib/dpkg/status",
    "/var/lib/rpm/rpmdb.sqlite",
    "/var/lib/rpm/rpmdb.sqlite-wal",
    "/var/lib/rpm/Packages.db",
    "/var/lib/rpm/Packages",
    LOCKS[0],
    LOCKS[1],
];

/// The files in which dnf and yum keep the locked versions.
const LOCKS: [&str; 2] = ["/etc/dnf/plugins/versionlock.list", "/etc/yum/pluginconf.d/versionlock.list"];

impl Stamp {
    fn now() -> Self {
        let stats = DATABASES.iter().filter_map(|path| std::fs::metadata(path).ok());
        Self(stats.map(|stat| (stat.ino(), stat.mtime(), stat.mtime_nsec(), stat.size())).collect())
    }
}

impl PackageCache {
    /// The packages of the machine, read again if the database has changed.
    ///
    /// # Errors
    ///
    /// The package manager cannot be asked.
    pub async fn packages(&self, family: Family) -> Result<Arc<Packages>, PackageError> {
        let stamp = Stamp::now();
        if let Ok(kept) = self.kept.lock()
            && let Some((of, packages)) = kept.as_ref()
            && *of == stamp
        {
            return Ok(packages.clone());
        }
        let packages = Arc::new(read(family).await?);
        if let Ok(mut kept) = self.kept.lock() {
            *kept = Some((stamp, packages.clone()));
        }
        Ok(packages)
    }

    /// Forgets the packages.
    pub fn forget(&self) {
        if let Ok(mut kept) = self.kept.lock() {
            *kept = None;
        }
    }

    /// Forgets that the lists of the repositories were fetched.
    pub fn forget_lists(&self) {
        self.refreshed.store(false, Ordering::Relaxed);
    }

    /// True if the lists of the repositories have not been fetched yet.
    pub fn is_refresh_due(&self) -> bool {
        !self.refreshed.load(Ordering::Relaxed)
    }

    /// Fetches the lists of the repositories, unless the present ones are younger than this.
    ///
    /// # Errors
    ///
    /// They cannot be fetched.
    pub async fn refresh(
        &self,
        family: Family,
        now: SystemTime,
        young: Duration,
    ) -> Result<(), PackageError> {
        let changed = std::fs::metadata("/var/lib/apt/lists").and_then(|stat| stat.modified());
        let is_young = !young.is_zero()
            && changed.is_ok_and(|changed| now.duration_since(changed).is_ok_and(|age| age < young));
        if !is_young {
            let words: &[&str] = match (family, super::dnf()) {
                (Family::Debian, _) => &["apt-get", "-q", "-o", "DPkg::Lock::Timeout=600", "update"],
                // Without it dnf fetches nothing until the lists expire, after two days.
                (Family::RedHat, "dnf") => &["dnf", "-q", "--refresh", "makecache"],
                (Family::RedHat, yum) => &[yum, "-q", "clean", "expire-cache"],
            };
            let command = Command::argv(words.iter().copied()).env("LC_ALL", "C.UTF-8").timeout(DEADLINE);
            super::succeeded("fetch the lists of the repositories", &command).await?;
        }
        self.refreshed.store(true, Ordering::Relaxed);
        Ok(())
    }
}

/// The command that lists the installed packages.
pub(super) fn listing(family: Family) -> Command {
    let words: [&str; 4] = match family {
        Family::Debian => {
            ["dpkg-query", "--showformat", "${Status} ${Package} ${Version} ${Architecture}\\n", "-W"]
        }
        Family::RedHat => {
            let format =
                "install ok installed %{NAME} %|EPOCH?{%{EPOCH}:}:{}|%{VERSION}-%{RELEASE} %{ARCH}\\n";
            ["rpm", "-qa", "--queryformat", format]
        }
    };
    Command::argv(words).env("LC_ALL", "C.UTF-8").timeout(DEADLINE)
}

async fn read(family: Family) -> Result<Packages, PackageError> {
    let said = super::succeeded("list the installed packages", &listing(family)).await?;
    let mut packages = parse(&said, family);
    if family == Family::RedHat {
        let texts = LOCKS.iter().filter_map(|path| file::read_text(path).ok());
        packages.held = texts.flat_map(|text| locked(&text)).collect();
    }
    Ok(packages)
}

/// The packages of a list of locks: lines such as `name-0:1.0-1.*`; one that begins with `!` forbids a version.
fn locked(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['#', '!']));
    let names = lines.filter_map(|line| {
        let mut parts = line.rsplitn(3, '-');
        let (_, version, name) = (parts.next()?, parts.next()?, parts.next()?);
        // Older ones begin with the epoch: `0:name-1.0-1.*`.
        let bare =
            name.split_once(':').filter(|(epoch, _)| epoch.chars().all(|digit| digit.is_ascii_digit()));
        (!version.is_empty()).then(|| bare.map_or(name, |(_, name)| name).to_owned())
    });
    names.collect()
}

/// The architecture of this machine's packages, as its package managers write it.
pub fn native(family: Family) -> &'static str {
    match (family, std::env::consts::ARCH) {
        (Family::Debian, "x86_64") => "amd64",
        (Family::Debian, "aarch64") => "arm64",
        (_, other) => other,
    }
}

/// The name of a package of this machine's own architecture, without the architecture.
pub(super) fn full_name(name: &str, architecture: &str, family: Family) -> String {
    match family {
        _ if [native(family), "all", "noarch", "(none)"].contains(&architecture) => name.to_owned(),
        Family::Debian => format!("{name}:{architecture}"),
        Family::RedHat => format!("{name}.{architecture}"),
    }
}

/// Reads lines of [`listing`].
pub(super) fn parse(text: &str, family: Family) -> Packages {
    let mut packages = Packages::default();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [wish, _, status, name, version, architecture] = words[..] else { continue };
        let name = full_name(name, architecture, family);
        match (wish, status) {
            ("install" | "hold", "installed") => {
                if wish == "hold" {
                    packages.held.insert(name.clone());
                }
                packages.installed.entry(name).or_default().push(version.to_owned());
            }
            ("purge", "installed") => {
                packages.unwanted.insert(name.clone(), version.to_owned());
                packages.installed.entry(name).or_default().push(version.to_owned());
            }
            ("deinstall", _) => {
                packages.removed.insert(name, version.to_owned());
            }
            _ => {}
        }
    }
    packages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_and_states_of_packages_are_distinguished() {
        let text = "install ok installed a 1.0-1 amd64\nhold ok installed b 2 all\nhold ok installed c 1 i386\n\
                    deinstall ok config-files d 3 amd64\npurge ok installed e 4 all\ninstall ok unpacked f 1 all\n";
        let packages = parse(text, Family::Debian);
        let names: Vec<&str> = packages.installed.keys().map(String::as_str).collect();
        let native = std::env::consts::ARCH == "x86_64";
        assert_eq!(names, [if native { "a" } else { "a:amd64" }, "b", "c:i386", "e"]);
        assert_eq!(packages.held.iter().collect::<Vec<_>>(), ["b", "c:i386"]);
        assert_eq!(packages.removed.len(), 1);
        let there =
            parse("install ok installed a 1-1 noarch\ninstall ok installed b 1:2-1 i686\n", Family::RedHat);
        assert_eq!(there.installed.keys().collect::<Vec<_>>(), ["a", "b.i686"]);
        assert_eq!(packages.unwanted.get("e").map(String::as_str), Some("4"));
    }

    #[test]
    fn locked_packages_are_found_by_their_names() {
        let text = "# Added lock\na-0:1.0-1.*\nb-c-1:2.0-3.el9.*\n!d-0:1-1.*\n\n0:e-f-1.0-1.*\n";
        assert_eq!(locked(text), ["a", "b-c", "e-f"]);
    }
}
