//! Why a source cannot be had, in Salt's words.

/// Why a source cannot be had.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum SourceError {
    /// The trees do not have it.
    #[error("Source file {written} not found in saltenv '{env}'")]
    NotInTree {
        /// As it was written.
        written: String,
        /// The environment of the state.
        env: String,
    },
    /// This machine does not have it.
    #[error("Local file source {0} does not exist")]
    NotHere(String),
    /// Of several none is there.
    #[error("none of the specified sources were found")]
    NoneFound,
    /// Nothing here fetches such a source.
    #[error(
        "{0} is not fetched: sources are salt://…, http(s)://…, s3://…, file://… and absolute paths. Fetch it by cmd.run first"
    )]
    Scheme(String),
    /// Nothing says what it must hash to.
    #[error(
        "Unable to verify upstream hash of source file {0}, please set source_hash or set skip_verify to True"
    )]
    Unverified(String),
    /// It cannot be fetched.
    #[error("Failed to cache {url}: {why}")]
    Fetch {
        /// Where it is, without a password.
        url: String,
        /// What happened.
        why: String,
    },
    /// It cannot be read, or its copy cannot be written: the system's own words.
    #[error("{0}")]
    Unread(String),
    /// What is written in the place of a hash is none.
    #[error(
        "Source hash {0} format is invalid. It must be in the format <hash type>=<hash>, or a file of hashes"
    )]
    NoHash(String),
    /// A file of hashes does not name it.
    #[error("The file of hashes {hash} has none for {name}")]
    Unlisted {
        /// The file of hashes.
        hash: String,
        /// The name of the source.
        name: String,
    },
    /// It is not what its hash says.
    #[error(
        "Specified {algorithm} checksum for {name} ({expected}) does not match actual checksum ({actual})"
    )]
    Differs {
        /// The kind of hash.
        algorithm: &'static str,
        /// What it is for.
        name: String,
        /// As it was written.
        expected: String,
        /// As it is.
        actual: String,
    },
    /// It is no text.
    #[error("{written} is not UTF-8 text and no {what}")]
    NotText {
        /// The source.
        written: String,
        /// What it was to be.
        what: &'static str,
    },
    /// Its template cannot be rendered: what the author is told.
    #[error("{0}")]
    Template(String),
}

impl SourceError {
    /// Whether it is simply not there.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::NotInTree { .. } | Self::NotHere(_) | Self::NoneFound)
    }
}

impl From<SourceError> for String {
    fn from(error: SourceError) -> Self {
        error.to_string()
    }
}
