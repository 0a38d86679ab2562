//! `pkg.installed`.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::hold::{self, Holds};
use super::installed::Installed;
use super::want::{self, Rules, Wants};
use super::work::{Work, pair};
use super::{PackageState, moving, shown};
use crate::source;
use crate::{Call, Intent};
use machine::package::{Offer, Transaction, Verb, VersionChange, file_version, offers};
use model::{Outcome, chain};

/// The wanted packages, and the necessary work.
#[derive(Debug)]
pub struct Found {
    ground: PackageState,
    wants: Wants,
    /// Files of packages by name.
    files: BTreeMap<String, String>,
    /// The packages to install, each with the version.
    targets: IndexMap<String, Option<String>>,
    again: Vec<String>,
    /// True if versions were compared.
    by_version: bool,
    errors: Vec<String>,
    transaction: Transaction,
    foreseen: Option<BTreeMap<String, VersionChange>>,
    warnings: Vec<String>,
}

fn rules(call: &Call<'_>, ground: &PackageState) -> Rules {
    Rules {
        family: ground.family,
        ignore_epoch: call.fields.boolean("ignore_epoch"),
        allow_updates: call.fields.boolean("allow_updates") == Some(true),
    }
}

pub(super) async fn describe(call: &Call<'_>, ground: PackageState) -> Result<Found, Outcome> {
    let fields = call.fields;
    if fields.has("pkgs") && fields.has("sources") {
        return Err(Outcome::failed("Only one of \"pkgs\" and \"sources\" is permitted."));
    }
    let (mut wants, files) = match fields.list("sources") {
        Some(_) => sources(call, &ground).await?,
        None => (want::of(fields, call.name), BTreeMap::new()),
    };
    let rules = rules(call, &ground);
    if wants.values().any(|wanted| wanted.as_deref() == Some("latest")) {
        ground.refresh(call).await?;
        let names: Vec<String> = wants.keys().cloned().collect();
        let offered = offered(&ground, &names, fields.text("fromrepo").as_deref()).await?;
        for (name, wanted) in wants.iter_mut().filter(|(_, wanted)| wanted.as_deref() == Some("latest")) {
            let candidate = offered.get(name).and_then(|offer| offer.candidate.clone());
            *wanted = rules.newest(candidate, ground.packages.installed.get(name));
        }
    }
    let (mut targets, again, by_version) = targets(call, &ground, &wants, rules);
    let mut errors = vec![];
    if !targets.is_empty() && files.is_empty() {
        ground.refresh(call).await?;
        errors = resolve(call, &ground, rules, &mut targets).await?;
    }
    let mut found = Found {
        transaction: transaction(call, &ground, &targets, &again, &files, rules),
        ground,
        wants,
        files,
        targets,
        again,
        by_version,
        errors,
        foreseen: None,
        warnings: vec![],
    };
    if !found.transaction.targets.is_empty() && found.errors.is_empty() {
        (found.foreseen, found.warnings) = found.ground.foresee(&found.transaction).await;
    }
    Ok(found)
}

async fn offered(
    ground: &PackageState,
    names: &[String],
    from: Option<&str>,
) -> Result<BTreeMap<String, Offer>, Outcome> {
    offers(ground.family, names, from).await.map_err(|error| Outcome::failed(chain(&error)))
}

/// Files of packages: their names, their versions, and their paths.
async fn sources(
    call: &Call<'_>,
    ground: &PackageState,
) -> Result<(Wants, BTreeMap<String, String>), Outcome> {
    let (mut wants, mut files) = (Wants::new(), BTreeMap::new());
    for node in call.fields.list("sources").unwrap_or_default() {
        let Some(map) = node.as_map() else { continue };
        for (name, entry) in map {
            let written = model::fields::text(&entry.node).unwrap_or_default();
            let found = source::find(call, &written).await.map_err(Outcome::failed)?;
            let path = found.path.display().to_string();
            let version = file_version(ground.family, &path).await;
            let version = version.map_err(|error| Outcome::failed(chain(&error)))?;
            wants.insert(name.to_string(), Some(version));
            files.insert(name.to_string(), path);
        }
    }
    Ok((wants, files))
}

