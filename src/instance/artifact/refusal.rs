//! Why an artifact is refused: one variant a reason.

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
    /// Fewer keys have signed it than must.
    #[error("it is signed by {found} of the keys that count for it, and {least} must sign it")]
    TooFew {
        /// How many have.
        found: usize,
        /// How many must.
        least: usize,
    },
    /// A root document with a role that nobody could fulfil, or everybody.
    #[error("{threshold} of {keys} keys must sign {role}: write a number from 1 to {keys}")]
    Role {
        /// Whose keys.
        role: &'static str,
        /// How many must sign.
        threshold: usize,
        /// How many there are.
        keys: usize,
    },
    /// A root document of another version.
    #[error("it is version {found} of the root document, not {wanted}")]
    RootVersion {
        /// Its version.
        found: u64,
        /// The version that comes here.
        wanted: u64,
    },
    /// A pinned key's signature does not fit.
    #[error("its signature by {0} does not fit: it was changed after it was signed")]
    BadSignature(String),
    /// The manifest or pointer is no such document.
    #[error("it cannot be read: {0}")]
    Document(String),
    /// A later format than this program knows.
    #[error("its format is {0}, and this program knows 1 only")]
    Format(u32),
    /// Another service's.
    #[error("it is one of service '{found}', not of '{wanted}'")]
    Service {
        /// The service it is for.
        found: String,
        /// The service that was asked for.
        wanted: String,
    },
    /// A pointer of other instances.
    #[error("it is one for the instances {found}, not for {wanted}")]
    Instance {
        /// The instance it is for.
        found: String,
        /// The instance that was asked for.
        wanted: String,
    },
    /// Another revision.
    #[error("it is revision '{found}', not '{wanted}'")]
    Revision {
        /// The revision it is.
        found: String,
        /// The revision that was asked for.
        wanted: String,
    },
    /// A name that could lead elsewhere.
    #[error("'{0}' cannot be the name of a service or revision: letters, digits, '.', '_' and '-' only")]
    Name(String),
    /// Too old.
    #[error("it expired at {0}")]
    Expired(String),
    /// Built too long ago.
    #[error("it was built at {created}, longer ago than the {most} days of 'max_age_days'")]
    TooOld {
        /// When it was built.
        created: String,
        /// How many days are allowed.
        most: i64,
    },
    /// Older than what this instance has had.
    #[error("it was rolled back: its sequence is {found}, and this instance has had {seen}")]
    RolledBack {
        /// Its sequence.
        found: u64,
        /// The highest sequence that this instance has had.
        seen: u64,
    },
    /// Another document with the number of one that this instance has followed.
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
    /// A path that leads out, or could.
    #[error("the path {0:?} is absolute, leads out, or is no plain path")]
    Path(String),
    /// A link that leads out.
    #[error("the link {path} leads out, to {target:?}")]
    Link {
        /// The link.
        path: String,
        /// Where it leads.
        target: String,
    },
    /// A path listed twice.
    #[error("{0} is listed twice")]
    Twice(String),
    /// A path below something that is no directory.
    #[error("{path} lies below {parent}, which is no directory")]
    BelowNoDirectory {
        /// The path.
        path: String,
        /// What it lies below.
        parent: String,
    },
    /// Mode bits that no file of an artifact has.
    #[error(
        "{path} has the mode {mode:04o}: set-user-id, set-group-id, sticky and world-writable are refused"
    )]
    Mode {
        /// The path.
        path: String,
        /// Its mode.
        mode: u32,
    },
    /// A device, a pipe, a hard link or the like.
    #[error("{path} is {kind}: an artifact holds files, directories and symbolic links")]
    Kind {
        /// The path.
        path: String,
        /// What it is.
        kind: String,
    },
    /// Owned by somebody.
    #[error("{path} belongs to {uid}:{gid} in the archive, and everything in an artifact belongs to 0:0")]
    Owner {
        /// The path.
        path: String,
        /// The user's id.
        uid: u64,
        /// The group's id.
        gid: u64,
    },
    /// In the archive, not in the manifest.
    #[error("{0} is in the archive and not in the manifest")]
    NotListed(String),
    /// In the manifest, not in the archive.
    #[error("{0} is in the manifest and not in the archive")]
    Missing(String),
    /// The archive's entry is not the one listed.
    #[error("{0} is not what the manifest says: another type, mode, size or link")]
    Differs(String),
    /// A file with other content.
    #[error("{0} has another content than the one that was signed")]
    Digest(String),
    /// More bytes than allowed.
    #[error("it unpacks to {found} bytes, more than the {most} of 'max_unpacked_bytes'")]
    TooLarge {
        /// How many bytes it unpacks to.
        found: u64,
        /// How many are allowed.
        most: u64,
    },
    /// More entries than allowed.
    #[error("it has {found} entries, more than the {most} of 'max_entries'")]
    TooMany {
        /// How many entries it has.
        found: usize,
        /// How many are allowed.
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
                "what is in service stays: renew the pointer (orchestrate artifact refresh), or publish and promote a new build"
            }
            Self::RolledBack { .. } => {
                "to go back on purpose: orchestrate rollback, --revision, or orchestrate artifact promote --rollback"
            }
            Self::Role { .. } => "name enough keys, or a smaller threshold",
            Self::RootVersion { .. } => "draft it anew from the latest: orchestrate artifact root",
            Self::SameSequence(_) => {
                "find out who signed two pointers with one number; promote again, which counts on"
            }
            Self::Format(_) => "update orchestrate on this instance",
            Self::TooLarge { .. } | Self::TooMany { .. } => {
                "raise the limit in the configuration if that is meant"
            }
            Self::Service { .. } | Self::Instance { .. } | Self::Revision { .. } | Self::Name(_) => {
                "was it published under the right name?"
            }
            _ => "do not use it: find out who changed it, then build, sign and publish it anew",
        }
    }
}
