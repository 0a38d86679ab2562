//! The tree of states, sealed, made once for its content, so that a host which has it already does not fetch it again.
//!
//! It is an agent's: signed and sealed by keys that are made for it and forgotten. What vouches for it here is the connection.

use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::identity::{Identity, Operator};
use crate::protocol::{Compiled, SealedTree, Supply};
use crate::trees::{Publisher, Tree, TreeError, TreeFiles, chunks, content, pack};
use machine::file::{self, Permissions};

/// How many bundles an operator's machine keeps.
const KEPT: usize = 4;
/// The digits of the content's digest that name a bundle.
const DIGITS: usize = 32;

/// A tree that can be sent.
#[derive(Debug)]
pub struct Bundle {
    label: Label,
    bytes: Vec<u8>,
}

/// What is known of a bundle beside its bytes.
#[derive(Debug, Deserialize, Serialize)]
struct Label {
    revision: String,
    by: Operator,
    #[serde(rename = "parcel")]
    sealed_tree: SealedTree,
}

impl Bundle {
    /// The bundle of these files: the one that `directory` keeps, or a new one.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or the directory cannot be written.
    pub fn of(tree_files: &TreeFiles, directory: &Path, now: Timestamp) -> Result<Self, TreeError> {
        let digest = content(&[tree_files])?;
        let revision = digest[..DIGITS.min(digest.len())].to_owned();
        if let Some(kept) = Self::find(directory, &revision) {
            return Ok(kept);
        }
        let identity = Identity::generate();
        let publisher = Publisher { identity: &identity, revision: &revision, sequence: 1, now };
        let scratch = directory.join(format!("scratch-{}", std::process::id()));
        let packed = pack(Tree::States, tree_files, publisher, &scratch)?;
        let by = Operator {
            name: "ssh".to_owned(),
            key: identity.public(),
            seal: identity.box_key(),
            rights: vec![],
            keeps_register: false,
            reads: vec![],
        };
        let bundle =
            Self { label: Label { revision, by, sealed_tree: packed.sealed_tree }, bytes: packed.bytes };
        bundle.keep(directory)?;
        leave_only_the_last(directory);
        Ok(bundle)
    }

    /// A bundle that is not as it was written is none.
    fn find(directory: &Path, revision: &str) -> Option<Self> {
        let label: Label =
            serde_json::from_slice(&file::read(&directory.join(format!("{revision}.json"))).ok()?).ok()?;
        let bytes = file::read(&directory.join(format!("{revision}.parcel"))).ok()?;
        let is_whole =
            file::Algorithm::Sha256.digest(&bytes) == label.sealed_tree.sha256 && label.revision == revision;
        is_whole.then_some(Self { label, bytes })
    }

    fn keep(&self, directory: &Path) -> Result<(), TreeError> {
        let private = || Permissions { mode: Some(0o600), ..Permissions::default() };
        let path = |ending: &str| directory.join(format!("{}.{ending}", self.label.revision));
        file::replace(&path("parcel"), &self.bytes, private())?;
        // The label comes last: a reader that finds it finds the bytes.
        file::replace(&path("json"), &serde_json::to_vec(&self.label).unwrap_or_default(), private())?;
        Ok(())
    }

    /// What a call needs in order to run with this tree and a pillar.
    pub fn supply(&self, pillar: Compiled) -> Supply {
        let Label { revision, by, sealed_tree } = &self.label;
        let nothing = Compiled::Values(serde_json::Map::new());
        let (revision, by, states) = (revision.clone(), by.key.clone(), sealed_tree.clone());
        Supply { revision, by, states, pillar: nothing, hidden: vec![] }.with_pillar(pillar)
    }

    /// Who signed it.
    pub fn by(&self) -> &Operator {
        &self.label.by
    }

    /// A part of it; none if it has no such part.
    pub fn part(&self, number: u64) -> Option<&[u8]> {
        let size = usize::try_from(chunks::PART).ok()?;
        self.bytes.chunks(size).nth(usize::try_from(number).ok()?)
    }
}

fn leave_only_the_last(directory: &Path) {
    let mut labels = vec![];
    for name in file::names(directory).unwrap_or_default() {
        if let Some(revision) = name.strip_suffix(".json") {
            let written = std::fs::metadata(directory.join(&name)).and_then(|facts| facts.modified());
            labels.extend(written.ok().map(|written| (written, revision.to_owned())));
        }
    }
    labels.sort();
    let many = labels.len().saturating_sub(KEPT);
    for (_, revision) in labels.into_iter().take(many) {
        for ending in ["json", "parcel"] {
            let _ = std::fs::remove_file(directory.join(format!("{revision}.{ending}")));
        }
    }
}
