//! The kernel's list of locks.
//!
//! See `/proc/locks` in <https://man7.org/linux/man-pages/man5/proc_locks.5.html>.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The process that holds a lock on the file; none if nobody does, or if it cannot be seen from here.
pub(super) fn locked_by(path: &Path) -> Option<u32> {
    let inode = fs::metadata(path).ok()?.ino();
    let list = fs::read_to_string("/proc/locks").ok()?;
    list.lines().filter_map(|line| holder(line, inode)).find(|pid| has_open(*pid, path))
}

/// The process of a line that locks a file of this number. The device is not compared: for some file systems the list
/// names another one than `stat` does.
fn holder(line: &str, inode: u64) -> Option<u32> {
    let mut words = line.split_whitespace();
    let is_flock = words.nth(1) == Some("FLOCK");
    let pid = words.nth(2)?.parse().ok()?;
    let file: u64 = words.next()?.rsplit(':').next()?.parse().ok()?;
    (is_flock && file == inode).then_some(pid)
}

fn has_open(pid: u32, path: &Path) -> bool {
    let Ok(wanted) = fs::metadata(path) else { return false };
    let is_it = |entry: fs::DirEntry| {
        let open = fs::metadata(entry.path());
        open.is_ok_and(|open| (open.dev(), open.ino()) == (wanted.dev(), wanted.ino()))
    };
    fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten().any(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_the_process_that_holds_the_lock_and_not_one_that_waits() {
        let line = "1: FLOCK  ADVISORY  WRITE 708 00:31:1243 0 EOF";
        assert_eq!((holder(line, 1243), holder(line, 124)), (Some(708), None));
        assert_eq!(holder("1: -> FLOCK  ADVISORY  WRITE 709 00:31:1243 0 EOF", 1243), None);
        assert_eq!(holder("2: POSIX  ADVISORY  WRITE 710 00:31:1243 0 EOF", 1243), None);
        assert_eq!(holder("", 1243), None);
    }
}
