//! Publishing trees, and finding what is published.

use std::path::Path;

use super::find::find;
use super::{Console, Ignored, OperatorError};
use crate::identity::{PublicKey, claims, purge};
use crate::protocol::subjects::{REVISIONS, in_bucket, stream_of};
use crate::protocol::{
    Compiled, Domain, Refusal, Revision, Sealed, SealedTree, SealedTrees, Signed, Supply, is_revision,
};
use crate::trees::{
    PILLAR_RIGHT, Packed, Publisher, RIGHT, Tree, TreeError, TreeFiles, TreeStore, chunks, content, name_of,
    pack,
};

/// A revision, and the operator who signed it.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// The operator's key.
    pub by: PublicKey,
    /// What was signed.
    pub revision: Revision,
}

/// What came of publishing.
#[derive(Clone, Debug, PartialEq)]
pub enum Publication {
    /// It is published.
    Made(Box<Published>),
    /// The newest revision has the same files already.
    Unchanged(Box<Published>),
}

impl Console {
    /// All published revisions, the oldest first, and what was ignored.
    ///
    /// # Errors
    ///
    /// The servers do not answer.
    pub async fn list_revisions(&self) -> Result<(Vec<Published>, Vec<Ignored>), OperatorError> {
        Ok(self.open_revisions(&self.transport.bucket(REVISIONS.to_owned()).await?))
    }

    fn open_revisions(&self, stored: &[(String, Vec<u8>)]) -> (Vec<Published>, Vec<Ignored>) {
        let mut ignored = vec![];
        let mut found = vec![];
        for (name, bytes) in stored {
            match self.open_revision(name, bytes) {
                Ok(revision) => found.push(revision),
                Err(refusal) => ignored.push(Ignored {
                    said: format!("revision {name} is ignored: {refusal}"),
                    is_forged: refusal.is_forged(),
                }),
            }
        }
        found.sort_by(|a, b| {
            let order =
                |it: &Published| (it.revision.sequence, it.revision.created, it.revision.name.clone());
            order(a).cmp(&order(b))
        });
        (found, ignored)
    }

    /// One published revision.
    ///
    /// # Errors
    ///
    /// There is none of this name, or no operator signed it.
    pub async fn get_revision(&self, name: &str) -> Result<Published, OperatorError> {
        let unknown = || OperatorError::NoRevision { name: name.to_owned() };
        if !is_revision(name) {
            return Err(unknown());
        }
        let stored = find(&*self.transport, stream_of(REVISIONS), in_bucket(REVISIONS, name)).await?;
        Ok(self.open_revision(name, &stored.ok_or_else(unknown)?)?)
    }

    /// Stores a revision under a name that nobody has used. The servers may have it although they did not confirm it.
    async fn store_revision(&self, name: &str, signed: Vec<u8>) -> Result<(), OperatorError> {
        let subject = in_bucket(REVISIONS, name);
        if self.transport.store_after(subject.clone(), signed.clone(), 0).await? {
            return Ok(());
        }
        match find(&*self.transport, stream_of(REVISIONS), subject).await? {
            Some(stored) if stored == signed => Ok(()),
            _ => Err(OperatorError::RevisionTaken { name: name.to_owned() }),
        }
    }

    /// Removes revisions that count for nobody: forged ones, and those of operators who were removed. The servers
    /// take each name once, so nothing else makes room. Gives what was removed.
    ///
    /// # Errors
    ///
    /// The servers do not answer.
    pub async fn tidy_revisions(&self) -> Result<Vec<Ignored>, OperatorError> {
        let mut removed = vec![];
        if !claims::may_publish(&self.kit.token, &purge(&stream_of(REVISIONS))) {
            // The token is of an older program; the next one lets its holder do so.
            return Ok(removed);
        }
        for (name, bytes) in self.transport.bucket(REVISIONS.to_owned()).await? {
            let Err(refusal) = self.open_revision(&name, &bytes) else { continue };
            let counts_for_nobody = refusal.is_forged() || refusal == Refusal::UnknownOperator;
            // A name with wildcards would remove others.
            if counts_for_nobody && !name.contains(['*', '>']) {
                self.transport.purge(stream_of(REVISIONS), in_bucket(REVISIONS, &name)).await?;
                let said = format!("revision {name} was removed: {refusal}");
                removed.push(Ignored { said, is_forged: refusal.is_forged() });
            }
        }
        Ok(removed)
    }

    fn open_revision(&self, name: &str, bytes: &[u8]) -> Result<Published, Refusal> {
        let signed = Signed::read(bytes)?;
        self.may_publish(&signed.by)?;
        Ok(Published { revision: Revision::open(name, &signed)?, by: signed.by })
    }

    /// Ops nodes compile the pillar of a revision, and its templates may run programs there. So others' revisions count only if the
    /// publisher has the right for all instances; one's own revisions count for oneself.
    fn may_publish(&self, key: &PublicKey) -> Result<(), Refusal> {
        let operator = self.operators.find(key).ok_or(Refusal::UnknownOperator)?;
        let is_own = *key == self.identity.public();
        if operator.may_everywhere(RIGHT) || operator.may_everywhere(PILLAR_RIGHT) {
            return Ok(());
        }
        if is_own && operator.may_somewhere(RIGHT) {
            return Ok(());
        }
        let what = if operator.may_somewhere(RIGHT) {
            "publish trees for other ops nodes: that needs the right 'tree.publish' or 'tree.publish_pillar' for all instances ('*')"
        } else {
            "publish trees"
        };
        Err(Refusal::NotAllowed { operator: operator.name.clone(), what: what.to_owned() })
    }

