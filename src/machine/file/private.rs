//! Files that a program keeps for itself.

use std::fs::File;
use std::io::Read;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::OFlags;

use crate::account::own_uid;

/// Permissions of the group and of all others.
const OF_OTHERS: u32 = 0o077;

/// The contents of a file that this user made for himself: a plain file that belongs to the user of this process, with no permission for
/// anybody else. `None` for any other file, and if it cannot be read. Others may be able to put a file into its directory: that one is theirs.
pub fn read_private(path: &Path) -> Option<Vec<u8>> {
    // Without `NONBLOCK` a pipe in the file's place would hold the program up.
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
    let mut opened = File::options().read(true).custom_flags(flags).open(path).ok()?;
    let is_private =
        |seen: &std::fs::Metadata| seen.is_file() && seen.uid() == own_uid() && seen.mode() & OF_OTHERS == 0;
    let seen = opened.metadata().ok().filter(is_private)?;
    let mut contents = Vec::with_capacity(usize::try_from(seen.len()).unwrap_or(0));
    opened.read_to_end(&mut contents).ok()?;
    Some(contents)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;
    use crate::file::make_pipe;

    #[test]
    fn only_a_file_of_this_user_alone_is_read() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("kept");
        assert_eq!(read_private(&path), None);
        std::fs::write(&path, "text").unwrap();
        for (mode, expected) in [(0o600, true), (0o400, true), (0o640, false), (0o602, false), (0o644, false)]
        {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(read_private(&path).is_some(), expected, "{mode:o}");
        }
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(read_private(&path).as_deref(), Some(&b"text"[..]));

        let link = directory.path().join("link");
        symlink(&path, &link).unwrap();
        assert_eq!(read_private(&link), None);
        let pipe = directory.path().join("pipe");
        make_pipe(&pipe, crate::file::Permissions { mode: Some(0o600), ..Default::default() }).unwrap();
        assert_eq!(read_private(&pipe), None);
        if own_uid() == 0 {
            std::os::unix::fs::chown(&path, Some(12_345), None).unwrap();
            assert_eq!(read_private(&path), None, "it belongs to another user");
        }
    }
}
