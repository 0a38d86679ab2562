//! `pip.uptodate`: all packages at the newest versions that fit together.

use super::spec;
use crate::{Call, Intent};
use machine::python::{Package, Packages, Pip, PipError, said};
use model::{Map, Outcome, Value, chain};

/// The present packages, and their newer versions.
#[derive(Debug)]
pub struct Found {
    pip: Pip,
    installed: Packages,
    outdated: Packages,
    /// The packages that pip would install; the newest versions if it cannot report them.
    would: Packages,
    warnings: Vec<String>,
}

impl Found {
    /// All present packages, none older: so the upgraded packages fit the others.
    fn words(&self) -> Vec<String> {
        let wanted = self.installed.values().map(|Package { name, version, .. }| {
            let public = version.split('+').next().unwrap_or_default();
            let is_plain = public.chars().all(|it| it.is_ascii_alphanumeric() || ".!".contains(it));
            if is_plain { format!("{name}>={public}") } else { name.clone() }
        });
        std::iter::once("--upgrade".to_owned()).chain(wanted).collect()
    }

    /// The differences between the old and the new packages.
    fn changes(&self, after: &Packages) -> Map {
        let version = |packages: &Packages, key: &String| -> Value {
            packages.get(key).map_or("", |package| package.version.as_str()).into()
        };
        let changed = after.iter().filter(|(key, package)| {
            self.installed.get(*key).is_none_or(|there| there.version != package.version)
        });
        let pairs = changed.map(|(key, package)| {
            let (old, new) = (version(&self.installed, key), version(after, key));
            let pair: Value = [("old", old), ("new", new)].into_iter().collect();
            let name = self.installed.get(key).unwrap_or(package).name.as_str();
            (name.into(), pair)
        });
        pairs.collect()
    }
}

pub(super) async fn describe(call: &Call<'_>) -> Result<Found, Outcome> {
    let pip = spec::pip(call, call.fields.text("bin_env").as_deref())?;
    let failed = |error: PipError| Outcome::failed(chain(&error));
    let outdated = pip.outdated().await.map_err(failed)?;
    let mut found =
        Found { installed: Packages::new(), would: Packages::new(), warnings: vec![], pip, outdated };
    if found.outdated.is_empty() {
        return Ok(found);
    }
    found.installed = found.pip.not_edited().await.map_err(failed)?;
    let (would, warnings) = spec::foreseen(&found.pip, &found.words(), false).await;
    found.would = would.unwrap_or_else(|| found.outdated.clone());
    found.warnings = warnings;
    Ok(found)
}

pub(super) fn diff(found: Found) -> Intent<Box<Found>> {
    let changes = found.changes(&found.would);
    if changes.is_empty() {
        return Intent::Settled(Outcome::succeeded("System is already up-to-date."));
    }
    let warnings = found.warnings.clone();
    let foreseen = Outcome { changes, warnings, ..Outcome::would_change("System update will be performed") };
    Intent::Act { foreseen, step: Box::new(found) }
}

pub(super) async fn apply(found: Found) -> Outcome {
    let all = found.words();
    let words: Vec<&str> = std::iter::once("install").chain(all.iter().map(String::as_str)).collect();
    match found.pip.run(&words).await {
        Err(error) => return Outcome::failed(chain(&error)),
        Ok(finished) if !finished.is_success() => return Outcome::failed(said(&finished)),
        Ok(_) => {}
    }
    match found.pip.not_edited().await {
        Err(error) => Outcome::failed(chain(&error)),
        Ok(after) => Outcome { changes: found.changes(&after), ..Outcome::succeeded("Upgrade successful.") },
    }
}
