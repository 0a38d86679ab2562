//! Why an artifact is refused: one variant for each reason.

/// The reason for which an artifact is not used.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// There is no signature at all.
    #[error("it is not signed")]
    Unsigned,
    /// The signature file cannot be read.
    #[error("its signature file cannot be read: {0}")]
    SignatureFile(String),
    /// None of the keys that signed it is pinned here.
    #[error("it is signed by {0}, and none of these keys is among those that count for it")]
    UnknownKey(String),
    /// It has fewer signatures than it needs.
    #[error("{found} of the keys that count for it have signed it, but {least} must sign it")]
    TooFew {
        /// The signatures that it has.
        found: usize,
        /// The signatures that it needs.
        least: usize,
    },
    /// A root document has a role that nobody could fulfil, or that needs no signature.
    #[error("{threshold} of {keys} keys must sign {role}: write a number from 1 to {keys}")]
    Role {
        /// The role.
        role: &'static str,
        /// The required signatures.
        threshold: usize,
        /// The number of keys.
        keys: usize,
    },
    /// A root document of another version.
    #[error("it is version {found} of the root document, not {wanted}")]
    RootVersion {
        /// Its version.
        found: u64,
        /// The expected version.
        wanted: u64,
    },
    /// A pinned key's signature is wrong.
    #[error("its signature by {0} does not match: it was changed after it was signed")]
    BadSignature(String),
    /// It is not a manifest or pointer.
    #[error("it cannot be read: {0}")]
    Document(String),
    /// A later format than this program knows.
    #[error("its format is {0}, but this program only knows 1")]
    Format(u32),
    /// It belongs to another service.
    #[error("it belongs to service '{found}', not to '{wanted}'")]
    Service {
        /// The service it is for.
        found: String,
        /// The requested service.
        wanted: String,
    },
    /// A pointer of other instances.
    #[error("it is for the instances {found}, not for {wanted}")]
    Instance {
        /// The instance it is for.
        found: String,
        /// The requested instance.
        wanted: String,
    },
    /// Another revision.
    #[error("it is revision '{found}', not '{wanted}'")]
    Revision {
        /// The revision it is.
        found: String,
        /// The requested revision.
        wanted: String,
    },
    /// A name that could be used to leave the directory.
    #[error("'{0}' cannot be the name of a service or revision: letters, digits, '.', '_' and '-' only")]
    Name(String),
    /// Too old.
    #[error("it expired at {0}")]
    Expired(String),
    /// A root document that is too old.
    #[error("it expired at {0}")]
    RootExpired(String),
    /// Built too long ago.
    #[error("it was built at {created}, longer ago than the {most} days of 'max_age_days'")]
    TooOld {
        /// When it was built.
        created: String,
        /// The allowed number of days.
        most: i64,
    },
    /// It is older than one that this instance has had.
    #[error("it was rolled back: its sequence is {found}, and this instance has had {seen}")]
    RolledBack {
        /// Its sequence.
        found: u64,
        /// The highest sequence that this instance has had.
        seen: u64,
    },
    /// Another document with the same number as one that this instance has followed.
    #[error("it was exchanged: this instance has followed another pointer with the same sequence {0}")]
    SameSequence(u64),
    /// The pointer was made for another manifest.
    #[error("the pointer to the current revision was signed for another manifest")]
    OtherManifest,
    /// The archive has another size.
    #[error("its archive is {found} bytes long instead of {wanted}")]
    ArchiveSize {
        /// The size found.
        found: u64,
        /// The size signed.
        wanted: u64,
    },
    /// The archive has other content.
    #[error("its archive has another content than the one that was signed")]
    ArchiveDigest,
    /// The archive cannot be read to its end.
    #[error("its archive is broken: {0}")]
    ArchiveBroken(String),
    /// A path that leads out, or could lead out.
    #[error("the path {0:?} is absolute, leads out, or is not a plain path")]
    Path(String),
    /// A link that leads out.
    #[error("the link {path} leads out, to {target:?}")]
    Link {
        /// The link.
        path: String,
        /// Its target.
        target: String,
    },
    /// A path listed twice.
    #[error("{0} is listed twice")]
    Twice(String),
    /// A path below something that is not a directory.
    #[error("{path} is below {parent}, which is not a directory")]
    BelowNoDirectory {
        /// The path.
        path: String,
        /// The path above it.
        parent: String,
    },
    /// Permission bits that no file of an artifact may have.
    #[error(
        "{path} has the mode {mode:04o}: set-user-id, set-group-id, sticky and world-writable are refused"
    )]
    Mode {
        /// The path.
        path: String,
        /// Its mode.
        mode: u32,
    },
    /// A device, a pipe, a hard link or similar.
    #[error("{path} is {kind}: an artifact holds files, directories and symbolic links")]
    Kind {
        /// The path.
        path: String,
        /// Its type.
        kind: String,
    },
    /// It has an owner.
    #[error("{path} belongs to {uid}:{gid} in the archive, but everything in an artifact must belong to 0:0")]
    Owner {
        /// The path.
        path: String,
        /// The user's id.
        uid: u64,
        /// The group's id.
        gid: u64,
    },
    /// In the archive, but not in the manifest.
    #[error("{0} is in the archive, but not in the manifest")]
    NotListed(String),
    /// In the manifest, but not in the archive.
    #[error("{0} is in the manifest, but not in the archive")]
    Missing(String),
    /// The archive's entry differs from the listed one.
    #[error("{0} differs from the manifest: another type, mode, size or link")]
    Differs(String),
    /// A file with another content.
    #[error("{0} has another content than the one that was signed")]
    Digest(String),
    /// More bytes than allowed.
    #[error("it unpacks to {found} bytes, more than the {most} of 'max_unpacked_bytes'")]
    TooLarge {
        /// The size after unpacking.
        found: u64,
        /// The limit.
        most: u64,
    },
    /// More entries than allowed.
    #[error("it has {found} entries, more than the {most} of 'max_entries'")]
    TooMany {
        /// The number of entries.
        found: usize,
        /// The limit.
        most: usize,
    },
}

impl Refusal {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Unsigned => "sign it: orchestrate artifact sign",
            Self::TooFew { .. } => {
                "let the others sign it, too: artifact sign and artifact publish a release, artifact promote a pointer, artifact sign-root a root document"
            }
            Self::UnknownKey(_) => {
                "was it signed with the right key? 'public_keys', 'pointer_keys' and 'refresh_keys' of the configuration pin those that count"
            }
            Self::Expired(_) | Self::TooOld { .. } => {
                "the release in service stays: renew the pointer (orchestrate artifact refresh), or \
                 publish and promote a new build"
            }
            Self::RootExpired(_) => {
                "the release in service stays: publish the next root document (orchestrate artifact root, \
                 artifact sign-root, artifact publish-root)"
            }
            Self::RolledBack { .. } => {
                "to go back on purpose: orchestrate rollback, --revision, or orchestrate artifact promote --rollback"
            }
            Self::Role { .. } => "name enough keys, or a smaller threshold",
            Self::RootVersion { .. } => "draft it again from the latest one: orchestrate artifact root",
            Self::SameSequence(_) => {
                "find out who signed two pointers with the same number; then promote again, which uses \
                 the next number"
            }
            Self::Format(_) => "update orchestrate on this instance",
            Self::TooLarge { .. } | Self::TooMany { .. } => {
                "raise the limit in the configuration if the size is intended"
            }
            Self::Service { .. } | Self::Instance { .. } | Self::Revision { .. } | Self::Name(_) => {
                "was it published under the right name?"
            }
            _ => "do not use it: find out who changed it, then build, sign and publish it again",
        }
    }
}
