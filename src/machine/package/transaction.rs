//! Installing and removing: one run of the package manager for all packages of a plan.

use std::collections::BTreeMap;
use std::time::Duration;

use super::cache::DEADLINE;
use super::{Family, PackageError, Packages, Sources, dnf, foreseen, succeeded};
use crate::process::{Command, Finished, RunError};

/// An installation that takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(3600);

/// The action for all packages of a plan.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verb {
    /// Install them, or change their version.
    Install,
    /// Remove them; their configuration stays.
    Remove,
    /// Remove them with their configuration.
    Purge,
    /// Upgrade all packages; remove none.
    Upgrade,
    /// Upgrade all packages; others may be removed and installed for that.
    DistUpgrade,
}

/// One run of the package manager.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Transaction {
    /// The action.
    pub verb: Verb,
    /// The packages: a name, a name with its version as the package manager writes it, or the path of a file.
    pub targets: Vec<String>,
    /// The repository, or release, that packages come from.
    pub from: Option<String>,
    /// Other repositories of Red Hat's, besides or instead of those that are configured.
    pub sources: Sources,
    /// True if packages that no repository of Red Hat's has are left out.
    pub skips_unknown: bool,
    /// True if signatures are not checked.
    pub unverified: bool,
    /// Whether recommended packages are installed too; as configured if left out.
    pub recommends: Option<bool>,
    /// True if only installed packages are upgraded.
    pub only_upgrade: bool,
    /// True if an installed package of the same version is installed again.
    pub reinstall: bool,
    /// True if a version may be older than the installed one.
    pub downgrade: bool,
    /// True if held packages may change.
    pub change_held: bool,
    /// True if configuration files that somebody changed are replaced.
    pub new_configuration: bool,
}

/// The change of one package.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct VersionChange {
    /// Its version now; nothing if it is not installed.
    pub old: Option<String>,
    /// Its version afterwards; nothing if it is removed.
    pub new: Option<String>,
}

impl Transaction {
    /// A transaction without special options.
    pub fn new(verb: Verb, targets: Vec<String>) -> Self {
        Self {
            verb,
            targets,
            from: None,
            sources: Sources::default(),
            skips_unknown: false,
            unverified: false,
            recommends: None,
            only_upgrade: false,
            reinstall: false,
            downgrade: false,
            change_held: false,
            new_configuration: false,
        }
    }

    /// The changes that it would make.
    ///
    /// # Errors
    ///
    /// The package manager cannot be asked, or reports an error.
    pub async fn foresee(
        &self,
        family: Family,
        before: &Packages,
    ) -> Result<BTreeMap<String, VersionChange>, PackageError> {
        let attempt = "foresee what would be done";
        if family == Family::Debian {
            let mut words = self.apt();
            words.insert(1, "-s".to_owned());
            let command = quiet(words).timeout(DEADLINE);
            return succeeded(attempt, &command).await.map(|said| foreseen::by_apt(&said));
        }
        let mut words = self.dnf(dnf());
        words.retain(|word| word != "-y");
        words.insert(1, "--assumeno".to_owned());
        let command = quiet(words).timeout(DEADLINE);
        let finished = command.run().await.map_err(|source| PackageError::Start { attempt, source })?;
        // Its "no" to the question is a failure too.
        let said = finished.stderr_text();
        if !finished.is_success() && said.lines().any(|line| line.starts_with("Error")) {
            return Err(PackageError::Refused { attempt, said: said.trim_end().to_owned() });
        }
        Ok(foreseen::by_dnf(&finished.stdout_text(), &before.installed))
    }

    /// Carries it out.
    ///
    /// # Errors
    ///
    /// The package manager cannot be started.
    pub async fn carry_out(&self, family: Family) -> Result<Finished, RunError> {
        let words = match family {
            Family::Debian => self.apt(),
            Family::RedHat => self.dnf(dnf()),
        };
        super::waited(&quiet(words).timeout(PATIENCE)).await
    }