/// The packages to install, the packages to reinstall, and whether versions were compared.
fn targets(
    call: &Call<'_>,
    ground: &PackageState,
    wants: &Wants,
    rules: Rules,
) -> (IndexMap<String, Option<String>>, Vec<String>, bool) {
    let reinstall = call.fields.boolean("reinstall") == Some(true);
    let (mut targets, mut again, mut by_version) = (IndexMap::new(), vec![], false);
    for (name, wanted) in wants {
        match (ground.packages.installed.get(name), wanted) {
            (None, _) => {
                targets.insert(name.clone(), wanted.clone());
            }
            (Some(_), _) if reinstall => again.push(name.clone()),
            (Some(_), None) => {}
            (Some(versions), Some(wanted)) => {
                by_version = true;
                if !rules.fulfilled(versions, wanted) {
                    targets.insert(name.clone(), Some(wanted.clone()));
                }
            }
        }
    }
    (targets, again, by_version)
}

/// Replaces conditions and patterns by the newest version that fits.
async fn resolve(
    call: &Call<'_>,
    ground: &PackageState,
    rules: Rules,
    targets: &mut IndexMap<String, Option<String>>,
) -> Result<Vec<String>, Outcome> {
    let open = targets.iter().filter(|(_, wanted)| wanted.as_deref().is_some_and(want::is_open));
    let names: Vec<String> = open.map(|(name, _)| name.clone()).collect();
    let offered = offered(ground, &names, call.fields.text("fromrepo").as_deref()).await?;
    let mut errors = vec![];
    for name in names {
        let Some(Some(wanted)) = targets.get(&name).cloned() else { continue };
        let versions = offered.get(&name).map(|offer| offer.versions.clone()).unwrap_or_default();
        match versions.iter().find(|version| rules.fits(version, &wanted)) {
            Some(version) => {
                targets.insert(name, Some(version.clone()));
            }
            None => {
                let known = if versions.is_empty() { "None".to_owned() } else { versions.join(", ") };
                errors.push(format!(
                    "No version matching '{name}{wanted}' could be found (available: {known})"
                ));
            }
        }
    }
    Ok(errors)
}

fn transaction(
    call: &Call<'_>,
    ground: &PackageState,
    targets: &IndexMap<String, Option<String>>,
    again: &[String],
    files: &BTreeMap<String, String>,
    rules: Rules,
) -> Transaction {
    let all = targets.iter().filter(|(_, wanted)| !wanted.as_deref().is_some_and(want::is_open));
    let all =
        all.map(|(name, wanted)| (name, wanted.as_deref())).chain(again.iter().map(|name| (name, None)));
    let words = all.map(|(name, version)| match (files.get(name), version) {
        (Some(path), _) => path.clone(),
        (None, Some(version)) => ground.family.at_version(name, version.trim_start_matches('=')),
        (None, None) => name.clone(),
    });
    let mut transaction = Transaction::new(Verb::Install, words.collect());
    let flag = |name: &str| call.fields.boolean(name) == Some(true);
    transaction.from = call.fields.text("fromrepo");
    transaction.unverified = flag("skip_verify");
    transaction.recommends = call.fields.boolean("install_recommends");
    transaction.only_upgrade = flag("only_upgrade");
    transaction.new_configuration = flag("force_conf_new");
    transaction.reinstall = !again.is_empty();
    transaction.downgrade = targets.iter().any(|(name, version)| {
        let installed = ground.packages.installed.get(name).and_then(|versions| versions.last());
        let version = version.as_deref().map(|version| version.trim_start_matches('='));
        installed.zip(version).is_some_and(|(installed, version)| rules.compare(version, installed).is_lt())
    });
    transaction.change_held = targets.keys().chain(again).any(|name| ground.packages.held.contains(name));
    transaction
}

