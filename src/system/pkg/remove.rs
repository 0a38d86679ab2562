//! `pkg.removed`, `pkg.purged`.

use std::collections::BTreeMap;

use super::want::{self, Rules, Wants, difference};
use super::work::{Done, Report, Work, changes, pair, trouble};
use super::{PackageState, moving, shown};
use crate::{Call, Intent};
use machine::package::{Packages, Transaction, Verb, VersionChange};
use model::{Map, Outcome, Value};

/// The installed packages among those to remove.
#[derive(Debug)]
pub struct Found {
    ground: PackageState,
    wants: Wants,
    targets: Vec<String>,
    transaction: Transaction,
    foreseen: Option<BTreeMap<String, VersionChange>>,
    warnings: Vec<String>,
}

pub(super) async fn describe(call: &Call<'_>, ground: PackageState) -> Result<Found, Outcome> {
    let wants = want::of(call.fields, call.name);
    let ignore_epoch = call.fields.boolean("ignore_epoch");
    let rules = Rules { family: ground.family, ignore_epoch, allow_updates: false };
    let purges = call.function.verb == "purged";
    let is_there = |name: &str, wanted: Option<&str>| match ground.packages.installed.get(name) {
        Some(versions) => wanted.is_none_or(|wanted| rules.fulfilled(versions, wanted)),
        None => purges && ground.packages.removed.contains_key(name),
    };
    let there = wants.iter().filter(|(name, wanted)| is_there(name, wanted.as_deref()));
    let mut targets: Vec<String> = there.map(|(name, _)| name.clone()).collect();
    targets.sort_unstable();
    let verb = if purges { Verb::Purge } else { Verb::Remove };
    let transaction = Transaction::new(verb, targets.clone());
    let mut found = Found { ground, wants, targets, transaction, foreseen: None, warnings: vec![] };
    if !found.targets.is_empty() {
        (found.foreseen, found.warnings) = found.ground.foresee(&found.transaction).await;
    }
    Ok(found)
}

impl Found {
    /// True if there is something to remove.
    pub(super) fn takes_along(&self) -> bool {
        !self.targets.is_empty()
    }
}

pub(super) fn diff(call: &Call<'_>, found: Found) -> Intent<Box<Work>> {
    let purges = call.function.verb == "purged";
    let action = if purges { "purge" } else { "remove" };
    if found.targets.is_empty() {
        let by_version = found
            .wants
            .iter()
            .any(|(name, wanted)| wanted.is_some() && found.ground.packages.installed.contains_key(name));
        return Intent::Settled(Outcome::succeeded(match (purges, by_version) {
            (true, _) => "None of the targeted packages are installed or partially installed".to_owned(),
            (false, true) => {
                "All specified packages (matching specified versions) are already absent".to_owned()
            }
            (false, false) => "All specified packages are already absent".to_owned(),
        }));
    }
    let packages = &found.ground.packages;
    let version = |name: &String| {
        let installed = packages.installed.get(name).map(|all| all.join(","));
        installed.unwrap_or_default()
    };
    let otherwise = found.targets.iter().map(|name| (name.clone(), pair(&version(name), "")));
    let mut foreseen = shown(found.foreseen.as_ref(), otherwise);
    if purges {
        let left = found.targets.iter().filter_map(|name| Some((name, packages.removed.get(name)?)));
        let left: Map = left.map(|(name, version)| (name.as_str().into(), pair(version, ""))).collect();
        foreseen.retain(|name, _| name.as_str().is_some_and(|name| packages.installed.contains_key(name)));
        foreseen = both(left, foreseen);
    }
    let comment = format!("The following packages will be {action}d: {}.", found.targets.join(", "));
    let foreseen = Outcome { changes: foreseen, warnings: found.warnings, ..Outcome::would_change(comment) };
    let named = found.wants.into_keys().collect();
    let targets = found.targets.iter().cloned().collect();
    let mut work = Work::new(&found.ground, Removed { named, targets: found.targets, action });
    work.named = targets;
    work.claims = moving(found.foreseen);
    work.transaction = Some(found.transaction);
    Intent::Act { foreseen, step: Box::new(work) }
}

/// Purged packages, in Salt's shape: those of which only configuration was left, and those that were installed.
fn both(removed: Map, installed: Map) -> Map {
    let pairs = [("removed", Value::Map(removed)), ("installed", Value::Map(installed))];
    pairs.into_iter().map(|(key, value)| (key.into(), value)).collect()
}

/// The report when all is done.
#[derive(Debug)]
struct Removed {
    named: Vec<String>,
    targets: Vec<String>,
    action: &'static str,
}

impl Removed {
    fn purges(&self) -> bool {
        self.action == "purge"
    }

    /// The packages that are still there.
    fn left(&self, after: &Packages) -> Vec<&str> {
        let is_left = |name: &&String| {
            after.installed.contains_key(*name) || (self.purges() && after.removed.contains_key(*name))
        };
        let mut left: Vec<&str> = self.targets.iter().filter(is_left).map(String::as_str).collect();
        left.sort_unstable();
        left
    }
}

impl Report for Removed {
    fn is_met(&self, after: &Packages) -> bool {
        self.left(after).is_empty()
    }

    fn said(&self, done: &Done<'_>) -> Outcome {
        let mut shown = done.changes();
        if self.purges() {
            let lists = |all: &BTreeMap<String, String>| -> BTreeMap<String, Vec<String>> {
                all.iter().map(|(name, version)| (name.clone(), vec![version.clone()])).collect()
            };
            let mut gone = difference(&lists(&done.before.removed), &lists(&done.after.removed));
            gone.retain(|name, _| done.share.has(name));
            shown = both(changes(&gone), shown);
        }
        if !done.errors.is_empty() {
            return Outcome { changes: shown, ..Outcome::failed(trouble("removing", &done.errors)) };
        }
        let failed = self.left(done.after);
        if !failed.is_empty() {
            let comment = format!("The following packages failed to {}: {}.", self.action, failed.join(", "));
            return Outcome { changes: shown, ..Outcome::failed(comment) };
        }
        let mut absent: Vec<&str> =
            self.named.iter().filter(|name| !self.targets.contains(name)).map(String::as_str).collect();
        absent.sort_unstable();
        let comment = if absent.is_empty() {
            format!("All targeted packages were {}d.", self.action)
        } else {
            format!(
                "The following packages were not installed: {} The following packages were {}d: {}.",
                absent.join(", "),
                self.action,
                self.targets.join(", ")
            )
        };
        Outcome { changes: shown, ..Outcome::succeeded(comment) }
    }
}
