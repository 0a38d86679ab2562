//! The extended attributes of a file: SELinux label, ACL, capabilities, attributes of users.
//!
//! A file that is written anew is another inode, and gets the attributes of the old one. See `xattr(7)`. The kernel itself keeps
//! the attributes that it computes from the contents (IMA, EVM).

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::AsFd;

use rustix::fs::{XattrFlags, fgetxattr, fgetxattr_query, flistxattr, flistxattr_query, fsetxattr};
use rustix::io::Errno;

/// Hashes of the contents, which are different now.
const OF_CONTENTS: &[&CStr] = &[c"security.ima", c"security.evm"];

/// An attribute and its value.
pub(super) type Attribute = (CString, Vec<u8>);

/// The attributes of a file; empty if the file system has no attributes.
///
/// # Errors
///
/// I/O errors.
pub(super) fn read(file: impl AsFd) -> io::Result<Vec<Attribute>> {
    let mut list = match flistxattr_query(&file) {
        Err(Errno::NOTSUP) => return Ok(vec![]),
        other => vec![0; other?],
    };
    let size = flistxattr(&file, &mut *list)?;
    let names = list[..size].split_inclusive(|byte| *byte == 0);
    let mut found = vec![];
    for name in names.filter_map(|name| CStr::from_bytes_with_nul(name).ok()) {
        if OF_CONTENTS.contains(&name) {
            continue;
        }
        let value = fgetxattr_query(&file, name).and_then(|size| {
            let mut value = vec![0; size];
            let size = fgetxattr(&file, name, &mut *value)?;
            value.truncate(size);
            Ok(value)
        });
        match value {
            Ok(value) => found.push((name.to_owned(), value)),
            // It is gone by now, or may not be read.
            Err(Errno::NODATA | Errno::NOTSUP | Errno::ACCESS | Errno::PERM) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
    Ok(found)
}

/// Copies the attributes of one file to another.
///
/// # Errors
///
/// I/O errors. Attributes that only root may set (`security`, `trusted`) are left out for other users.
pub(super) fn write(file: impl AsFd, attributes: &[Attribute]) -> io::Result<()> {
    for (name, value) in attributes {
        match fsetxattr(&file, name.as_c_str(), value, XattrFlags::empty()) {
            Err(Errno::PERM | Errno::ACCESS) if is_roots(name) => {}
            Err(Errno::NOTSUP) => {}
            other => other?,
        }
    }
    Ok(())
}

fn is_roots(name: &CStr) -> bool {
    let name = name.to_bytes();
    name.starts_with(b"security.") || name.starts_with(b"trusted.")
}
