//! The envelope of every message: a body and the signature over exactly its bytes.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::identity::{Claim, Identity, IdentityError, PublicKey, have_signed};

/// What a signature is for. A message of one use is never taken for one of another.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Domain {
    /// A job for one instance.
    Order,
    /// "Running", "answered".
    Ack,
    /// A part of an answer.
    Answer,
    /// An instance about itself.
    Card,
    /// A decision about an instance.
    Entry,
    /// The operators of the fleet.
    Operators,
    /// What servers must know.
    Authority,
    /// A job, for other operators to resume.
    Record,
    /// The manifest of a published tree.
    Tree,
    /// A published revision.
    Revision,
    /// Something that has happened.
    Event,
    /// A result that an instance publishes.
    Mine,
    /// A one-time token.
    Invite,
    /// A question to all instances.
    RollCall,
    /// The answer to it.
    Here,
}

impl Domain {
    fn word(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Ack => "ack",
            Self::Answer => "answer",
            Self::Card => "card",
            Self::Entry => "entry",
            Self::Operators => "operators",
            Self::Authority => "authority",
            Self::Record => "record",
            Self::Tree => "tree",
            Self::Revision => "revision",
            Self::Event => "event",
            Self::Mine => "mine",
            Self::Invite => "invite",
            Self::RollCall => "roll-call",
            Self::Here => "here",
        }
    }
}

/// Why a message is refused.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// It is not a message of ours.
    #[error("malformed: {what}")]
    Malformed {
        /// Which part.
        what: String,
    },
    /// A newer version wrote it.
    #[error(
        "{what}: format {format}, and orchestrate {} reads format {}: upgrade it",
        super::format::VERSION,
        super::format::FORMAT
    )]
    Newer {
        /// What it is.
        what: String,
        /// Its format.
        format: u64,
    },
    /// The signature does not fit.
    #[error("the signature is wrong")]
    WrongSignature,
    /// It is signed by a key that has no right to.
    #[error("it is signed by the wrong key")]
    WrongKey,
    /// The key is not an operator's.
    #[error("it is not signed by an operator of this fleet")]
    UnknownOperator,
    /// It is for another instance.
    #[error("it is addressed to another instance ({id})")]
    OtherInstance {
        /// Which.
        id: String,
    },
    /// Its time is over.
    #[error("it expired {seconds} s ago by this instance's clock")]
    Expired {
        /// How long ago.
        seconds: i64,
    },
    /// It was made in the future.
    #[error("it was made {seconds} s in the future by this instance's clock")]
    FromTheFuture {
        /// How far.
        seconds: i64,
    },
    /// It would be valid for longer than the journal remembers.
    #[error("it is valid for {seconds} s, longer than allowed")]
    ValidTooLong {
        /// How long.
        seconds: i64,
    },
    /// The operator lacks the right.
    #[error("operator '{operator}' may not {what} here")]
    NotAllowed {
        /// Whose name.
        operator: String,
        /// What.
        what: String,
    },
    /// It is for the instances of another fleet.
    #[error("it is addressed to another fleet")]
    OtherFleet,
    /// A roll call that was answered before.
    #[error("roll call {jid} was answered already")]
    Repeated {
        /// The number of the job.
        jid: String,
    },
    /// Too many roll calls.
    #[error("{most} roll calls were answered that have not expired yet")]
    TooManyCalls {
        /// The limit.
        most: usize,
    },
    /// Sealed for another, or changed.
    #[error("it is sealed for another key, or was changed")]
    NotSealedForUs,
    /// Another job has the number.
    #[error("another job has the number {jid}")]
    OtherJob {
        /// The number.
        jid: String,
    },
    /// The instance cannot note the job, and so does not start it.
    #[error("the job cannot be written to disk, so it was not started: {reason}")]
    NotNoted {
        /// Why not.
        reason: String,
    },
    /// The instance has too much to do.
    #[error("the instance has {most} jobs under way or waiting already")]
    Busy {
        /// The bound.
        most: usize,
    },
}

impl Refusal {
    /// True if no program of ours writes what was refused: somebody tampers with the servers.
    pub fn is_forged(&self) -> bool {
        matches!(self, Self::Malformed { .. } | Self::WrongSignature | Self::WrongKey | Self::OtherJob { .. })
    }

