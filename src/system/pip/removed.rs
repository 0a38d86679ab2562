//! `pip.removed`: a package is not installed.

use super::spec;
use crate::{Call, Intent};
use machine::python::{Packages, Pip, normal, said};
use model::{Map, Outcome, Value, chain};

/// The present packages.
#[derive(Debug)]
pub struct Found {
    pip: Pip,
    packages: Packages,
}

/// The command for pip, and the outcome.
pub struct Job {
    pip: Pip,
    words: Vec<String>,
    changes: Map,
}

pub(super) async fn describe(call: &Call<'_>) -> Result<Found, Outcome> {
    let pip = spec::pip(call, call.fields.text("bin_env").as_deref())?;
    let packages = pip
        .list()
        .await
        .map_err(|error| Outcome::failed(format!("Error uninstalling '{}': {}", call.name, chain(&error))))?;
    Ok(Found { pip, packages })
}

pub(super) fn diff(call: &Call<'_>, found: Found) -> Intent<Box<Job>> {
    let name = call.name;
    if !found.packages.contains_key(&normal(name)) {
        return Intent::Settled(Outcome::succeeded("Package is not installed."));
    }
    let changes: Map = [(name.into(), Value::from("Removed"))].into_iter().collect();
    let foreseen = Outcome {
        changes: changes.clone(),
        ..Outcome::would_change(format!("Package {name} is set to be removed"))
    };
    let mut words = vec!["uninstall".to_owned(), "--yes".to_owned()];
    words.extend(spec::options(call));
    words.push(name.to_owned());
    Intent::Act { foreseen, step: Box::new(Job { pip: found.pip, words, changes }) }
}

pub(super) async fn apply(job: Job) -> Outcome {
    let words: Vec<&str> = job.words.iter().map(String::as_str).collect();
    let why = match job.pip.run(&words).await {
        Ok(finished) if finished.is_success() => {
            return Outcome {
                changes: job.changes,
                ..Outcome::succeeded("Package was successfully removed.")
            };
        }
        Ok(finished) => said(&finished),
        Err(error) => chain(&error),
    };
    Outcome::failed(format!("Could not remove package. {why}"))
}
