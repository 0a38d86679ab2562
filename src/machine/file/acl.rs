//! POSIX access control lists: `acl(5)`. The kernel keeps them as attributes in the format of `linux/posix_acl_xattr.h`.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::Path;

use rustix::fs::{FileType, XattrFlags, getxattr, removexattr, setxattr};
use rustix::io::Errno;

use super::place::{Last, Place};
use super::{FileError, Permissions, permit};

const VERSION: u32 = 2;
/// The id of an entry without a user or group.
const NOBODY: u32 = u32::MAX;
/// More than any file system keeps.
const LONGEST: usize = 1 << 16;

/// The subject of an entry, in the order in which the kernel checks them.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Who {
    /// The owner of the file.
    Owner,
    /// A user.
    User(u32),
    /// The group of the file.
    OwnGroup,
    /// A group.
    Group(u32),
    /// The mask: the most that named users, named groups and the file's own group may have.
    Mask,
    /// All others.
    Other,
}

/// One of the two lists of a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum List {
    /// The access of the file itself.
    Access,
    /// The list that new files in a directory get.
    Default,
}

/// A list: permission bits (4 read, 2 write, 1 execute) by subject.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Acl(BTreeMap<Who, u16>);

impl Who {
    fn of(tag: u16, id: u32) -> Option<Self> {
        Some(match tag {
            0x01 => Self::Owner,
            0x02 => Self::User(id),
            0x04 => Self::OwnGroup,
            0x08 => Self::Group(id),
            0x10 => Self::Mask,
            0x20 => Self::Other,
            _ => return None,
        })
    }

    fn tag(self) -> (u16, u32) {
        match self {
            Self::Owner => (0x01, NOBODY),
            Self::User(id) => (0x02, id),
            Self::OwnGroup => (0x04, NOBODY),
            Self::Group(id) => (0x08, id),
            Self::Mask => (0x10, NOBODY),
            Self::Other => (0x20, NOBODY),
        }
    }

    fn is_named(self) -> bool {
        matches!(self, Self::User(_) | Self::Group(_))
    }
}

impl List {
    fn attribute(self) -> &'static str {
        match self {
            Self::Access => "system.posix_acl_access",
            Self::Default => "system.posix_acl_default",
        }
    }
}

impl Acl {
    /// The list that a mode alone means.
    pub fn of_mode(mode: u32) -> Self {
        let bits = |shift: u32| u16::try_from(mode >> shift & 0o7).unwrap_or_default();
        Self([(Who::Owner, bits(6)), (Who::OwnGroup, bits(3)), (Who::Other, bits(0))].into())
    }

    /// The permission bits of a subject; none if the list does not contain it.
    pub fn get(&self, who: Who) -> Option<u16> {
        self.0.get(&who).copied()
    }

    /// Gives a subject these bits. As with `setfacl`, the mask follows the other entries unless it is set itself.
    pub fn set(&mut self, who: Who, bits: u16) {
        self.0.insert(who, bits);
        if who != Who::Mask && (self.0.contains_key(&Who::Mask) || self.0.keys().any(|it| it.is_named())) {
            self.set_mask();
        }
    }

    /// Takes an entry out.
    pub fn remove(&mut self, who: Who) {
        self.0.remove(&who);
        if self.0.contains_key(&Who::Mask) {
            self.set_mask();
        }
    }

    /// The list without named users and groups.
    #[must_use]
    pub fn plain(&self) -> Self {
        let is_plain = |who: &Who| !who.is_named() && *who != Who::Mask;
        Self(self.0.iter().filter(|(who, _)| is_plain(who)).map(|(who, bits)| (*who, *bits)).collect())
    }

    fn set_mask(&mut self) {
        let counts = |who: &Who| who.is_named() || *who == Who::OwnGroup;
        let mask = self.0.iter().filter(|(who, _)| counts(who)).fold(0, |mask, (_, bits)| mask | bits);
        self.0.insert(Who::Mask, mask);
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let (version, entries) = bytes.split_first_chunk()?;
        if u32::from_le_bytes(*version) != VERSION {
            return None;
        }
        let (entries, rest) = entries.as_chunks::<8>();
        let entry = |[a, b, c, d, e, f, g, h]: &[u8; 8]| {
            let who = Who::of(u16::from_le_bytes([*a, *b]), u32::from_le_bytes([*e, *f, *g, *h]))?;
            Some((who, u16::from_le_bytes([*c, *d])))
        };
        let read: Option<BTreeMap<_, _>> = entries.iter().map(entry).collect();
        read.filter(|_| rest.is_empty()).map(Self)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = VERSION.to_le_bytes().to_vec();
        for (who, bits) in &self.0 {
            let (tag, id) = who.tag();
            bytes.extend(tag.to_le_bytes());
            bytes.extend(bits.to_le_bytes());
            bytes.extend(id.to_le_bytes());
        }
        bytes
    }
}

