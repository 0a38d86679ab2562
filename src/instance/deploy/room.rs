//! Frees room on a full disk: old releases go, the oldest first, and then old logs.
//!
//! Law: the release in service and the one to roll back to stay.

use std::fs::File;

use super::error::DeployError;
use super::job::Job;
use super::layout::{Layout, Link};
use super::log;
use super::plan::Live;
use super::release::remove;
use super::space::Room;
use crate::artifact::Manifest;

/// The room that a deployment needs for its records, links and logs.
const RECORDS: Room = Room { bytes: 256 * 1024, files: Some(32) };

/// Frees room for the records of a deployment, if there is less.
pub(super) fn for_records(job: &Job<'_>, live: &Live) -> Result<(), DeployError> {
    if !job.layout.releases().is_dir() {
        return Ok(());
    }
    free(job, live, job.revision.unwrap_or_default(), &|| {
        Ok(RECORDS.missing(room(job.layout)?, 0).is_none())
    })?;
    Ok(())
}

/// Checks that there is room for a release of whose archive `there` bytes are here, and frees it if there is not.
pub(super) fn for_release(
    job: &Job<'_>,
    live: &Live,
    manifest: &Manifest,
    there: u64,
) -> Result<(), DeployError> {
    let missing = || -> Result<Option<String>, DeployError> {
        Ok(Room::needed(manifest, there).missing(room(job.layout)?, job.rules.keep_free))
    };
    free(job, live, &manifest.revision, &|| Ok(missing()?.is_none()))?;
    let Some(missing) = missing()? else { return Ok(()) };
    let (service, revision) = (manifest.service.clone(), manifest.revision.clone());
    Err(DeployError::NoRoom { service, revision, path: job.layout.releases(), missing })
}

fn room(layout: &Layout) -> Result<Room, DeployError> {
    let path = layout.releases();
    Room::free(&path).map_err(|source| DeployError::Read { path, source })
}

/// Removes what is not needed, until there is enough room.
fn free(
    job: &Job<'_>,
    live: &Live,
    wanted: &str,
    is_enough: &dyn Fn() -> Result<bool, DeployError>,
) -> Result<(), DeployError> {
    let (layout, disk) = (job.layout, job.world.disk);
    if is_enough()? {
        return Ok(());
    }
    for revision in surplus(live, wanted, job.rules.keep) {
        tracing::warn!("there is little room: {revision} of {} is removed", layout.service());
        if let (true, Some(current)) = (live.next.as_ref() == Some(&revision), &live.current) {
            layout.switch(disk, Link::Next, current)?;
        }
        remove(layout, disk, &revision)?;
        // Some file systems give the room back later.
        let synced = File::open(layout.releases()).map(|directory| nix::unistd::syncfs(&directory));
        tracing::debug!(?synced);
        if is_enough()? {
            return Ok(());
        }
    }
    let mut logs = log::list(&layout.logs());
    // The last one belongs to this run, or is the one that people read.
    logs.pop();
    for path in logs {
        disk.remove_file(&path)?;
        if is_enough()? {
            return Ok(());
        }
    }
    Ok(())
}

/// The releases that are neither wanted, nor in service, nor the way back; the oldest first.
fn surplus(live: &Live, wanted: &str, keep: usize) -> Vec<String> {
    let current = live.current.as_deref().unwrap_or_default();
    let mut kept = vec![wanted, current];
    kept.extend(live.record.finished.as_deref());
    if keep > 0 {
        kept.extend(live.record.before(current, &live.unpacked));
    }
    let last = |revision: &String| live.record.history.iter().rposition(|it| it.revision == *revision);
    let mut left: Vec<String> =
        live.unpacked.iter().filter(|revision| !kept.contains(&revision.as_str())).cloned().collect();
    // Those that never came into service are first.
    left.sort_by_key(last);
    left
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::deploy::ServiceRecord;

    #[test]
    fn old_releases_go_first_and_the_current_one_and_the_way_back_stay() {
        let mut record = ServiceRecord::default();
        for revision in ["r1", "r2", "r3", "r4", "r5"] {
            record.finish(revision, Timestamp::UNIX_EPOCH);
        }
        let unpacked: Vec<String> = ["r1", "r2", "r3", "r4", "r5", "r6"].map(str::to_owned).into();
        let current = Some("r5".to_owned());
        let mut live = Live { service: None, next: None, current, unpacked, record };
        assert_eq!(surplus(&live, "r7", 3), ["r6", "r1", "r2", "r3"]);
        assert_eq!(surplus(&live, "r7", 0), ["r6", "r1", "r2", "r3", "r4"], "no way back is wanted");
        assert_eq!(surplus(&live, "r2", 3), ["r6", "r1", "r3"]);
        live.record.withdrawn = vec!["r4".to_owned()];
        assert_eq!(surplus(&live, "r7", 1), ["r6", "r1", "r2", "r4"]);
        live.current = Some("r6".to_owned());
        assert_eq!(surplus(&live, "r7", 1), ["r1", "r2", "r3", "r4"], "a deployment that was killed");
    }
}