    /// The keys of a revision's two trees.
    ///
    /// # Errors
    ///
    /// They were sealed before this operator was added: the revision must be published again.
    pub fn sealed_trees(&self, published: &Published) -> Result<SealedTrees, OperatorError> {
        let by = self.operators.find(&published.by).ok_or(Refusal::UnknownOperator)?;
        let sealed_trees = published.revision.sealed_trees.open(&self.identity, &by.seal)?;
        let malformed = |_| Refusal::Malformed { what: "a revision".to_owned() };
        Ok(serde_json::from_slice(&sealed_trees).map_err(malformed)?)
    }

    /// What instances need of a revision, still without pillar.
    ///
    /// # Errors
    ///
    /// As of [`Console::sealed_trees`].
    pub fn supply(&self, published: &Published) -> Result<Supply, OperatorError> {
        Ok(Supply {
            revision: published.revision.name.clone(),
            by: published.by.clone(),
            states: self.sealed_trees(published)?.states,
            pillar: Compiled::Values(serde_json::Map::new()),
            hidden: vec![],
        })
    }

    /// Publishes trees, unless the newest revision has the same files. Without a name the time and the content give one; without a store
    /// the fleet's stream keeps them.
    ///
    /// # Errors
    ///
    /// A file cannot be read, the name is taken or none, or the servers do not take it.
    pub async fn publish_trees(
        &self,
        (states, pillar): (&TreeFiles, &TreeFiles),
        name: Option<&str>,
        scratch: &Path,
        store: Option<&dyn TreeStore>,
    ) -> Result<Publication, OperatorError> {
        self.may_publish(&self.identity.public())?;
        let digest = content(&[states, pillar])?;
        let stored = self.transport.bucket(REVISIONS.to_owned()).await?;
        let known = self.open_revisions(&stored).0;
        let newest = known.last();
        if let Some(newest) = newest.filter(|newest| newest.revision.content == digest && name.is_none()) {
            return Ok(Publication::Unchanged(Box::new(newest.clone())));
        }
        let now = (self.clock)();
        let short: String = digest.chars().take(8).collect();
        let name = name.map_or_else(|| format!("{}-{short}", now.strftime("%Y%m%dT%H%M%S")), str::to_owned);
        if !is_revision(&name) {
            return Err(Refusal::Malformed {
                what: "the name of a revision: letters, digits, '-' and '_'".to_owned(),
            }
            .into());
        }
        // Also by a revision that does not count: the servers take each name once.
        if stored.iter().any(|(taken, _)| *taken == name) {
            return Err(OperatorError::RevisionTaken { name });
        }
        let sequence = newest.map_or(0, |newest| newest.revision.sequence) + 1;
        let publisher = Publisher { identity: &self.identity, revision: &name, sequence, now };
        let packed = |tree, tree_files| pack(tree, tree_files, publisher, scratch);
        let mut states_packed = packed(Tree::States, states)?;
        let mut pillar_packed = packed(Tree::Pillar, pillar)?;
        for Packed { sealed_tree, bytes, .. } in [&mut states_packed, &mut pillar_packed] {
            match store {
                None => chunks::store(&*self.transport, sealed_tree, bytes).await?,
                Some(store) => put(store, &name, sealed_tree, std::mem::take(bytes)).await?,
            }
        }
        let malformed = |_| Refusal::Malformed { what: "a revision".to_owned() };
        let bytes = states_packed.unpacked + pillar_packed.unpacked;
        let sealed_trees =
            SealedTrees { states: states_packed.sealed_tree, pillar: pillar_packed.sealed_tree };
        let sealed_trees = serde_json::to_vec(&sealed_trees).map_err(malformed)?;
        let readers = self.operators.readers_of_pillar(&self.identity.box_key());
        let revision = Revision {
            name: name.clone(),
            sequence,
            created: now.as_second(),
            operator: self.kit.name.clone(),
            content: digest,
            files: states.files.len() + pillar.files.len(),
            bytes,
            sealed_trees: Sealed::new(&sealed_trees, &self.identity, &readers)?,
        };
        let signed = Signed::new(Domain::Revision, &revision, &self.identity)?.to_bytes()?;
        // The revision comes last: a reader that finds it finds its parts.
        self.store_revision(&name, signed).await?;
        Ok(Publication::Made(Box::new(Published { by: self.identity.public(), revision })))
    }
}

/// Brings a sealed tree into a bucket, and notes it in the sealed tree.
async fn put(
    store: &dyn TreeStore,
    revision: &str,
    sealed_tree: &mut SealedTree,
    bytes: Vec<u8>,
) -> Result<(), TreeError> {
    let place = store.place().to_owned();
    let failed = |reason| TreeError::Store { revision: revision.to_owned(), place: place.clone(), reason };
    store.put(&name_of(&sealed_tree.sha256), bytes).await.map_err(failed)?;
    sealed_tree.place = Some(place);
    Ok(())
}
