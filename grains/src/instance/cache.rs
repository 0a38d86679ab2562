//! The metadata as read last, kept in a file until the machine boots again.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::Instance;

/// Tags may change while an instance lives: what is older is read again.
const FRESH: Duration = Duration::from_secs(3600);

/// A file that keeps what the metadata service said.
#[derive(Clone, Debug)]
pub struct Cache {
    file: PathBuf,
    boot: String,
}

#[derive(Deserialize, Serialize)]
struct Kept {
    boot: String,
    instance: Instance,
}

impl Cache {
    /// A cache in `file`, for the boot that the machine below `root` is in; none where the kernel does not tell.
    pub fn new(root: &Path, file: PathBuf) -> Option<Self> {
        let boot = fs::read_to_string(root.join("proc/sys/kernel/random/boot_id")).ok()?;
        Some(Self { file, boot: boot.trim().to_owned() })
    }

    /// What was kept during this boot and within the last hour before `now`.
    pub fn get(&self, now: SystemTime) -> Option<Instance> {
        let written = fs::metadata(&self.file).and_then(|file| file.modified()).ok()?;
        let is_fresh = now.duration_since(written).is_ok_and(|age| age < FRESH);
        if is_fresh { self.get_expired() } else { None }
    }

    /// What was kept during this boot, however old it is: for a time in which the service does not answer. A boot is one
    /// of one instance.
    pub fn get_expired(&self) -> Option<Instance> {
        let kept: Kept = serde_json::from_slice(&fs::read(&self.file).ok()?).ok()?;
        (kept.boot == self.boot).then_some(kept.instance)
    }

    /// Keeps what was read, for this boot. Only the owner may read it: tags may be private.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn put(&self, instance: &Instance) -> io::Result<()> {
        let kept = Kept { boot: self.boot.clone(), instance: instance.clone() };
        let text = serde_json::to_vec(&kept).map_err(io::Error::other)?;
        if let Some(dir) = self.file.parent() {
            fs::create_dir_all(dir)?;
        }
        let next = self.file.with_extension("next");
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&next)?;
        file.write_all(&text)?;
        fs::rename(&next, &self.file)
    }
}
