//! What a killed run left beside a file: a hidden file that was not renamed yet. The next run that writes the file removes it.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{Stat, fstat};

use super::place::Place;
use super::tree;
use crate::account;

/// Nobody writes a file for longer than this: seconds.
const OLD: i64 = 600;

/// The hidden names in each directory that this process has written to. An inode number alone returns in a later directory.
static SEEN: Mutex<BTreeMap<(PathBuf, u64, u64), Vec<OsString>>> = Mutex::new(BTreeMap::new());

/// Removes the hidden files of killed runs beside a file that was just written: those with a name of [`temporary_name`], of this
/// user, and much older than the file.
pub(super) fn clear(place: &Place) {
    let Ok(directory) = fstat(&place.directory) else { return };
    let Ok(Some(written)) = place.stat() else { return };
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let path = place.path.parent().map(Path::to_path_buf).unwrap_or_default();
    let hidden = seen.entry((path, directory.st_dev, directory.st_ino)).or_insert_with(|| list(place));
    hidden.retain(|name| {
        let is_ours = is_temporary_of(name, &place.name);
        if is_ours {
            remove(place, name, &written);
        }
        !is_ours
    });
}

/// Every hidden name with as many digits at its end as ours have.
fn list(place: &Place) -> Vec<OsString> {
    let Ok(names) = tree::names_beside(place) else { return vec![] };
    names.into_iter().filter(|name| random_part(name.as_encoded_bytes()).is_some()).collect()
}

fn remove(place: &Place, name: &OsStr, written: &Stat) {
    let Ok(left) = place.beside(name.to_owned()) else { return };
    let Ok(Some(stat)) = left.stat() else { return };
    let is_old = written.st_mtime.saturating_sub(stat.st_mtime) > OLD;
    if is_old && stat.st_uid == account::own_uid() {
        let _ = tree::remove(&left);
    }
}

/// A hidden name beside a name, which nobody can guess.
pub(super) fn temporary_name(name: &OsStr) -> OsString {
    let random = uuid::Uuid::new_v4().simple().to_string();
    let mut temporary = OsString::from(".");
    // A name has at most 255 bytes.
    let bytes = name.as_encoded_bytes();
    if bytes.len() <= 255 - 14 {
        temporary.push(name);
    }
    temporary.push(".");
    temporary.push(&random[..12]);
    temporary
}

/// True for a name that [`temporary_name`] may have given.
fn is_temporary_of(name: &OsStr, of: &OsStr) -> bool {
    random_part(name.as_encoded_bytes()).is_some_and(|middle| middle == of.as_encoded_bytes())
}

/// The part before twelve hexadecimal digits at the end of a hidden name.
fn random_part(name: &[u8]) -> Option<&[u8]> {
    let (front, digits) = name.strip_prefix(b".")?.split_at_checked(name.len().checked_sub(13)?)?;
    let is_digit = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    digits.iter().all(is_digit).then(|| front.strip_suffix(b"."))?
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use crate::file::{Permissions, write};

    use super::*;

    #[test]
    fn names_of_killed_runs_are_known() {
        let name = OsStr::new("fstab");
        assert!(is_temporary_of(&temporary_name(name), name));
        for other in [
            ".fstab.0123456789aX",
            ".fstab.01234567",
            "fstab.0123456789ab",
            ".hosts.0123456789ab",
            ".0123456789ab",
        ] {
            assert!(!is_temporary_of(OsStr::new(other), name), "{other}");
        }
    }

    #[test]
    fn the_next_run_removes_what_a_killed_one_left() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("a");
        let put = |name: &str, age: u64| {
            let file = std::fs::File::create(directory.path().join(name)).expect("a file");
            let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
            if age > 0 {
                file.set_modified(long_ago).expect("a time");
            }
        };
        put(".a.0123456789ab", 1);
        put(".a.ba9876543210", 0);
        put(".b.0123456789ab", 1);
        write(&path, b"new", Permissions::default()).expect("it is written");
        let names = crate::file::names(directory.path()).expect("names");
        assert_eq!(names, [".a.ba9876543210", ".b.0123456789ab", "a"], "only ours, and only old ones");
    }
}
