//! The deployed releases of this instance.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::error::DeployError;
use super::layout::Layout;
use super::lock::Holder;
use super::log;
use super::plan::BASE;
use super::record::{Deployed, ServiceRecord};
use super::recorded::recorded;
use super::run::look;
use crate::artifact::Manifest;
use machine::file;

/// The number of past deployments that are shown.
const TOLD: usize = 10;

/// The deployments of one service.
#[derive(Clone, Debug, Serialize)]
pub struct Status {
    /// The service.
    pub service: String,
    /// The revision in service.
    pub current: Option<String>,
    /// Since when.
    pub since: Option<String>,
    /// The revision that was deployed last; it differs from the current one if that deployment did not end.
    pub next: Option<String>,
    /// True when the last deployment has ended, and none is running.
    pub settled: bool,
    /// Facts about the current revision: commit, branch, job.
    pub build: std::collections::BTreeMap<String, String>,
    /// The releases on this instance.
    pub releases: Vec<String>,
    /// The target of a rollback.
    pub before: Option<String>,
    /// The revisions that were rolled back from.
    pub withdrawn: Vec<String>,
    /// The deployments, the latest first.
    pub history: Vec<Deployed>,
    /// The process that deploys now.
    pub under_way: Option<Holder>,
    /// The log of the last deployment.
    pub log: Option<PathBuf>,
}

/// The deployed releases below a root: of one service, or of all.
///
/// # Errors
/// Nothing of that service is here, or it cannot be read.
pub fn statuses(root: &Path, service: Option<&str>) -> Result<Vec<Status>, DeployError> {
    let names = match service {
        Some(service) => vec![service.to_owned()],
        None => services(root)?,
    };
    names.iter().map(|service| status(&Layout::new(root, service))).collect()
}

/// The names below a root that have releases, without the link to one of them.
pub(super) fn services(root: &Path) -> Result<Vec<String>, DeployError> {
    let failed = |source| DeployError::Read { path: root.to_owned(), source };
    let has_releases = |name: &String| {
        let path = root.join(name);
        !path.is_symlink() && path.join("releases").is_dir()
    };
    Ok(file::names(root).map_err(failed)?.into_iter().filter(has_releases).collect())
}

fn status(layout: &Layout) -> Result<Status, DeployError> {
    let service = layout.service().to_owned();
    if !layout.releases().is_dir() {
        return Err(DeployError::Unknown { service, root: layout.root().to_owned() });
    }
    let live = look(layout, recorded(layout)?)?;
    let ServiceRecord { finished, history, withdrawn, .. } = &live.record;
    let under_way = Holder::find(&layout.lock());
    let is_whole = live.current.as_ref().is_some_and(|current| live.unpacked.contains(current));
    let is_linked = service == BASE || live.next == live.current;
    let settled = is_whole
        && is_linked
        && *finished == live.current
        && live.record.rollback.is_none()
        && under_way.is_none();
    let build = live.current.as_ref().and_then(|current| fs::read(layout.manifest(current)).ok());
    let build = build.and_then(|bytes| Manifest::parse(&bytes).ok()).map(|it| it.build).unwrap_or_default();
    let since = history.last().filter(|last| Some(&last.revision) == live.current.as_ref());
    let before = live.record.before(live.current.as_deref().unwrap_or_default(), &live.unpacked);
    Ok(Status {
        since: since.map(|last| last.at.to_string()),
        settled,
        build,
        before: before.map(str::to_owned),
        withdrawn: withdrawn.clone(),
        history: history.iter().rev().take(TOLD).cloned().collect(),
        under_way,
        log: log::list(&layout.logs()).pop(),
        service,
        current: live.current,
        next: live.next,
        releases: live.unpacked,
    })
}
