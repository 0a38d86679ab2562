//! Downloads, unpacks, removes and rolls back releases.

use std::path::Path;
use std::time::Duration;

use super::disk::{Disk, DiskError};
use super::error::DeployError;
use super::hooks::{HookFacts, When, run_hooks};
use super::job::{Job, World};
use super::layout::{Layout, Link};
use super::leftover;
use super::lock;
use super::log::Log;
use super::plan::{BASE, Live};
use super::record::{Rollback, ServiceRecord};
use super::recorded::recorded;
use super::room;
use super::run::look;
use crate::artifact::{Manifest, Refusal, UnpackError, check_archive, unpack as unpack_archive};
use crate::store::{Keys, SignedManifest};
use model::chain;

/// Downloads the archive and checks it. A partial download is continued; if the result is wrong, it is downloaded
/// again.
pub(super) fn fetch(job: &Job<'_>, live: &Live, manifest: &Manifest) -> Result<(), DeployError> {
    let (layout, disk) = (job.layout, job.world.disk);
    let archive = layout.archive(&manifest.revision);
    let failed = |source| DiskError { attempt: "fetch", path: archive.clone(), source };
    disk.announce("fetch", &archive).map_err(failed)?;
    let there = std::fs::metadata(&archive).map_or(0, |facts| facts.len());
    room::for_release(job, live, manifest, there)?;
    get(job, manifest, &archive)?;
    let mut checked = check_archive(manifest, &archive);
    let is_other =
        matches!(checked, Err(UnpackError::Refused(Refusal::ArchiveSize { .. } | Refusal::ArchiveDigest)));
    if is_other && there > 0 {
        disk.remove_file(&archive)?;
        get(job, manifest, &archive)?;
        checked = check_archive(manifest, &archive);
    }
    if let Err(UnpackError::Refused(_)) = &checked {
        disk.remove_file(&archive)?;
    }
    checked.map_err(|error| refused(layout, &manifest.revision, error))
}

fn get(job: &Job<'_>, manifest: &Manifest, archive: &Path) -> Result<(), DeployError> {
    let keys = Keys { service: &manifest.service };
    let key = keys.archive(&manifest.revision);
    if job.world.wait(job.store.fetch(&key, manifest.archive.size, archive))?? {
        return Ok(());
    }
    Err(DeployError::Absent {
        what: format!("archive of {} {}", manifest.service, manifest.revision),
        store: job.store.name(),
        hint: "it was not published completely: orchestrate artifact publish".to_owned(),
    })
}

fn refused(layout: &Layout, revision: &str, error: UnpackError) -> DeployError {
    match error {
        UnpackError::Refused(refusal) => DeployError::Refused {
            subject: format!("the artifact {revision} of {}", layout.service()),
            refusal,
        },
        UnpackError::Read { path, source } => DeployError::Read { path, source },
        UnpackError::Write { path, source } => DiskError { attempt: "write", path, source }.into(),
    }
}

/// Unpacks the archive beside the releases, and gives it its name when it is complete.
pub(super) fn unpack(layout: &Layout, disk: Disk<'_>, signed: &SignedManifest) -> Result<(), DeployError> {
    let revision = &signed.manifest.revision;
    let (archive, partial) = (layout.archive(revision), layout.partial(revision));
    disk.remove_directory(&partial)?;
    disk.make_directories(&partial)?;
    let before = |path: &Path| disk.announce("unpack", path);
    if let Err(error) = unpack_archive(&signed.manifest, &archive, &partial, &before) {
        if matches!(error, UnpackError::Refused(_)) {
            disk.remove_directory(&partial)?;
            disk.remove_file(&archive)?;
        }
        return Err(refused(layout, revision, error));
    }
    disk.open(&partial)?;
    disk.write(&layout.manifest(revision), &signed.bytes)?;
    disk.rename(&partial, &layout.release(revision))?;
    disk.remove_file(&archive)?;
    Ok(())
}

/// Removes a release: its name is removed first, so that no half of it counts as a release.
pub(super) fn remove(layout: &Layout, disk: Disk<'_>, revision: &str) -> Result<(), DiskError> {
    let removed = layout.removed(revision);
    disk.remove_directory(&removed)?;
    disk.rename(&layout.release(revision), &removed)?;
    disk.remove_directory(&removed)?;
    disk.remove_file(&layout.manifest(revision))
}

/// Finishes a rollback that was killed, without hooks: the next deployment runs its own.
pub(super) fn finish_rollback(
    layout: &Layout,
    world: &World<'_>,
    record: &mut ServiceRecord,
) -> Result<(), DeployError> {
    let Some(rollback) = record.rollback.clone() else { return Ok(()) };
    switch_back(layout, world, &rollback)?;
    record_end(layout, world, record, &rollback);
    Ok(())
}

