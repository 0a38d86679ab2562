//! The mine as agents write it, and as agents and operators read it.
//!
//! An agent trusts no list of instances that a server gives: it checks each entry of the register as an operator does. Which
//! instances have a result is what the server says; a server can hide one, and cannot make one up.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use futures::stream::iter;
use futures::{FutureExt, StreamExt};

use super::identity::{BoxKey, Card, Identity, Operators, PublicKey, Register};
use super::protocol::subjects::{CARDS, MINE, REGISTER, in_bucket, mine, stream_of};
use super::protocol::{MOST_RESULTS, MineItem, Refusal, Writer, mine_token};
use super::targets::{Instance, Target};
use super::transport::{Transport, TransportError};
use model::Map;
use sls::matcher::Mistake;

#[cfg(test)]
mod tests;

/// How many requests are under way at once.
const AT_ONCE: usize = 64;

/// Results by function, then by instance.
pub type Found = BTreeMap<String, BTreeMap<String, serde_json::Value>>;

/// Why the mine could not be used.
#[derive(Debug, thiserror::Error)]
pub enum MineError {
    /// The kit was made before there was a mine.
    #[error(
        "the kit of this machine has no keys for the mine: make a new one with 'orchestrate fleet-setup agent', or 'operator'"
    )]
    NoKeys,
    /// What others have in their pillar is not known.
    #[error("the mine cannot be asked by pillar: {expression}")]
    ByPillar {
        /// The target.
        expression: String,
    },
    /// The target.
    #[error(transparent)]
    Target(#[from] Mistake),
    /// More results than an instance may have.
    #[error("{count} results: an instance may have {MOST_RESULTS} in the mine")]
    TooMany {
        /// How many.
        count: usize,
    },
    /// A message is too long.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The servers.
    #[error(transparent)]
    Transport(#[from] TransportError),
}

/// The results of these instances, of each what it has. `readers` are the keys that may open them.
///
/// # Errors
///
/// The servers do not answer.
pub async fn results(
    transport: &dyn Transport,
    instances: &[Instance],
    functions: &[String],
    readers: &[&Identity],
) -> Result<Found, TransportError> {
    let mut found = Found::new();
    for function in functions {
        let token = mine_token(function);
        let ask = |instance| one(transport, instance, &token).boxed();
        let asked: Vec<_> = instances.iter().map(ask).collect();
        let mut answers = iter(asked).buffer_unordered(AT_ONCE);
        while let Some((instance, answer)) = answers.next().await {
            let Some(bytes) = answer? else { continue };
            let writer = Writer { id: &instance.id, key: &instance.key, seal: &instance.seal };
            match MineItem::open(&bytes, writer, function, readers) {
                Ok(item) => {
                    found.entry(function.clone()).or_default().insert(item.id, item.result);
                }
                // For others, by 'allow_tgt'.
                Err(Refusal::NotSealedForUs) => {}
                Err(refusal) => {
                    tracing::warn!("{function} of {} in the mine is ignored: {refusal}", instance.id);
                }
            }
        }
    }
    Ok(found)
}

async fn one<'i>(
    transport: &dyn Transport,
    instance: &'i Instance,
    token: &str,
) -> (&'i Instance, Result<Option<Vec<u8>>, TransportError>) {
    let subject = mine(instance.key.as_str(), token);
    (instance, transport.last(stream_of(MINE), subject).await)
}

/// The mine as an instance uses it.
#[derive(Clone)]
pub struct Miner {
    /// What carries messages.
    pub transport: Arc<dyn Transport>,
    /// The instance's keys.
    pub identity: Identity,
    /// Its ID.
    pub id: String,
    /// The operators, whose signatures make the register.
    pub operators: Operators,
    /// The keys that the kit holds for the mine.
    pub keys: Option<Identity>,
    /// Gives the time.
    pub clock: fn() -> jiff::Timestamp,
}

/// A result to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The function, or another name.
    pub function: String,
    /// The result.
    pub result: serde_json::Value,
    /// Who may read it; all of the fleet if it is left out.
    pub allow: Option<Target>,
}

impl Miner {
    fn keys(&self) -> Result<&Identity, MineError> {
        self.keys.as_ref().ok_or(MineError::NoKeys)
    }

    /// Writes results, and with `clear` deletes all others of this instance.
    ///
    /// # Errors
    ///
    /// A result is too long, or the servers do not take it.
    pub async fn write(&self, results: &[Written], clear: bool) -> Result<(), MineError> {
        if results.len() > MOST_RESULTS {
            return Err(MineError::TooMany { count: results.len() });
        }
        for written in results {
            let item = MineItem {
                id: self.id.clone(),
                function: written.function.clone(),
                at: (self.clock)().as_second(),
                result: written.result.clone(),
            };
            let bytes = item.to_bytes(&self.identity, &self.readers(written.allow.as_ref()).await?)?;
            let token = mine_token(&written.function);
            self.transport.store(mine(self.identity.public().as_str(), &token), bytes).await?;
        }
        if clear {
            let kept: BTreeSet<String> = results.iter().map(|it| mine_token(&it.function)).collect();
            self.delete_where(|token| !kept.contains(token)).await?;
        }
        Ok(())
    }

