//! The mark that this instance leaves service: a small file in `cachedir`, so that nothing registers it again in the
//! meantime.
//!
//! `instance watch` writes it before it drains the instance, and removes it if the instance stays after all. Law: a
//! mark from another boot, or from another instance in the image, has no effect.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::record::{keep, machine};
use machine::file::FileError;
use model::Map;
use model::minion::cachedir;

/// Why an instance leaves.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Leaving {
    /// The reason, for people.
    pub why: String,
    /// The instance, if it is known.
    pub machine: Option<String>,
    /// The boot.
    pub boot: Option<String>,
}

/// The path of the file.
pub fn place(opts: &Map) -> PathBuf {
    cachedir(opts).join("leaving.json")
}

fn boot() -> Option<String> {
    fs::read_to_string("/proc/sys/kernel/random/boot_id").ok().map(|id| id.trim().to_owned())
}

impl Leaving {
    /// This instance, in this boot.
    pub fn new(why: &str, grains: &Map) -> Self {
        Self { why: why.to_owned(), machine: machine(grains), boot: boot() }
    }

    /// Writes it atomically.
    ///
    /// # Errors
    /// The system's own.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        keep(path, self)
    }

    /// The mark for this instance and boot; a damaged file counts as none, because the writer is still running.
    pub fn find(path: &Path, grains: &Map) -> Option<Self> {
        let found: Self = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        (found.machine == machine(grains) && found.boot == boot()).then_some(found)
    }

    /// Removes it; it may be missing.
    ///
    /// # Errors
    /// The system's own.
    pub fn remove(path: &Path) -> io::Result<()> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_boot_of_this_instance_keeps_it_out_of_service() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("cache/leaving.json");
        let grains: Map = [("ec2_instance_id".into(), model::Value::from("i-1"))].into_iter().collect();
        assert_eq!(Leaving::find(&path, &grains), None);
        let leaving = Leaving::new("EC2 takes it away", &grains);
        leaving.save(&path).unwrap();
        assert_eq!(Leaving::find(&path, &grains), Some(leaving.clone()));
        assert_eq!(Leaving::find(&path, &Map::new()), None);
        Leaving { boot: Some("another".to_owned()), ..leaving }.save(&path).unwrap();
        assert_eq!(Leaving::find(&path, &grains), None);
        Leaving::remove(&path).unwrap();
        Leaving::remove(&path).unwrap();
    }
}
