//! The record of earlier deployments, also where its file is lost or a rollback has not reached its end.

use std::fs;
use std::io;
use std::path::PathBuf;

use jiff::Timestamp;

use super::error::DeployError;
use super::layout::{Layout, Link};
use super::record::{Deployed, Rollback, ServiceRecord};
use crate::artifact::Manifest;

/// The earlier deployments.
pub(super) fn recorded(layout: &Layout) -> Result<ServiceRecord, DeployError> {
    let read = |path: PathBuf| move |source: io::Error| DeployError::Read { path, source };
    let path = layout.record();
    let mut record = match fs::symlink_metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => lost(layout)?,
        _ => ServiceRecord::load(&path).map_err(read(path))?,
    };
    if let Some(noted) = layout.noted_rollback().map_err(read(layout.rollback()))? {
        let begun = Rollback::of_link(&noted).ok_or(io::Error::from(io::ErrorKind::InvalidData));
        record.rollback = Some(begun.map_err(read(layout.rollback()))?);
    }
    Ok(record)
}

/// The record of a service without the file, from its releases: those that were built before the current one are taken
/// for earlier ones, so that they are kept and a rollback finds them.
fn lost(layout: &Layout) -> Result<ServiceRecord, DeployError> {
    let read = |path: PathBuf| move |source: io::Error| DeployError::Read { path, source };
    let mut record = ServiceRecord::default();
    let Some(current) = layout.linked(Link::Current).map_err(read(layout.link(Link::Current)))? else {
        return Ok(record);
    };
    let mut found = vec![];
    for revision in layout.unpacked().map_err(read(layout.releases()))? {
        found.extend(of_release(layout, revision));
    }
    found.sort_by_key(|release| release.sequence);
    let Some(of_current) = found.iter().position(|release| release.deployed.revision == current) else {
        return Ok(record);
    };
    // An older document is not accepted as new.
    record.sequence = Some(found[of_current].sequence);
    found.truncate(of_current + 1);
    record.history = found.into_iter().map(|release| release.deployed).collect();
    let path = layout.record();
    tracing::warn!("{} is lost: the releases that are here take its place", path.display());
    Ok(record)
}

/// A release without a record of its deployment.
struct Unrecorded {
    sequence: u64,
    deployed: Deployed,
}

/// None if the release has no manifest, or another program's.
fn of_release(layout: &Layout, revision: String) -> Option<Unrecorded> {
    let path = layout.manifest(&revision);
    let manifest = Manifest::parse(&fs::read(&path).ok()?).ok()?;
    let unpacked = fs::metadata(&path).ok()?.modified().ok()?;
    let at = Timestamp::try_from(unpacked).ok()?;
    Some(Unrecorded { sequence: manifest.sequence, deployed: Deployed { revision, at } })
}
