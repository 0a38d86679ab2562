//! The directories of a service, and how links are switched.
//!
//! ```text
//! /srv/myapp/releases/r17/   a release, whole: it gets this name when the last byte of it is there
//! /srv/myapp/next            link: the release that is being brought in
//! /srv/myapp/current         link: the release in service
//! /srv/myapp/logs/           what happened in each deployment, its hooks' output among it
//! /srv/service               link to myapp: the service of this instance
//! /srv/base/current          link: what all services share
//! ```

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{Disk, DiskError};
use machine::file;

/// The link beside the services that names the service of this instance.
const SERVICE: &str = "service";

/// A link to a release.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Link {
    /// The release that is being deployed.
    Next,
    /// The release in service.
    Current,
}

impl Link {
    fn name(self) -> &'static str {
        match self {
            Self::Next => "next",
            Self::Current => "current",
        }
    }
}

/// The directories of one service.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Layout {
    root: PathBuf,
    service: String,
}

impl Layout {
    /// The service's directories below a root such as `/srv`.
    pub fn new(root: &Path, service: &str) -> Self {
        Self { root: root.to_owned(), service: service.to_owned() }
    }

    /// The service's own directory.
    pub fn home(&self) -> PathBuf {
        self.root.join(&self.service)
    }

    /// All releases.
    pub fn releases(&self) -> PathBuf {
        self.home().join("releases")
    }

    /// A release.
    pub fn release(&self, revision: &str) -> PathBuf {
        self.releases().join(revision)
    }

    /// A release that is being unpacked: its name begins with a dot, which no revision's name does.
    pub fn partial(&self, revision: &str) -> PathBuf {
        self.releases().join(format!(".{revision}.partial"))
    }

    /// An archive that is being downloaded.
    pub fn archive(&self, revision: &str) -> PathBuf {
        self.releases().join(format!(".{revision}.archive"))
    }

    /// The manifest of an unpacked release; written before the release gets its name.
    pub fn manifest(&self, revision: &str) -> PathBuf {
        self.releases().join(format!(".{revision}.manifest"))
    }

    /// A release that is being removed.
    pub fn removed(&self, revision: &str) -> PathBuf {
        self.releases().join(format!(".{revision}.removed"))
    }

    /// The directory of the deployments' logs.
    pub fn logs(&self) -> PathBuf {
        self.home().join("logs")
    }

    /// The service's name.
    pub fn service(&self) -> &str {
        &self.service
    }

    /// The root of all services.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The record of deployments.
    pub fn record(&self) -> PathBuf {
        self.home().join(".deployed.json")
    }

    /// The link that notes a rollback that has begun: a link needs no block of the disk, so it can be made on a full one.
    pub fn rollback(&self) -> PathBuf {
        self.home().join(".rollback")
    }

    /// The target of that link.
    ///
    /// # Errors
    /// It cannot be read, or is not a link.
    pub fn noted_rollback(&self) -> io::Result<Option<PathBuf>> {
        target(&self.rollback())
    }

    /// The link that notes the mark of a running hook's processes.
    pub fn hook(&self) -> PathBuf {
        self.home().join(".hook")
    }

    /// The mark of the hook that runs, or that a killed run left.
    ///
    /// # Errors
    /// It cannot be read, or is not a link.
    pub fn noted_hook(&self) -> io::Result<Option<String>> {
        Ok(target(&self.hook())?.and_then(|mark| mark.to_str().map(str::to_owned)))
    }

    /// The lock of a deployment.
    pub fn lock(&self) -> PathBuf {
        self.root.join(format!(".{}.lock", self.service))
    }

    /// The path of a link to a release.
    pub fn link(&self, link: Link) -> PathBuf {
        self.home().join(link.name())
    }

    /// The revision that a link leads to; none if there is no link.
    ///
    /// # Errors
    /// It cannot be read, or is not a link.
    pub fn linked(&self, link: Link) -> io::Result<Option<String>> {
        let target = target(&self.link(link))?;
        Ok(target.and_then(|target| target.file_name()?.to_str().map(str::to_owned)))
    }

    /// Switches a link to a release atomically.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn switch(&self, disk: Disk<'_>, link: Link, revision: &str) -> Result<(), DiskError> {
        disk.link(&self.link(link), &Path::new("releases").join(revision))
    }

    /// The service that `/srv/service` leads to.
    ///
    /// # Errors
    /// It cannot be read, or is not a link.
    pub fn service_linked(&self) -> io::Result<Option<String>> {
        Ok(target(&self.root.join(SERVICE))?.and_then(|target| target.to_str().map(str::to_owned)))
    }

    /// Makes `/srv/service` lead to this service, atomically.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn switch_service(&self, disk: Disk<'_>) -> Result<(), DiskError> {
        disk.link(&self.root.join(SERVICE), Path::new(&self.service))
    }

    /// The complete releases.
    ///
    /// # Errors
    /// They cannot be listed.
    pub fn unpacked(&self) -> io::Result<Vec<String>> {
        Ok(file::names(&self.releases())?.into_iter().filter(|name| !name.starts_with('.')).collect())
    }
}

/// The target of a link; none if there is no link.
fn target(link: &Path) -> io::Result<Option<PathBuf>> {
    match fs::read_link(link) {
        Ok(target) => Ok(Some(target)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
