//! Copies of files with holes: what is not on the disk is not written either.
//!
//! A user can make a file of many terabytes without using the disk. Its copy must not fill root's.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use rustix::fs::{SeekFrom as Place, fstat, seek};
use rustix::io::Errno;

/// Copies the contents of a file to a new one.
///
/// # Errors
///
/// I/O errors.
pub(super) fn copy(source: &mut File, target: &mut File) -> io::Result<()> {
    let size = u64::try_from(fstat(&*source)?.st_size).unwrap_or(0);
    let mut position = 0;
    while position < size {
        let start = match seek(&*source, Place::Data(position)) {
            Ok(start) => start,
            // A hole up to the end.
            Err(Errno::NXIO) => break,
            // The file system does not know holes.
            Err(Errno::INVAL | Errno::NOTSUP) => position,
            Err(errno) => return Err(errno.into()),
        };
        let end = seek(&*source, Place::Hole(start)).unwrap_or(size);
        source.seek(SeekFrom::Start(start))?;
        target.seek(SeekFrom::Start(start))?;
        let copied = io::copy(&mut source.by_ref().take(end - start), target)?;
        if copied == 0 {
            break;
        }
        position = start + copied;
    }
    if target.metadata()?.len() < size { target.set_len(size) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{FileExt, MetadataExt};

    use super::*;

    #[test]
    fn a_copy_has_the_same_contents_and_the_same_holes() {
        let directory = tempfile::tempdir().unwrap();
        let source = directory.path().join("source");
        let whole = File::create_new(&source).unwrap();
        whole.set_len(1 << 40).unwrap();
        whole.write_all_at(b"begin", 0).unwrap();
        whole.write_all_at(b"middle", 1 << 30).unwrap();
        let mut copied = File::create_new(directory.path().join("copy")).unwrap();
        copy(&mut File::open(&source).unwrap(), &mut copied).unwrap();
        assert_eq!(copied.metadata().unwrap().len(), 1 << 40);
        assert!(copied.metadata().unwrap().blocks() < 1 << 16, "its holes are not written");
        let copied = File::open(directory.path().join("copy")).unwrap();
        let mut found = [0; 6];
        copied.read_exact_at(&mut found, 1 << 30).unwrap();
        assert_eq!(&found, b"middle");
        copied.read_exact_at(&mut found[..5], 0).unwrap();
        assert_eq!(&found[..5], b"begin");
    }
}