impl Found {
    /// True if the work can be joined with that of other states.
    pub(super) fn takes_along(&self) -> bool {
        !self.targets.is_empty() && self.errors.is_empty() && self.files.is_empty() && self.again.is_empty()
    }
}

pub(super) fn diff(call: &Call<'_>, found: Found) -> Intent<Box<Work>> {
    let names: Vec<String> = found.wants.keys().cloned().collect();
    let holds = call.fields.boolean("hold").map(|wanted| Holds::of(&found.ground, names, wanted));
    let wanted_again: Vec<String> = found
        .wants
        .keys()
        .filter(|name| found.ground.packages.unwanted.contains_key(*name))
        .cloned()
        .collect();
    if found.targets.is_empty() && found.again.is_empty() && wanted_again.is_empty() {
        let also =
            if found.by_version && found.files.is_empty() { " and are at the desired version" } else { "" };
        return hold::settled(
            &found.ground,
            format!("All specified packages are already installed{also}"),
            holds,
        );
    }
    let foreseen = foreseen(&found, &wanted_again, holds.as_ref());
    let report = Installed {
        rules: rules(call, &found.ground),
        wants: found.wants,
        targets: found.targets.keys().cloned().collect(),
        again: found.again,
        is_by_file: !found.files.is_empty(),
        holds: holds.clone(),
        wanted_again: wanted_again.clone(),
    };
    let mut work = Work::new(&found.ground, report);
    let held = &found.ground.packages.held;
    let stays = |name: &&String| held.contains(*name) && holds.as_ref().is_none_or(|holds| holds.wanted);
    work.holds = found.targets.keys().filter(stays).cloned().collect();
    if let Some(holds) = holds {
        let list = if holds.wanted { &mut work.holds } else { &mut work.unholds };
        list.extend(holds.changing);
    }
    work.named = found.targets.into_keys().collect();
    work.claims = moving(found.foreseen);
    work.transaction = (!found.transaction.targets.is_empty()).then_some(found.transaction);
    work.wanted_again = wanted_again;
    work.errors = found.errors;
    Intent::Act { foreseen, step: Box::new(work) }
}

/// The comment of a test run.
fn foreseen(found: &Found, wanted_again: &[String], holds: Option<&Holds>) -> Outcome {
    let mut lines = vec![];
    let otherwise = found.targets.iter().map(|(name, version)| {
        let new = version.as_deref().filter(|version| !want::is_open(version)).unwrap_or("installed");
        (name.clone(), pair("", new))
    });
    let mut changes = shown(found.foreseen.as_ref(), otherwise);
    if !found.targets.is_empty() {
        let names: Vec<&str> = found.targets.keys().map(String::as_str).collect();
        lines.push(format!("The following packages would be installed/updated: {}", names.join(", ")));
    }
    if !wanted_again.is_empty() {
        let names = wanted_again.join(", ");
        lines.push(format!(
            "The following packages would have their selection status changed from 'purge' to 'install': {names}"
        ));
        changes.extend(wanted_again.iter().map(|name| (name.as_str().into(), pair("", "installed"))));
    }
    if !found.again.is_empty() {
        let shown: Vec<String> = found
            .again
            .iter()
            .map(|name| want::shown(name, found.wants.get(name).and_then(|it| it.as_deref())))
            .collect();
        lines.push(format!("The following packages would be reinstalled: {}", shown.join(", ")));
        let versions = |name: &String| {
            found.ground.packages.installed.get(name).map(|all| all.join(",")).unwrap_or_default()
        };
        changes.extend(
            found.again.iter().map(|name| (name.as_str().into(), pair(&versions(name), &versions(name)))),
        );
    }
    if let Some(holds) = holds {
        holds.merge_into(&mut changes);
    }
    Outcome { changes, warnings: found.warnings.clone(), ..Outcome::would_change(lines.join("\n")) }
}
