//! The builders' side: builds, signs, publishes and promotes artifacts.
//!
//! A built artifact has the same layout in its directory as in the store, so that the tested files are the published
//! ones. Laws: a revision is published once and never changed; an artifact is promoted only with the signature of a
//! pinned key.

mod current;
mod proposal;
mod remote;
mod root;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::artifact::{
    Manifest, PackError, Pinned, PublicKey, Refusal, Release, SignatureFile, Signed, SigningKey, UnpackError,
    check_archive, check_name, pack,
};
use crate::store::{Keys, SignedError, StoreError, signature_of};
use machine::file::{self, FileError, Permissions};
use model::chain;

pub use current::{Promoted, Promotion, Renewal, promote, refresh};
pub use remote::{Listed, list, publish, services};
pub use root::{Changes, draft, keys_of, latest_root, publish_root, sign_root};

const MANIFEST: &str = "manifest.json";
const ARCHIVE: &str = "archive.tar.gz";

/// Why an artifact was not built, published or promoted.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// It could not be built.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// The disk refused a change.
    #[error(transparent)]
    File(#[from] FileError),
    /// Something cannot be read or written.
    #[error("could not {attempt} {}", path.display())]
    Disk {
        /// What was tried.
        attempt: &'static str,
        /// The path.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// It is refused.
    #[error("{subject} is refused: {refusal}")]
    Refused {
        /// The document.
        subject: String,
        /// The reason.
        refusal: Refusal,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store has another revision with that name.
    #[error("{store} has another {revision} of {service}: a revision is published once")]
    Other {
        /// The service.
        service: String,
        /// The revision.
        revision: String,
        /// The store.
        store: String,
    },
    /// The store does not have it.
    #[error("there is no {what} in {store}")]
    Absent {
        /// The document.
        what: String,
        /// The store.
        store: String,
    },
    /// Other publishers change the pointer all the time.
    #[error("the pointer of {service} in {store} is changed by other publishers all the time")]
    Contended {
        /// The service.
        service: String,
        /// The store.
        store: String,
    },
    /// It is older than the current one.
    #[error("{revision} of {service} was built before {current}, which is current")]
    Older {
        /// The service.
        service: String,
        /// The revision.
        revision: String,
        /// The current one.
        current: String,
    },
}

impl From<SignedError> for PublishError {
    fn from(error: SignedError) -> Self {
        match error {
            SignedError::Store(error) => Self::Store(error),
            SignedError::Refused { subject, refusal } => Self::Refused { subject, refusal },
        }
    }
}

impl PublishError {
    /// The error with its causes.
    pub fn with_causes(&self) -> String {
        chain(self)
    }

    /// What to do about it, if that is known.
    pub fn hint(&self) -> Option<String> {
        let text = match self {
            Self::Refused { refusal, .. } | Self::Pack(PackError::Refused(refusal)) => refusal.hint(),
            Self::Store(StoreError::Api(error)) => return error.advice().map(str::to_owned),
            Self::Other { .. } => "build it under another name",
            Self::Absent { .. } => "publish it first: orchestrate artifact publish",
            Self::Older { .. } => "to go back on purpose: --rollback",
            Self::Contended { .. } => "let one job promote at a time, and run it again",
            Self::Pack(_) | Self::File(_) | Self::Disk { .. } | Self::Store(_) => return None,
        };
        Some(text.to_owned())
    }
}

/// A revision of an artifact in a directory: manifest, archive, and signatures once it is signed.
#[derive(Clone, Debug)]
pub struct Built(PathBuf);

impl Built {
    /// One that was built before.
    pub fn at(directory: &Path) -> Self {
        Self(directory.to_owned())
    }

    /// Its directory.
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn archive(&self) -> PathBuf {
        self.0.join(ARCHIVE)
    }

    fn manifest_path(&self) -> PathBuf {
        self.0.join(MANIFEST)
    }

    fn signatures_path(&self) -> PathBuf {
        self.0.join(signature_of(MANIFEST))
    }

    /// The manifest and its bytes.
    fn manifest(&self) -> Result<(Manifest, Vec<u8>), PublishError> {
        let bytes = file::read(&self.manifest_path())?;
        let manifest = Manifest::parse(&bytes).map_err(|refusal| self.refused(refusal))?;
        Ok((manifest, bytes))
    }

    fn signatures(&self) -> Result<SignatureFile, PublishError> {
        match file::read_if_there(&self.signatures_path())? {
            Some(bytes) => SignatureFile::parse(&bytes).map_err(|refusal| self.refused(refusal)),
            None => Ok(SignatureFile::default()),
        }
    }

    fn refused(&self, refusal: Refusal) -> PublishError {
        PublishError::Refused { subject: self.0.display().to_string(), refusal }
    }

    /// Checks that the archive belongs to the manifest.
    fn check(&self, manifest: &Manifest) -> Result<(), PublishError> {
        check_archive(manifest, &self.archive()).map_err(|error| match error {
            UnpackError::Refused(refusal) => self.refused(refusal),
            UnpackError::Read { path, source } | UnpackError::Write { path, source } => {
                PublishError::Disk { attempt: "read", path, source }
            }
        })
    }
}

/// Builds the artifact of a directory below `into`, with the layout of a store: `into/myapp/r17/…`.
///
/// # Errors
/// The directory holds something that an artifact cannot hold, or cannot be read; the disk refused a change.
pub fn build(directory: &Path, release: Release, into: &Path) -> Result<(Built, Manifest), PublishError> {
    for name in [&release.service, &release.revision] {
        check_name(name).map_err(PackError::from)?;
    }
    let keys = Keys { service: &release.service };
    let archive = into.join(keys.archive(&release.revision));
    let built = Built(archive.parent().unwrap_or(into).to_owned());
    let failed = |attempt, path: &Path| {
        let path = path.to_owned();
        move |source| PublishError::Disk { attempt, path, source }
    };
    fs::create_dir_all(&built.0).map_err(failed("make the directory", &built.0))?;
    let made = archive.with_extension("new");
    let out = File::create(&made).map_err(failed("write", &made))?;
    let manifest = pack(directory, release, io::BufWriter::new(out))?.manifest;
    fs::rename(&made, &archive).map_err(failed("rename", &made))?;
    let bytes = manifest.to_bytes();
    // The signature of an earlier build does not belong to this one.
    if fs::read(built.manifest_path()).is_ok_and(|before| before != bytes) {
        file::remove(&built.signatures_path())?;
    }
    file::replace(&built.manifest_path(), &bytes, Permissions::default())?;
    Ok((built, manifest))
}

/// Signs a built artifact, in addition to the signatures of other keys.
///
/// # Errors
/// It is not complete, or the disk refused a change.
pub fn sign(built: &Built, key: &SigningKey) -> Result<Manifest, PublishError> {
    let (manifest, bytes) = built.manifest()?;
    built.check(&manifest)?;
    let mut signatures = built.signatures()?;
    signatures.add(key.sign(Signed::Manifest, &bytes));
    file::replace(&built.signatures_path(), &signatures.to_bytes(), Permissions::default())?;
    Ok(manifest)
}

/// The keys that count for a builder: the pinned ones, else its own.
pub fn trusted(pinned: &Pinned, own: &SigningKey) -> Pinned {
    let keys = |pinned: &[PublicKey]| {
        if pinned.is_empty() { vec![own.public()] } else { pinned.to_vec() }
    };
    Pinned { releases: keys(&pinned.releases), pointers: keys(&pinned.pointers), ..pinned.clone() }
}

#[cfg(test)]
mod tests;