    /// True if the signature was right and the contents are what is refused.
    pub fn is_of_signer(&self) -> bool {
        match self {
            Self::Malformed { what } => what != ENVELOPE,
            Self::Newer { .. } | Self::NotSealedForUs | Self::OtherInstance { .. } => true,
            _ => false,
        }
    }
}

/// What is malformed where nothing was signed.
const ENVELOPE: &str = "the envelope";

impl From<IdentityError> for Refusal {
    fn from(_: IdentityError) -> Self {
        Self::NotSealedForUs
    }
}

/// A body with the signature over it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Signed {
    /// The key that signed.
    pub by: PublicKey,
    /// JSON, signed byte for byte.
    pub body: String,
    /// The signature, in Base64.
    pub signature: String,
}

impl Signed {
    /// Signs a body.
    ///
    /// # Errors
    ///
    /// The body cannot be written as JSON, or the key cannot sign; neither happens with our own types.
    pub fn new(domain: Domain, body: &impl Serialize, by: &Identity) -> Result<Self, Refusal> {
        let body = json(body)?;
        let signature = by.sign(&message(domain, &body))?;
        Ok(Self { by: by.public(), body, signature: BASE64.encode(signature) })
    }

    /// Signs a body with a key that is no instance's or operator's: the root of a fleet.
    ///
    /// # Errors
    ///
    /// As of [`Signed::new`].
    pub fn by_root(domain: Domain, body: &impl Serialize, root: &nkeys::KeyPair) -> Result<Self, Refusal> {
        let body = json(body)?;
        let signature = root.sign(&message(domain, &body)).map_err(|_| Refusal::WrongKey)?;
        let by = PublicKey::try_from(root.public_key()).map_err(|_| Refusal::WrongKey)?;
        Ok(Self { by, body, signature: BASE64.encode(signature) })
    }

    /// Reads an envelope. Nothing is believed yet.
    ///
    /// # Errors
    ///
    /// It is no envelope.
    pub fn read(bytes: &[u8]) -> Result<Self, Refusal> {
        serde_json::from_slice(bytes).map_err(|_| Refusal::Malformed { what: ENVELOPE.to_owned() })
    }

    /// The body, if the signature fits. The caller must check whether the key has the right.
    ///
    /// # Errors
    ///
    /// The signature does not fit, or the body is not what `domain` holds.
    pub fn open<T: DeserializeOwned>(&self, domain: Domain) -> Result<T, Refusal> {
        let signature = BASE64.decode(&self.signature).map_err(|_| Refusal::WrongSignature)?;
        if !self.by.has_signed(&message(domain, &self.body), &signature) {
            return Err(Refusal::WrongSignature);
        }
        self.body(domain)
    }

    /// The body, after its signature was checked.
    fn body<T: DeserializeOwned>(&self, domain: Domain) -> Result<T, Refusal> {
        super::format::read(&self.body, domain.word())
    }

    /// The bodies of many, each as [`Signed::open`] gives it.
    pub fn open_all<T: DeserializeOwned>(all: &[Self], domain: Domain) -> Vec<Result<T, Refusal>> {
        // Text that is not Base64 is a wrong signature.
        let claimed = |signed: &Self| {
            (message(domain, &signed.body), BASE64.decode(&signed.signature).unwrap_or_default())
        };
        let read: Vec<(Vec<u8>, Vec<u8>)> = all.iter().map(claimed).collect();
        let claims = all.iter().zip(&read).map(|(signed, (message, signature))| Claim {
            key: &signed.by,
            message,
            signature,
        });
        let claims: Vec<Claim<'_>> = claims.collect();
        let open = |(signed, is_true): (&Self, bool)| {
            if is_true { signed.body(domain) } else { Err(Refusal::WrongSignature) }
        };
        all.iter().zip(have_signed(&claims)).map(open).collect()
    }

    /// The bytes to be sent.
    ///
    /// # Errors
    ///
    /// It cannot be written as JSON, which does not happen.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Refusal> {
        json(self).map(String::into_bytes)
    }
}

fn json(value: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(value).map_err(|error| Refusal::Malformed { what: error.to_string() })
}

fn message(domain: Domain, body: &str) -> Vec<u8> {
    format!("orchestrate-fleet/1\n{}\n{body}", domain.word()).into_bytes()
}