    /// Deletes the result of one function, or of all.
    ///
    /// # Errors
    ///
    /// The servers do not take it.
    pub async fn delete(&self, function: Option<&str>) -> Result<(), MineError> {
        let one = function.map(mine_token);
        self.delete_where(|token| one.as_deref().is_none_or(|one| one == token)).await
    }

    async fn delete_where(&self, is_meant: impl Fn(&str) -> bool) -> Result<(), MineError> {
        let own = mine(self.identity.public().as_str(), "*");
        for subject in self.transport.subjects(stream_of(MINE), own).await? {
            if subject.rsplit('.').next().is_some_and(&is_meant) {
                self.transport.store(subject, vec![]).await?;
            }
        }
        Ok(())
    }

    /// Whom a result is sealed for: the fleet's key, or those that `allow_tgt` names now, the operators and the writer.
    async fn readers(&self, allow: Option<&Target>) -> Result<Vec<BoxKey>, MineError> {
        let Some(target) = allow else { return Ok(vec![self.keys()?.box_key()]) };
        let keys: BTreeSet<PublicKey> =
            keys_of(&self.transport.subjects(stream_of(REGISTER), in_bucket(REGISTER, "*")).await?, 2);
        let named = self.choose(target, keys).await?;
        let mut readers = self.operators.readers();
        readers.push(self.identity.box_key());
        readers.extend(named.into_iter().map(|instance| instance.seal));
        Ok(readers)
    }

    /// Reads results of functions of the instances that a target names.
    ///
    /// # Errors
    ///
    /// The target asks for pillar, or the servers do not answer.
    pub async fn read(&self, target: &Target, functions: &[String]) -> Result<Found, MineError> {
        let own = self.keys()?;
        let mut keys = BTreeSet::new();
        for function in functions {
            let all = mine("*", &mine_token(function));
            keys.extend(keys_of(&self.transport.subjects(stream_of(MINE), all).await?, 2));
        }
        let instances = self.choose(target, keys).await?;
        Ok(results(&*self.transport, &instances, functions, &[own, &self.identity]).await?)
    }

    /// Those of these keys that belong to accepted instances that the target names.
    async fn choose(&self, target: &Target, keys: BTreeSet<PublicKey>) -> Result<Vec<Instance>, MineError> {
        let none = Map::new();
        let read = target.read(&none)?;
        if read.needs_pillar() {
            return Err(MineError::ByPillar { expression: target.expression.clone() });
        }
        let entries = self.stored(REGISTER, keys).await?;
        let (register, ignored) = Register::read(&entries, &self.operators);
        for ignored in ignored {
            tracing::warn!("{ignored}");
        }
        let mut cards = BTreeMap::new();
        if read.needs_grains() {
            let accepted = register.accepted().map(|entry| entry.key.clone()).collect();
            for (under, bytes) in self.stored(CARDS, accepted).await? {
                match Card::open(&under, &bytes) {
                    Ok(card) => {
                        cards.insert(card.key.clone(), card);
                    }
                    Err(refusal) => tracing::warn!("the card of {under} is ignored: {refusal}"),
                }
            }
        }
        let all: Vec<Instance> = register
            .accepted()
            .map(|entry| {
                let card = cards.get(&entry.key).filter(|card| card.body.id == entry.id);
                let attributes = entry.attributes.clone();
                let grains = card.and_then(|card| card.grains(self.keys.as_ref()?, &attributes).ok());
                let (id, key, seal) = (entry.id.clone(), entry.key.clone(), entry.seal.clone());
                Instance { id, key, seal, attributes, grains }
            })
            .collect();
        let chosen = read.choose(&all);
        for id in chosen.without_grains {
            tracing::warn!("{id} is left out: its grains cannot be read");
        }
        Ok(chosen.instances)
    }

    /// What a bucket holds under keys.
    async fn stored(
        &self,
        bucket: &str,
        keys: BTreeSet<PublicKey>,
    ) -> Result<Vec<(String, Vec<u8>)>, TransportError> {
        let asked: Vec<_> = keys.into_iter().map(|key| self.stored_one(bucket, key).boxed()).collect();
        let answers: Vec<_> = iter(asked).buffer_unordered(AT_ONCE).collect().await;
        answers.into_iter().filter_map(Result::transpose).collect()
    }

    async fn stored_one(
        &self,
        bucket: &str,
        key: PublicKey,
    ) -> Result<Option<(String, Vec<u8>)>, TransportError> {
        let found = self.transport.last(stream_of(bucket), in_bucket(bucket, key.as_str())).await?;
        Ok(found.map(|bytes| (key.to_string(), bytes)))
    }
}

/// The keys at a place of subjects.
fn keys_of(subjects: &[String], place: usize) -> BTreeSet<PublicKey> {
    let key = |subject: &String| PublicKey::try_from(subject.split('.').nth(place)?.to_owned()).ok();
    subjects.iter().filter_map(key).collect()
}