/// A list of a path; none if there is only the mode.
///
/// # Errors
///
/// I/O errors, and [`FileError::Untrusted`].
pub fn read_acl(path: &Path, follows: bool, list: List) -> Result<Option<Acl>, FileError> {
    let failed = |source| FileError::Look { path: path.to_owned(), source };
    let (handle, _) = find(path, follows)?.handle().map_err(failed)?;
    let mut bytes = vec![0; LONGEST];
    match getxattr(name(&handle), list.attribute(), &mut *bytes) {
        Ok(size) => {
            let read = bytes.get(..size).and_then(Acl::parse);
            read.map(Some).ok_or_else(|| failed(io::Error::other("its access control list cannot be read")))
        }
        Err(Errno::NODATA | Errno::NOTSUP) => Ok(None),
        Err(errno) => Err(failed(errno.into())),
    }
}

/// Gives a file or directory a list; `None` removes the default list of a directory.
///
/// # Errors
///
/// I/O errors, and [`FileError::Untrusted`].
pub fn write_acl(path: &Path, follows: bool, list: List, acl: Option<&Acl>) -> Result<(), FileError> {
    let place = find(path, follows)?;
    permit::check_place(&place, Permissions::default())?;
    let attempt = "given an access control list";
    let failed = |source| FileError::Change { path: path.to_owned(), attempt, source };
    let (handle, stat) = place.handle().map_err(failed)?;
    let done = match acl {
        _ if FileType::from_raw_mode(stat.st_mode) == FileType::Symlink => Err(Errno::NOTSUP),
        Some(acl) => setxattr(name(&handle), list.attribute(), &acl.to_bytes(), XattrFlags::empty()),
        None => match removexattr(name(&handle), list.attribute()) {
            Err(Errno::NODATA | Errno::NOTSUP) => Ok(()),
            other => other,
        },
    };
    done.map_err(|errno| failed(errno.into()))
}

fn find(path: &Path, follows: bool) -> Result<Place, FileError> {
    Place::find(path, if follows { Last::Followed } else { Last::Itself }, None)
}

/// The kernel's own name of a handle: calls for attributes take no handle of `O_PATH` (`proc(5)`).
fn name(handle: &OwnedFd) -> String {
    format!("/proc/self/fd/{}", handle.as_raw_fd())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_it_is_written() {
        let mut acl = Acl::of_mode(0o640);
        acl.set(Who::User(1000), 6);
        acl.set(Who::Group(7), 5);
        assert_eq!((acl.get(Who::Mask), acl.get(Who::Owner)), (Some(7), Some(6)));
        assert_eq!(Acl::parse(&acl.to_bytes()), Some(acl.clone()));
        assert_eq!(acl.plain(), Acl::of_mode(0o640));
        assert_eq!(Acl::parse(b"\x03\0\0\0"), None, "another version");
        assert_eq!(Acl::parse(&acl.to_bytes()[..15]), None, "cut off");
    }

    #[test]
    fn the_mask_follows_the_entries_unless_it_is_set() {
        let mut acl = Acl::of_mode(0o600);
        acl.set(Who::OwnGroup, 4);
        assert_eq!(acl.get(Who::Mask), None, "nobody is named");
        acl.set(Who::User(1), 7);
        acl.set(Who::Mask, 5);
        assert_eq!(acl.get(Who::Mask), Some(5));
        acl.remove(Who::User(1));
        assert_eq!(acl.get(Who::Mask), Some(4));
    }

    #[test]
    fn the_kernel_keeps_it() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path();
        let mut acl = Acl::of_mode(0o750);
        acl.set(Who::User(64_711), 7);
        for list in [List::Access, List::Default] {
            match write_acl(path, true, list, Some(&acl)) {
                // A file system without such lists.
                Err(FileError::Change { source, .. }) if source.kind() == io::ErrorKind::Unsupported => {
                    return;
                }
                done => done.expect("a list"),
            }
            assert_eq!(read_acl(path, true, list).expect("a list"), Some(acl.clone()));
        }
        write_acl(path, true, List::Default, None).expect("it goes");
        assert_eq!(read_acl(path, true, List::Default).expect("no list"), None);
        // A list that names nobody is a mode.
        write_acl(path, true, List::Access, Some(&acl.plain())).expect("a list");
        assert_eq!(read_acl(path, true, List::Access).expect("no list"), None);
    }
}