fn switch_back(layout: &Layout, world: &World<'_>, rollback: &Rollback) -> Result<(), DeployError> {
    if layout.service() != BASE {
        layout.switch(world.disk, Link::Next, &rollback.to)?;
    }
    Ok(layout.switch(world.disk, Link::Current, &rollback.to)?)
}

/// Records the end of a rollback, and returns why that failed. The link that notes the rollback stays then, and the next
/// run records its end.
fn record_end(
    layout: &Layout,
    world: &World<'_>,
    record: &mut ServiceRecord,
    rollback: &Rollback,
) -> Option<DiskError> {
    record.finish_rollback(rollback, (world.clock)());
    let saved = record.save(world.disk, &layout.record());
    let failed = saved.and_then(|()| world.disk.remove_file(&layout.rollback())).err()?;
    tracing::warn!("the rollback to {} is not recorded yet: {}", rollback.to, chain(&failed));
    Some(failed)
}

/// The parameters of a rollback.
pub struct RollbackJob<'a> {
    /// The directories.
    pub layout: &'a Layout,
    /// The instance.
    pub instance: Option<&'a str>,
    /// The revision; by default, the one in service before.
    pub revision: Option<&'a str>,
    /// The timeout of its post-release hooks; none if they are not run.
    pub hooks_timeout: Option<Duration>,
    /// Everything else.
    pub world: &'a World<'a>,
}

/// Puts an earlier release, which is still here, into service again: switches links, and runs its post-release hooks.
///
/// # Errors
/// Another process deploys, there is no such release, or a hook failed; in the last case the links are switched.
pub fn rollback(way: &RollbackJob<'_>) -> Result<Rollback, DeployError> {
    let (layout, world) = (way.layout, way.world);
    let service = layout.service();
    if !layout.releases().is_dir() {
        return Err(DeployError::Unknown { service: service.to_owned(), root: layout.root().to_owned() });
    }
    let _lock = lock::take(&layout.lock(), service, (world.clock)())?;
    leftover::end(layout, world)?;
    let mut record = recorded(layout)?;
    // A rollback that was killed is finished, and not started again from its target.
    let rollback = match record.rollback.clone().filter(|begun| way.revision.is_none_or(|it| it == begun.to))
    {
        Some(begun) => begun,
        None => chosen(way, &record)?,
    };
    let timeout = way.hooks_timeout.filter(|_| service != BASE);
    let mut log = Log::begin(&layout.logs(), &format!("{}-rollback", rollback.to), world.clock);
    go_back((layout, world), (way.instance, timeout), &mut record, &rollback, &mut log)?;
    Ok(rollback)
}

/// Rolls back: notes the target and switches the links, which needs no block of the disk; runs the post-release hooks if
/// they have a timeout; and records the end. Returns why the end could not be recorded.
pub(super) fn go_back(
    (layout, world): (&Layout, &World<'_>),
    (instance, timeout): (Option<&str>, Option<Duration>),
    record: &mut ServiceRecord,
    rollback: &Rollback,
    log: &mut Log<'_>,
) -> Result<Option<DiskError>, DeployError> {
    record.rollback = Some(rollback.clone());
    world.disk.link(&layout.rollback(), &rollback.to_link())?;
    switch_back(layout, world, rollback)?;
    let facts = HookFacts { service: layout.service(), instance, previous: rollback.from.as_deref() };
    for (timeout, when) in timeout.into_iter().flat_map(|it| When::IN_SERVICE.map(|when| (it, when))) {
        run_hooks(layout, world, timeout, &facts, (&rollback.to, when), log)?;
    }
    Ok(record_end(layout, world, record, rollback))
}

fn chosen(way: &RollbackJob<'_>, record: &ServiceRecord) -> Result<Rollback, DeployError> {
    let live = look(way.layout, record.clone())?;
    let service = way.layout.service().to_owned();
    let current = live.current.clone().unwrap_or_default();
    let to = match way.revision {
        Some(revision) if live.unpacked.iter().any(|it| it == revision) => revision.to_owned(),
        Some(revision) => {
            let (revision, there) = (revision.to_owned(), live.unpacked.join(", "));
            return Err(DeployError::NotHere { service, revision, there });
        }
        None => {
            let before = record.before(&current, &live.unpacked).map(str::to_owned);
            before.ok_or(DeployError::NothingBefore(service))?
        }
    };
    Ok(Rollback { from: live.current, to })
}
