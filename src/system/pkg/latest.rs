//! `pkg.latest`.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::want::{self, Rules};
use super::work::{Done, Report, Work, pair};
use super::{PackageState, moving, shown};
use crate::{Call, Intent};
use machine::package::{Family, Packages, Transaction, Verb, VersionChange, offers};
use model::{Outcome, chain};

/// The newer versions of installed packages.
#[derive(Debug)]
pub struct Found {
    ground: PackageState,
    names: Vec<String>,
    targets: IndexMap<String, String>,
    transaction: Transaction,
    foreseen: Option<BTreeMap<String, VersionChange>>,
    warnings: Vec<String>,
}

pub(super) async fn describe(call: &Call<'_>, ground: PackageState) -> Result<Found, Outcome> {
    ground.refresh(call).await?;
    let names: Vec<String> = want::of(call.fields, call.name).into_keys().collect();
    let from = call.fields.text("fromrepo");
    let offered = offers(ground.family, &names, from.as_deref()).await;
    let offered = offered.map_err(|error| {
        let what = "An error was encountered while checking the newest available version of package(s)";
        Outcome::failed(format!("{what}: {}", chain(&error)))
    })?;
    let rules = Rules { family: ground.family, ignore_epoch: None, allow_updates: false };
    let (mut targets, mut problems) = (IndexMap::new(), vec![]);
    for name in &names {
        let installed = ground.packages.installed.get(name);
        match (offered.get(name).and_then(|offer| offer.candidate.clone()), installed) {
            (None, None) => problems.push(format!("No information found for '{name}'.")),
            (Some(candidate), Some(versions))
                if versions.iter().any(|version| rules.compare(version, &candidate).is_ge()) => {}
            (Some(candidate), _) => {
                targets.insert(name.clone(), candidate);
            }
            (None, Some(_)) => {}
        }
    }
    if !problems.is_empty() {
        return Err(Outcome::failed(problems.join(" ")));
    }
    let flag = |name: &str| call.fields.boolean(name) == Some(true);
    // Without the best version as its goal, dnf accepts the present one.
    let word = |(name, version): (&String, &String)| match ground.family {
        Family::Debian => name.clone(),
        Family::RedHat => ground.family.at_version(name, version),
    };
    let mut transaction = Transaction::new(Verb::Install, targets.iter().map(word).collect());
    transaction.from = from;
    transaction.unverified = flag("skip_verify");
    transaction.recommends = call.fields.boolean("install_recommends");
    transaction.only_upgrade = flag("only_upgrade");
    transaction.new_configuration = flag("force_conf_new");
    transaction.change_held = targets.keys().any(|name| ground.packages.held.contains(name));
    let mut found = Found { ground, names, targets, transaction, foreseen: None, warnings: vec![] };
    if !found.targets.is_empty() {
        (found.foreseen, found.warnings) = found.ground.foresee(&found.transaction).await;
    }
    Ok(found)
}

impl Found {
    /// True if there are newer versions.
    pub(super) fn takes_along(&self) -> bool {
        !self.targets.is_empty()
    }
}

pub(super) fn diff(call: &Call<'_>, found: Found) -> Intent<Box<Work>> {
    let mut sorted = found.names.clone();
    sorted.sort_unstable();
    if found.targets.is_empty() {
        return Intent::Settled(Outcome::succeeded(match &found.names[..] {
            [only] => format!("Package {only} is already up-to-date"),
            all if all.len() > 10 => format!("All {} packages are up-to-date.", all.len()),
            _ => format!("All packages are up-to-date ({}).", sorted.join(", ")),
        }));
    }
    let installed = &found.ground.packages.installed;
    let version = |name: &String| installed.get(name).map(|all| all.join(",")).unwrap_or_default();
    let mut targets: Vec<String> = found.targets.keys().cloned().collect();
    targets.sort_unstable();
    let is_current = |name: &&String| call.fields.has("pkgs") && !found.targets.contains_key(*name);
    let current: Vec<String> = sorted.iter().filter(is_current).cloned().collect();
    let mut lines =
        vec![format!("The following packages would be installed/upgraded: {}", targets.join(", "))];
    if current.len() > 10 {
        lines.push(format!("{} packages are already up-to-date", current.len()));
    } else if !current.is_empty() {
        let shown: Vec<String> = current.iter().map(|name| format!("{name} ({})", version(name))).collect();
        lines.push(format!("The following packages are already up-to-date: {}", shown.join(", ")));
    }
    let otherwise = found.targets.iter().map(|(name, new)| (name.clone(), pair(&version(name), new)));
    let changes = shown(found.foreseen.as_ref(), otherwise);
    let foreseen = Outcome { changes, warnings: found.warnings, ..Outcome::would_change(lines.join("\n")) };
    let held =
        found.targets.keys().filter(|name| found.ground.packages.held.contains(*name)).cloned().collect();
    let named = found.targets.keys().cloned().collect();
    let mut work = Work::new(&found.ground, Latest { targets: found.targets, current });
    work.named = named;
    work.claims = moving(found.foreseen);
    work.transaction = Some(found.transaction);
    work.holds = held;
    Intent::Act { foreseen, step: Box::new(work) }
}

/// The report when all is done.
#[derive(Debug)]
struct Latest {
    targets: IndexMap<String, String>,
    current: Vec<String>,
}

impl Latest {
    fn is_new(&self, name: &str, after: &Packages) -> bool {
        self.targets.get(name).zip(after.installed.get(name)).is_some_and(|(new, all)| all.contains(new))
    }
}

impl Report for Latest {
    fn is_met(&self, after: &Packages) -> bool {
        self.targets.keys().all(|name| self.is_new(name, after))
    }

    fn said(&self, done: &Done<'_>) -> Outcome {
        let changes = done.changes();
        if !done.errors.is_empty() {
            let why = done.errors.join("\n");
            let comment = format!("An error was encountered while installing package(s): {why}");
            return Outcome { changes, ..Outcome::failed(comment) };
        }
        let mut failed: Vec<&str> = vec![];
        let mut well: Vec<&str> = vec![];
        for name in self.targets.keys() {
            if self.is_new(name, done.after) { well.push(name) } else { failed.push(name) }
        }
        failed.sort_unstable();
        well.sort_unstable();
        let mut parts = vec![];
        if changes.is_empty() && failed.len() == 1 {
            parts.push(format!("Package {} failed to update.", failed[0]));
        } else if !failed.is_empty() {
            parts.push(format!("The following packages failed to update: {}", failed.join(", ")));
        }
        if !well.is_empty() {
            parts.push(format!(
                "The following packages were successfully installed/upgraded: {}",
                well.join(", ")
            ));
        }
        if self.current.len() > 10 {
            parts.push(format!("{} packages were already up-to-date ", self.current.len()));
        } else if !self.current.is_empty() {
            parts
                .push(format!("The following packages were already up-to-date: {}", self.current.join(", ")));
        }
        let comment = parts.join(" ");
        let outcome = if failed.is_empty() { Outcome::succeeded(comment) } else { Outcome::failed(comment) };
        Outcome { changes, ..outcome }
    }
}
