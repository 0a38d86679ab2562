//! Why a source is not available, in Salt's words.

/// Why a source is not available.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum SourceError {
    /// It is not in the trees.
    #[error("Source file {written} not found in saltenv '{env}'")]
    NotInTree {
        /// The source as written.
        written: String,
        /// The environment of the state.
        env: String,
    },
    /// It is not on this machine.
    #[error("Local file source {0} does not exist")]
    NotHere(String),
    /// None of several exists.
    #[error("none of the specified sources were found")]
    NoneFound,
    /// A source of this scheme cannot be fetched.
    #[error(
        "{0} is not fetched: sources are salt://…, http(s)://…, s3://…, file://… and absolute paths. Fetch it by cmd.run first"
    )]
    Scheme(String),
    /// Its hash is not declared.
    #[error(
        "Unable to verify upstream hash of source file {0}, please set source_hash or set skip_verify to True"
    )]
    Unverified(String),
    /// It cannot be fetched.
    #[error("Failed to cache {url}: {why}")]
    Fetch {
        /// Its URL, without a password.
        url: String,
        /// The error.
        why: String,
    },
    /// It cannot be read, or its copy cannot be written: the I/O error.
    #[error("{0}")]
    Unread(String),
    /// The declared hash is not valid.
    #[error(
        "Source hash {0} format is invalid. It must be in the format <hash type>=<hash>, or a file of hashes"
    )]
    NoHash(String),
    /// A file of hashes does not name it.
    #[error("The file of hashes {hash} has no hash of {name}")]
    Unlisted {
        /// The file of hashes.
        hash: String,
        /// The name of the source.
        name: String,
    },
    /// It does not have the declared hash.
    #[error(
        "Specified {algorithm} checksum for {name} ({expected}) does not match actual checksum ({actual})"
    )]
    Differs {
        /// The kind of hash.
        algorithm: &'static str,
        /// The algorithm.
        name: String,
        /// The declared hash.
        expected: String,
        /// The actual hash.
        actual: String,
    },
    /// It is not text.
    #[error("{written} is not UTF-8 text, so it cannot be a {what}")]
    NotText {
        /// The source.
        written: String,
        /// Its purpose.
        what: &'static str,
    },
    /// Its template cannot be rendered: the message for the author.
    #[error("{0}")]
    Template(String),
}

impl SourceError {
    /// Whether the source does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::NotInTree { .. } | Self::NotHere(_) | Self::NoneFound)
    }
}

impl From<SourceError> for String {
    fn from(error: SourceError) -> Self {
        error.to_string()
    }
}
