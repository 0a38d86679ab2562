//! `pkg.group_installed`.

use std::collections::BTreeMap;

use super::work::{Done, Report, Work, pair, trouble};
use super::{PackageState, moving, shown};
use crate::{Call, Intent};
use machine::package::{Family, Group, Packages, Sources, Transaction, Verb, VersionChange};
use model::{Outcome, chain};

/// The missing packages of a group.
#[derive(Debug)]
pub struct Found {
    ground: PackageState,
    /// The packages that must be installed afterwards.
    required: Vec<String>,
    targets: Vec<String>,
    /// True if some packages of the group are installed.
    is_partial: bool,
    transaction: Transaction,
    foreseen: Option<BTreeMap<String, VersionChange>>,
    warnings: Vec<String>,
}

/// A list of names; nothing if the value is not a list.
fn list(call: &Call<'_>, name: &str) -> Result<Vec<String>, Outcome> {
    match call.fields.node(name) {
        None => Ok(vec![]),
        Some(node) if node.as_list().is_some() => Ok(call.fields.texts(name).unwrap_or_default()),
        Some(_) => Err(Outcome::failed(format!("{name} must be formatted as a list"))),
    }
}

pub(super) async fn describe(call: &Call<'_>, ground: PackageState) -> Result<Found, Outcome> {
    let (name, fields) = (call.name, call.fields);
    if ground.family == Family::Debian {
        return Err(Outcome::failed("pkg.group_install not available for this platform"));
    }
    let (skip, include) = (list(call, "skip")?, list(call, "include")?);
    let sources = Sources {
        from: fields.text("fromrepo"),
        enable: fields.text("enablerepo"),
        disable: fields.text("disablerepo"),
    };
    let trouble = |why: String| {
        Outcome::failed(format!("An error was encountered while installing/updating group '{name}': {why}."))
    };
    let mut group = Group::find(name, &sources).await.map_err(|error| trouble(chain(&error)))?;
    // A repository may have published the group after dnf fetched its lists.
    if group.is_none() && ground.refresh(call).await? {
        group = Group::find(name, &sources).await.map_err(|error| trouble(chain(&error)))?;
    }
    let group = group.ok_or_else(|| trouble(format!("Group '{name}' not found")))?;
    let kept: Vec<&str> =
        group.mandatory.iter().filter(|name| skip.contains(name)).map(String::as_str).collect();
    if !kept.is_empty() {
        let names = kept.join(", ");
        return Err(Outcome::failed(format!("The following mandatory packages cannot be skipped: {names}")));
    }
    let is_there = |name: &String| ground.packages.installed.contains_key(name);
    let missing =
        |names: Vec<&String>| names.into_iter().filter(|name| !is_there(name)).cloned().collect::<Vec<_>>();
    let required = missing(group.mandatory.iter().chain(&include).collect());
    let default = missing(group.default.iter().filter(|name| !skip.contains(name)).collect());
    let mut targets = required.clone();
    targets.extend(default);
    targets.sort();
    targets.dedup();
    let is_partial = [&group.mandatory, &group.default, &group.optional].into_iter().flatten().any(is_there);
    let mut transaction = Transaction::new(Verb::Install, targets.clone());
    transaction.sources = sources;
    transaction.unverified = fields.boolean("skip_verify") == Some(true);
    // A package that no repository has is no error, as with the groups of dnf itself. The mandatory packages are checked
    // afterwards.
    transaction.skips_unknown = true;
    let mut found =
        Found { ground, required, targets, is_partial, transaction, foreseen: None, warnings: vec![] };
    if !found.targets.is_empty() {
        found.ground.refresh(call).await?;
        (found.foreseen, found.warnings) = found.ground.foresee(&found.transaction).await;
    }
    Ok(found)
}

pub(super) fn diff(call: &Call<'_>, found: Found) -> Intent<Box<Work>> {
    let name = call.name;
    // A package that no repository has is not installed after the next run either.
    let is_empty = found.foreseen.as_ref().is_some_and(BTreeMap::is_empty) && found.required.is_empty();
    if found.targets.is_empty() || is_empty {
        return Intent::Settled(Outcome::succeeded(format!("Group '{name}' is already installed")));
    }
    let comment = match found.is_partial {
        true => format!("Group '{name}' is partially installed and will be updated"),
        false => format!("Group '{name}' will be installed"),
    };
    let otherwise = found.targets.iter().map(|name| (name.clone(), pair("", "installed")));
    let changes = shown(found.foreseen.as_ref(), otherwise);
    let foreseen = Outcome { changes, warnings: found.warnings, ..Outcome::would_change(comment) };
    let report = Installed { name: name.to_owned(), required: found.required, is_partial: found.is_partial };
    let mut work = Work::new(&found.ground, report);
    work.named = found.targets.into_iter().collect();
    work.claims = moving(found.foreseen);
    work.transaction = Some(found.transaction);
    Intent::Act { foreseen, step: Box::new(work) }
}

/// The report when all is done.
#[derive(Debug)]
struct Installed {
    name: String,
    required: Vec<String>,
    is_partial: bool,
}

impl Installed {
    fn missing(&self, after: &Packages) -> Vec<&str> {
        let names = self.required.iter().filter(|name| !after.installed.contains_key(*name));
        names.map(String::as_str).collect()
    }
}

impl Report for Installed {
    fn said(&self, done: &Done<'_>) -> Outcome {
        let changes = done.changes();
        if !done.errors.is_empty() {
            return Outcome { changes, ..Outcome::failed(trouble("installing", &done.errors)) };
        }
        let missing = self.missing(done.after);
        let outcome = match (missing.is_empty(), self.is_partial) {
            (false, _) => {
                Outcome::failed(format!("Failed to install the following packages: {}", missing.join(", ")))
            }
            (true, true) => Outcome::succeeded(format!("Group '{}' was updated", self.name)),
            (true, false) => Outcome::succeeded(format!("Group '{}' was installed", self.name)),
        };
        Outcome { changes, ..outcome }
    }
}
