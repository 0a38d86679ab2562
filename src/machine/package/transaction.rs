//! Installing and removing: one run of the package manager for everything that one plan names.

use std::collections::BTreeMap;
use std::time::Duration;

use super::shelf::DEADLINE;
use super::{Family, PackageError, dnf, succeeded};
use crate::machine::process::{Command, Finished, RunError};

/// An installation that takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(3600);

/// What is done to all packages of a plan.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verb {
    /// They come, or change their version.
    Install,
    /// They go; their configuration stays.
    Remove,
    /// They go with all that is theirs.
    Purge,
    /// All packages get newer; none go.
    Upgrade,
    /// All packages get newer; others may go and come for that.
    DistUpgrade,
}

/// One run of the package manager.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Transaction {
    /// What is done.
    pub verb: Verb,
    /// To what: a name, a name with its version as the package manager writes it, or the path of a file.
    pub targets: Vec<String>,
    /// The repository, or release, that packages are taken from.
    pub from: Option<String>,
    /// True when signatures are not looked at.
    pub unverified: bool,
    /// Whether packages that others recommend come too; as configured if left out.
    pub recommends: Option<bool>,
    /// True when nothing comes that is not there.
    pub only_upgrade: bool,
    /// True when what is there at the same version is installed again.
    pub reinstall: bool,
    /// True when a version may be older than the one that is there.
    pub downgrade: bool,
    /// True when held packages may change.
    pub change_held: bool,
    /// True when configuration that somebody changed is replaced.
    pub new_configuration: bool,
}

/// What becomes of one package.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Move {
    /// Its version now; nothing where it is not installed.
    pub old: Option<String>,
    /// Its version then; nothing where it goes.
    pub new: Option<String>,
}

impl Transaction {
    /// One that asks for nothing special.
    pub fn new(verb: Verb, targets: Vec<String>) -> Self {
        Self {
            verb,
            targets,
            from: None,
            unverified: false,
            recommends: None,
            only_upgrade: false,
            reinstall: false,
            downgrade: false,
            change_held: false,
            new_configuration: false,
        }
    }

    /// What would become of which packages; nothing where that cannot be told beforehand.
    ///
    /// # Errors
    ///
    /// The package manager cannot be asked, or says that it cannot be done.
    pub async fn foresee(&self, family: Family) -> Result<Option<BTreeMap<String, Move>>, PackageError> {
        if family == Family::RedHat {
            return Ok(None);
        }
        let mut words = self.apt();
        words.insert(1, "-s".to_owned());
        let command = quiet(words).timeout(DEADLINE);
        succeeded("foresee what would be done", &command).await.map(|said| Some(moves(&said)))
    }

    /// Does it all.
    ///
    /// # Errors
    ///
    /// The package manager cannot be started.
    pub async fn carry_out(&self, family: Family) -> Result<Finished, RunError> {
        let words = match family {
            Family::Debian => self.apt(),
            Family::RedHat => self.dnf(),
        };
        quiet(words).timeout(PATIENCE).run().await
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

    fn dnf(&self) -> Vec<String> {
        let mut words = vec![dnf().to_owned(), "-y".to_owned()];
        words.extend(
            self.from.iter().flat_map(|from| ["--disablerepo=*".to_owned(), format!("--enablerepo={from}")]),
        );
        if self.unverified {
            words.push("--nogpgcheck".to_owned());
        }
        if let Some(recommends) = self.recommends {
            words.push(format!("--setopt=install_weak_deps={}", if recommends { "True" } else { "False" }));
        }
        let verb = match self.verb {
            Verb::Install if self.reinstall => "reinstall",
            Verb::Install if self.downgrade => "downgrade",
            Verb::Install if self.only_upgrade => "upgrade",
            Verb::Install => "install",
            Verb::Remove | Verb::Purge => "remove",
            Verb::Upgrade | Verb::DistUpgrade => "upgrade",
        };
        words.push(verb.to_owned());
        words.into_iter().chain(self.targets.iter().cloned()).collect()
    }
}

/// Nobody is asked anything while it runs.
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

/// Lines of `apt-get -s`: `Inst name [old] (new where [arch])`, `Remv name [old]`, `Purg name [old]`.
fn moves(text: &str) -> BTreeMap<String, Move> {
    let mut found: BTreeMap<String, Move> = BTreeMap::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        let (Some(verb), Some(name)) = (words.next(), words.next()) else { continue };
        let rest: Vec<&str> = words.collect();
        let bracketed = rest.first().and_then(|word| word.strip_prefix('[')?.strip_suffix(']'));
        let old = bracketed.map(str::to_owned);
        match verb {
            "Inst" => {
                let new = rest
                    .iter()
                    .find_map(|word| word.strip_prefix('('))
                    .map(|word| word.trim_end_matches(')'));
                found.insert(name.to_owned(), Move { old, new: new.map(str::to_owned) });
            }
            "Remv" | "Purg" => {
                let known = found.entry(name.to_owned()).or_default();
                known.old = old.or(known.old.take());
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_apt_foresees_is_read() {
        let text = "Reading package lists...\nInst a (1.0-1 Debian:12.5/stable [amd64])\n\
                    Inst b [1.0] (2.0 Debian:12.5/stable [all]) [c:amd64 ]\nConf a (1.0-1 Debian [amd64])\n\
                    Remv c [3.0] [d:amd64 ]\nPurg e [4.0]\n";
        let found = moves(text);
        let pair = |name: &str| {
            let it = &found[name];
            (it.old.as_deref().unwrap_or(""), it.new.as_deref().unwrap_or(""))
        };
        assert_eq!(
            [pair("a"), pair("b"), pair("c"), pair("e")],
            [("", "1.0-1"), ("1.0", "2.0"), ("3.0", ""), ("4.0", "")]
        );
        assert_eq!(found.len(), 4);
    }

    #[test]
    fn one_command_has_all_targets_and_no_questions() {
        let mut it = Transaction::new(Verb::Install, vec!["a=1".to_owned(), "b".to_owned()]);
        it.recommends = Some(false);
        it.from = Some("backports".to_owned());
        let words = it.apt().join(" ");
        assert!(words.starts_with("apt-get -q -y "), "{words}");
        assert!(words.ends_with("--no-install-recommends -t backports install a=1 b"), "{words}");
        it.downgrade = true;
        assert!(it.dnf().join(" ").ends_with("--setopt=install_weak_deps=False downgrade a=1 b"));
    }
}
