//! The trees that a job runs with: one revision, published by an operator.

use serde::{Deserialize, Serialize};

use super::sealed::Sealed;
use super::signed::{Domain, Refusal, Signed};
use crate::identity::{PublicKey, Seeds};
use model::secret;

/// A sealed tree, and the keys that open it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct SealedTree {
    /// The SHA-256 of the sealed bytes, in hexadecimal digits.
    pub sha256: String,
    /// How many bytes.
    pub size: u64,
    /// The keys that it is sealed for, made for it alone.
    pub keys: Seeds,
    /// The bucket that has it, `s3://bucket/prefix`; without it, the fleet's stream has the tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// The pillar of an instance, as the ops node compiled it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Compiled {
    /// Its values.
    Values(serde_json::Map<String, serde_json::Value>),
    /// Why it could not be compiled: the job fails with this.
    Problems(String),
}

/// What an instance needs in order to run a job with a revision. It is inside the sealed part of an order.
#[derive(Clone, Deserialize, PartialEq, Serialize)]
pub struct Supply {
    /// The name of the revision.
    pub revision: String,
    /// The operator who published it.
    pub by: PublicKey,
    /// The tree of states.
    pub states: SealedTree,
    /// The instance's pillar.
    pub pillar: Compiled,
    /// The secrets that the pillar holds: the instance hides them in all that it prints, writes and answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<String>,
}

impl Supply {
    /// The same with the pillar of an instance, and the secrets that this process noted in it.
    #[must_use]
    pub fn with_pillar(&self, pillar: Compiled) -> Self {
        let hidden = match &pillar {
            Compiled::Values(values) => secret::noted_in(&serde_json::Value::Object(values.clone())),
            Compiled::Problems(_) => vec![],
        };
        Self { pillar, hidden, ..self.clone() }
    }
}

/// Its values are secret, and are left out.
impl std::fmt::Debug for Supply {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = out.debug_struct("Supply");
        shown.field("revision", &self.revision).field("by", &self.by).field("states", &self.states);
        shown.finish_non_exhaustive()
    }
}

/// A revision, as the operator who published it signs it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Revision {
    /// Its name.
    pub name: String,
    /// Grows with each publication: the newest has the highest.
    pub sequence: u64,
    /// When it was published, in seconds since 1970.
    pub created: i64,
    /// The operator's name, for people.
    pub operator: String,
    /// A digest of both trees: the same for the same trees.
    pub content: String,
    /// How many files both trees have.
    pub files: usize,
    /// How many bytes these have.
    pub bytes: u64,
    /// The [`SealedTrees`], sealed for the operators.
    #[serde(rename = "parcels")]
    pub sealed_trees: Sealed,
}

/// The two trees of a revision.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct SealedTrees {
    /// `file_roots`: instances get it.
    pub states: SealedTree,
    /// `pillar_roots`: operators alone can open it.
    pub pillar: SealedTree,
}

/// The longest name of a revision.
const LONGEST_NAME: usize = 64;

impl Revision {
    /// Reads a revision that was stored under a name; who signed it is the caller's question.
    ///
    /// # Errors
    ///
    /// The signature does not fit, or it is signed for another name.
    pub fn open(under: &str, signed: &Signed) -> Result<Self, Refusal> {
        let revision: Self = signed.open(Domain::Revision)?;
        if revision.name == under && is_revision(under) {
            Ok(revision)
        } else {
            Err(Refusal::Malformed { what: "the name of a revision".to_owned() })
        }
    }
}

/// Whether a text may name a revision: it is part of a subject of NATS and of paths.
pub fn is_revision(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
    let starts_well = name.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    starts_well && name.len() <= LONGEST_NAME && name.chars().all(is_plain)
}
