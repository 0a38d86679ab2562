//! The state of a bucket in a file, so that all runs of a user on this machine share one bucket.
//!
//! The file is locked only while 24 bytes are read and written, and a process that dies releases the lock. Without a
//! file, a run has its own buckets.

use std::fs::{DirBuilder, File, OpenOptions};
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt};
use std::path::Path;

use super::state::State;

/// How often a lock is tried, which another run holds for some microseconds.
const TRIES: usize = 1000;

/// Opens the file of a bucket; only the owner can read it.
pub(super) fn open(directory: &Path, name: &str) -> Option<File> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(directory);
    let file = made.and_then(|()| {
        OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(directory.join(name))
    });
    file.inspect_err(|error| tracing::debug!(%error, name, "a budget is not shared with other runs")).ok()
}

/// Changes the state in the file; false if the file is not available and nothing was changed.
pub(super) fn change(file: &File, change: impl FnOnce(&mut State)) -> bool {
    if !(0..TRIES).any(|_| file.try_lock().inspect_err(|_| std::thread::yield_now()).is_ok()) {
        return false;
    }
    let mut bytes = [0; 24];
    let length = file.read_at(&mut bytes, 0).unwrap_or(0);
    let mut state = State::of_bytes(bytes.get(..length).unwrap_or_default());
    change(&mut state);
    let written = file.write_all_at(&state.to_bytes(), 0);
    // A lock that cannot be released ends with the process.
    let _ = file.unlock();
    written.is_ok()
}

/// The content of a file beside the buckets; none if there is none.
pub(super) fn load(directory: &Path, name: &str) -> Option<Vec<u8>> {
    std::fs::read(directory.join(name)).ok()
}

/// Writes a file beside the buckets, atomically; only the owner can read it. A failure is ignored.
pub(super) fn save(directory: &Path, name: &str, content: &[u8]) {
    use std::io::Write;

    let unfinished = directory.join(format!("{name}.{}", std::process::id()));
    let made = DirBuilder::new().recursive(true).mode(0o700).create(directory);
    let written = made
        .and_then(|()| {
            OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&unfinished)
        })
        .and_then(|mut file| file.write_all(content))
        .and_then(|()| std::fs::rename(&unfinished, directory.join(name)));
    if let Err(error) = written {
        tracing::debug!(%error, name, "what was read is not kept for the next run");
        // It may not have existed.
        let _ = std::fs::remove_file(&unfinished);
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::super::limits::Pace;
    use super::*;

    const PACE: Pace = Pace { capacity: 2.0, per_second: 1.0 };
    const NOW: u64 = 1_700_000_000_000_000_000;

    fn take(file: &File) -> u64 {
        let mut goes_at = 0;
        assert!(change(file, |state| goes_at = state.take(PACE, NOW)));
        (goes_at - NOW) / 1_000_000_000
    }

    #[test]
    fn two_runs_take_from_one_bucket() {
        let directory = tempfile::tempdir().expect("a directory");
        let open = || open(&directory.path().join("budgets"), "a").expect("a file");
        let (one, other) = (open(), open());
        assert_eq!([take(&one), take(&other), take(&one), take(&other)], [0, 0, 1, 2]);
    }

    #[test]
    fn the_file_is_its_owners_alone_and_may_hold_rubbish() {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::write(directory.path().join("a"), "rubbish").expect("a file");
        let file = open(directory.path(), "a").expect("a file");
        assert_eq!(take(&file), 0);
        let fresh = open(directory.path(), "b").expect("a file");
        assert_eq!(fresh.metadata().expect("metadata").permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn where_nothing_can_be_written_there_is_no_file() {
        assert!(open(Path::new("/proc/nonexistent"), "a").is_none());
    }

    #[test]
    fn a_run_that_dies_gives_the_lock_back() {
        let directory = tempfile::tempdir().expect("a directory");
        let dying = open(directory.path(), "a").expect("a file");
        dying.lock().expect("a lock");
        let file = open(directory.path(), "a").expect("a file");
        assert!(!change(&file, |_| panic!("the lock is held")));
        drop(dying);
        assert_eq!(take(&file), 0);
    }
}
