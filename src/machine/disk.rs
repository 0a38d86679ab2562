//! Block devices: their contents, the kernel's settings for them, and file systems on them. By util-linux's `blkid`, `blockdev`,
//! `mkfs`.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::time::Duration;

use super::process::{Command, RunError};

/// The deadline of a program that reads. A disk that does not answer is an error.
const LOOK: Duration = Duration::from_secs(120);

/// The deadline for making a file system: large disks first discard their blocks.
const MAKE: Duration = Duration::from_secs(4 * 3600);

/// Why a device was not read.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// The program cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The program failed.
    #[error("{program} failed for {device}: {said}")]
    Failed {
        /// The program.
        program: &'static str,
        /// The device.
        device: String,
        /// The output of the program.
        said: String,
    },
    /// Its contents match several formats.
    #[error("{device} holds what may be one of several file systems: look at it by 'wipefs {device}'")]
    Ambivalent {
        /// The device.
        device: String,
    },
}

/// The contents of a device: a file system or the like by its name, a partition table as `gpt` or `dos`; none if nothing known is
/// found.
///
/// The device itself is read, not the cache of `blkid`, which may describe another disk that had its name.
///
/// # Errors
/// It cannot be read, or its contents match several formats.
pub async fn contents(device: &str) -> Result<Option<String>, DiskError> {
    let command = Command::argv(["blkid", "-p", "-o", "export", device]).timeout(LOOK);
    let finished = command.run().await?;
    // See blkid(8): 2 means that nothing was found, 8 that several formats match.
    match finished.code() {
        0 => Ok(named(&finished.stdout_text())),
        2 if Path::new(device).exists() && finished.stderr.is_empty() => Ok(None),
        8 => Err(DiskError::Ambivalent { device: device.to_owned() }),
        _ => Err(failed("blkid", device, &finished.stderr_text())),
    }
}

/// True if a device or file has bytes other than zero in its first or last part, or in samples between them.
///
/// # Errors
/// It cannot be read.
pub fn has_data(device: &str) -> std::io::Result<bool> {
    const ENDS: u64 = 4 << 20;
    const SAMPLE: u64 = 64 << 10;
    const SAMPLES: u64 = 64;
    let mut opened = File::open(device)?;
    let size = opened.seek(SeekFrom::End(0))?;
    let mut places = vec![(0, ENDS), (size.saturating_sub(ENDS), ENDS)];
    places.extend((1..SAMPLES).map(|part| (size / SAMPLES * part, SAMPLE)));
    let mut bytes = vec![];
    for (from, length) in places {
        bytes.clear();
        opened.seek(SeekFrom::Start(from))?;
        Read::by_ref(&mut opened).take(length).read_to_end(&mut bytes)?;
        if bytes.iter().any(|byte| *byte != 0) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn named(export: &str) -> Option<String> {
    let value = |key: &str| {
        let line = export.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        line.map(str::to_owned)
    };
    value("TYPE").or_else(|| value("PTTYPE"))
}

fn failed(program: &'static str, device: &str, said: &str) -> DiskError {
    DiskError::Failed { program, device: device.to_owned(), said: said.trim().to_owned() }
}

/// True if this system can make such a file system.
pub async fn makes(kind: &str) -> bool {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-');
    if kind.is_empty() || !kind.chars().all(is_name) {
        return false;
    }
    let program = format!("mkfs.{kind}");
    let found = Command::argv(["/bin/sh", "-c", "command -v \"$0\"", &program]).timeout(LOOK).run().await;
    found.is_ok_and(|found| found.is_success())
}

/// The command that makes a file system.
pub fn make(device: &str, kind: &str, options: &[String]) -> Command {
    let words = ["mkfs", "-t", kind].map(str::to_owned).into_iter();
    let words = words.chain(options.iter().cloned()).chain([device.to_owned()]);
    Command::argv(words).timeout(MAKE)
}

/// The kernel's settings for a device.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct KernelSettings {
    /// The number of 512-byte sectors that are read ahead.
    pub read_ahead: u64,
    /// The same for file systems.
    pub filesystem_read_ahead: u64,
    /// Whether it is read-only.
    pub read_only: bool,
}

/// The kernel's present settings for a device.
///
/// # Errors
/// They cannot be read.
pub async fn tuning(device: &str) -> Result<KernelSettings, DiskError> {
    let command = Command::argv(["blockdev", "--getra", "--getfra", "--getro", device]).timeout(LOOK);
    let finished = command.run().await?;
    let text = finished.stdout_text();
    let numbers: Option<Vec<u64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some([read_ahead, filesystem_read_ahead, read_only]) if finished.is_success() => Ok(KernelSettings {
            read_ahead: *read_ahead,
            filesystem_read_ahead: *filesystem_read_ahead,
            read_only: *read_only == 1,
        }),
        _ => Err(failed("blockdev", device, &finished.stderr_text())),
    }
}

/// The command that changes the kernel's settings for a device.
pub fn tune(device: &str, options: &[String]) -> Command {
    let words = ["blockdev".to_owned()].into_iter().chain(options.iter().cloned());
    Command::argv(words.chain([device.to_owned()])).timeout(LOOK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_without_a_signature_are_data() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("disk").display().to_string();
        let holds = |bytes: &[u8]| {
            std::fs::write(&path, bytes).expect("a file");
            has_data(&path).expect("it is read")
        };
        assert!(!holds(&vec![0; 20 << 20]) && !holds(b""));
        assert!(holds(b"text") && holds(&[vec![0; 20 << 20], vec![1]].concat()));
        let mut middle = vec![0; 64 << 20];
        middle[(32 << 20) + 5] = 1;
        assert!(holds(&middle));
    }

    #[test]
    fn a_table_of_partitions_is_contents_too() {
        assert_eq!(named("DEVNAME=/dev/x\nUUID=1\nTYPE=xfs\nUSAGE=filesystem\n").as_deref(), Some("xfs"));
        assert_eq!(named("DEVNAME=/dev/x\nPTUUID=1\nPTTYPE=gpt\n").as_deref(), Some("gpt"));
        assert_eq!(named("DEVNAME=/dev/x\nSUBTYPE=a\n"), None);
    }

    #[tokio::test]
    async fn names_of_programs_are_no_programs() {
        assert!(!makes("").await && !makes("ext4; touch /x").await && !makes("nosuchfs").await);
    }
}
