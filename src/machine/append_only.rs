//! Files that only grow, in a directory that belongs to their owner alone.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use nix::libc::O_NOFOLLOW;

use super::account::own_uid;
use super::file::{FileError, Permissions, Stat, make_directory};

/// Makes a directory that only its owner can read, and the directories above it.
///
/// # Errors
///
/// I/O errors, and [`FileError::Untrusted`] if the directory belongs to another user.
pub fn private_directory(path: &Path) -> Result<(), FileError> {
    if let Some(above) = path.parent() {
        let made = fs::create_dir_all(above);
        made.map_err(|source| FileError::Write { path: above.to_owned(), source })?;
    }
    make_directory(path, Permissions { mode: Some(0o700), ..Permissions::default() })?;
    if Stat::of_link(path)?.uid == own_uid() {
        return Ok(());
    }
    let why = "it belongs to another user; name another directory".to_owned();
    Err(FileError::Untrusted { path: path.to_owned(), attempt: "changed", why })
}

/// A file that only grows. While it is open, [`is_growing`] is true for other processes.
#[derive(Debug)]
pub struct AppendOnly(File);

impl AppendOnly {
    /// Makes a file that only its owner can read.
    ///
    /// # Errors
    ///
    /// I/O errors, "already exists" among them.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        let file = options.append(true).create_new(true).mode(0o600).custom_flags(O_NOFOLLOW).open(path)?;
        file.lock()?;
        Ok(Self(file))
    }

    /// Writes a line with one system call: a process that is killed leaves no half of it, nor does a full disk.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        let before = self.0.metadata()?.len();
        let written = self.0.write_all(format!("{line}\n").as_bytes());
        if written.is_err() {
            // A disk that is full takes the beginning of a line.
            let _ = self.0.set_len(before);
        }
        written
    }

    /// Waits until the disk has all data.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn sync(&self) -> io::Result<()> {
        self.0.sync_data()
    }
}

impl Drop for AppendOnly {
    /// Unlocks: a child process that was just forked has the file open until it starts its program.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// True while a process has the file open for appending.
pub fn is_growing(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

/// Calls a function while this process holds a lock file.
///
/// # Errors
///
/// The lock cannot be taken.
pub fn alone<T>(lock: &Path, work: impl FnOnce() -> T) -> io::Result<T> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(0o600).custom_flags(O_NOFOLLOW);
    let file = options.open(lock)?;
    file.lock()?;
    let done = work();
    file.unlock()?;
    Ok(done)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_file_is_private_grows_by_lines_and_is_made_once() {
        let place = tempfile::tempdir().unwrap();
        let directory = place.path().join("a/b");
        private_directory(&directory).unwrap();
        let path = directory.join("file");
        let mut file = AppendOnly::create(&path).unwrap();
        file.append("one").unwrap();
        file.append("two").unwrap();
        assert!(is_growing(&path), "it is open");
        assert!(AppendOnly::create(&path).is_err(), "it is there");
        file.sync().unwrap();
        drop(file);
        assert!(!is_growing(&path));
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&path), mode(&directory)), (0o600, 0o700));
    }

    #[test]
    fn a_closed_file_does_not_grow_although_a_child_that_was_just_forked_has_it_open() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file");
        let file = AppendOnly::create(&path).unwrap();
        let _of_the_child = file.0.try_clone().unwrap();
        drop(file);
        assert!(!is_growing(&path));
    }

    #[test]
    fn a_directory_that_others_may_look_into_is_closed_and_a_link_is_no_lock() {
        let place = tempfile::tempdir().unwrap();
        let directory = place.path().join("open");
        fs::create_dir(&directory).unwrap();
        fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).unwrap();
        private_directory(&directory).unwrap();
        assert_eq!(fs::metadata(&directory).unwrap().permissions().mode() & 0o777, 0o700);
        std::os::unix::fs::symlink("elsewhere", directory.join("lock")).unwrap();
        assert!(alone(&directory.join("lock"), || ()).is_err());
        assert_eq!(alone(&directory.join("other"), || 7).unwrap(), 7);
    }
}