    fn apt(&self) -> Vec<String> {
        let mut words: Vec<&str> = vec!["apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=600"];
        match self.new_configuration {
            true => words.extend(["-o", "DPkg::Options::=--force-confnew"]),
            false => {
                words.extend(["-o", "DPkg::Options::=--force-confold"]);
                words.extend(["-o", "DPkg::Options::=--force-confdef"]);
            }
        }
        words.extend(match self.recommends {
            Some(true) => Some("--install-recommends"),
            Some(false) => Some("--no-install-recommends"),
            None => None,
        });
        let flags = [
            (self.only_upgrade, "--only-upgrade"),
            (self.unverified, "--allow-unauthenticated"),
            (self.reinstall, "--reinstall"),
            (self.downgrade, "--allow-downgrades"),
            (self.change_held, "--allow-change-held-packages"),
        ];
        words.extend(flags.iter().filter(|(wanted, _)| *wanted).map(|(_, flag)| *flag));
        words.extend(self.from.iter().flat_map(|from| ["-t", from]));
        words.push(match self.verb {
            Verb::Install => "install",
            Verb::Remove => "remove",
            Verb::Purge => "purge",
            Verb::Upgrade => "upgrade",
            Verb::DistUpgrade => "dist-upgrade",
        });
        words.into_iter().map(str::to_owned).chain(self.targets.iter().cloned()).collect()
    }

    fn dnf(&self, program: &str) -> Vec<String> {
        let mut words = vec![program.to_owned(), "-y".to_owned()];
        if self.change_held {
            words.push("--disableplugin=versionlock".to_owned());
        }
        words.extend(
            self.from.iter().flat_map(|from| ["--disablerepo=*".to_owned(), format!("--enablerepo={from}")]),
        );
        words.extend(self.sources.options());
        if self.skips_unknown && program != "yum" {
            words.push("--setopt=strict=False".to_owned());
        }
        if self.unverified {
            words.push("--nogpgcheck".to_owned());
        }
        if let Some(recommends) = self.recommends {
            words.push(format!("--setopt=install_weak_deps={}", if recommends { "True" } else { "False" }));
        }
        let verb = match self.verb {
            Verb::Install if self.reinstall => "reinstall",
            // dnf's `install` does this too, also for several packages of which one gets older.
            Verb::Install if self.downgrade && program == "yum" => "downgrade",
            Verb::Install if self.only_upgrade => "upgrade",
            Verb::Install => "install",
            Verb::Remove | Verb::Purge => "remove",
            Verb::Upgrade | Verb::DistUpgrade => "upgrade",
        };
        words.push(verb.to_owned());
        words.into_iter().chain(self.targets.iter().cloned()).collect()
    }
}

/// It asks nothing while it runs.
fn quiet(words: Vec<String>) -> Command {
    let variables = [
        ("DEBIAN_FRONTEND", "noninteractive"),
        ("APT_LISTBUGS_FRONTEND", "none"),
        ("APT_LISTCHANGES_FRONTEND", "none"),
        ("UCF_FORCE_CONFFOLD", "1"),
        ("LC_ALL", "C.UTF-8"),
    ];
    variables.iter().fold(Command::argv(words), |command, (name, text)| command.env(name, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_command_has_all_targets_and_no_questions() {
        let mut it = Transaction::new(Verb::Install, vec!["a=1".to_owned(), "b".to_owned()]);
        it.recommends = Some(false);
        it.from = Some("backports".to_owned());
        let words = it.apt().join(" ");
        assert!(words.starts_with("apt-get -q -y "), "{words}");
        assert!(words.ends_with("--no-install-recommends -t backports install a=1 b"), "{words}");
        it.downgrade = true;
        assert!(it.dnf("yum").join(" ").ends_with("--setopt=install_weak_deps=False downgrade a=1 b"));
        assert!(it.dnf("dnf").join(" ").ends_with("--setopt=install_weak_deps=False install a=1 b"));
    }
}
