//! Writing a file whole or not at all.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

use super::{FileError, FileKind, Stat};

/// Who may do what with a file. What is left out stays as it was; of a new file it is `0644` less the umask, and the process's own.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Permissions {
    /// The permission bits.
    pub mode: Option<u32>,
    /// The number of the owner.
    pub uid: Option<u32>,
    /// The number of the group.
    pub gid: Option<u32>,
}

/// Writes a file: beside it first, with all its permissions, then in its place by rename. A link is written through.
///
/// # Errors
///
/// The system's own; what was there is as it was.
pub fn write(path: &Path, contents: &[u8], permissions: Permissions) -> Result<(), FileError> {
    // A link that leads nowhere yet is still the place the author means.
    let target = match fs::read_link(path) {
        Ok(to) => fs::canonicalize(path).unwrap_or_else(|_| beside(path, &to)),
        Err(_) => path.to_owned(),
    };
    replace(&target, contents, permissions)
}

/// The same, and a link is not written through: the file takes its place.
///
/// # Errors
///
/// The system's own; what was there is as it was.
pub fn replace(target: &Path, contents: &[u8], permissions: Permissions) -> Result<(), FileError> {
    let failed = |source| FileError::Write { path: target.to_owned(), source };
    let before = Stat::find_link(target)?.filter(|stat| stat.kind != FileKind::Link);
    let wanted = Permissions {
        mode: permissions.mode.or(before.as_ref().map(|stat| stat.mode)),
        uid: permissions.uid.or(before.as_ref().map(|stat| stat.uid)),
        gid: permissions.gid.or(before.as_ref().map(|stat| stat.gid)),
    };
    let temporary = temporary_for(target);
    let written = fill(&temporary, contents, wanted).and_then(|()| fs::rename(&temporary, target));
    if let Err(source) = written {
        let _ = fs::remove_file(&temporary);
        return Err(failed(source));
    }
    // The rename itself is lasting only when its directory is.
    if let Some(directory) = target.parent().and_then(|directory| fs::File::open(directory).ok()) {
        let _ = directory.sync_all();
    }
    Ok(())
}

fn fill(temporary: &Path, contents: &[u8], wanted: Permissions) -> io::Result<()> {
    // Private until it has its owner; a new file without a wish gets what the umask leaves of 0644.
    let mode = if wanted.mode.is_some() { 0o600 } else { 0o644 };
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(temporary)?;
    file.write_all(contents)?;
    if wanted.uid.is_some() || wanted.gid.is_some() {
        let now = file.metadata().map(|metadata| {
            use std::os::unix::fs::MetadataExt;
            (metadata.uid(), metadata.gid())
        })?;
        let uid = wanted.uid.filter(|uid| *uid != now.0);
        let gid = wanted.gid.filter(|gid| *gid != now.1);
        if uid.is_some() || gid.is_some() {
            fchown(&file, uid, gid)?;
        }
    }
    // After the owner: a change of owner takes set-user bits away.
    if let Some(mode) = wanted.mode {
        file.set_permissions(fs::Permissions::from_mode(mode))?;
    }
    file.sync_all()
}

/// Copies a file to `place`, with its permissions; directories to it are made, for root alone.
///
/// # Errors
///
/// The system's own.
pub fn backup(path: &Path, place: &Path) -> Result<(), FileError> {
    let failed = |source| FileError::Backup { path: path.to_owned(), source };
    if let Some(directory) = place.parent() {
        use std::os::unix::fs::DirBuilderExt;
        fs::DirBuilder::new().recursive(true).mode(0o700).create(directory).map_err(failed)?;
    }
    let stat = Stat::of(path)?;
    fs::copy(path, place).map_err(failed)?;
    std::os::unix::fs::chown(place, Some(stat.uid), Some(stat.gid)).map_err(failed)
}

fn beside(link: &Path, to: &Path) -> PathBuf {
    link.parent().map_or_else(|| to.to_owned(), |directory| directory.join(to))
}

pub(super) fn temporary_for(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let random = uuid::Uuid::new_v4().simple().to_string();
    path.with_file_name(format!(".{name}.{}", &random[..12]))
}
