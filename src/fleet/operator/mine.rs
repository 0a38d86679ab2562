//! The mine as an operator reads it.

use std::collections::BTreeMap;

use super::{Console, OperatorError};
use crate::identity::{Identity, Register};
use crate::mine::{Found, MineError, results};
use crate::protocol::MOST_RESULTS;
use crate::protocol::subjects::{MINE, mine, stream_of};
use crate::targets::Target;
use model::Map;

/// An instance whose results were removed from the mine.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Removed {
    /// Its ID, or its key if it is not accepted.
    pub name: String,
    /// How many results it had.
    pub results: usize,
}

impl Console {
    /// Removes from the mine what instances have that are not accepted any more, and all of an instance that has more results than it may:
    /// servers cannot count them, and it would fill the mine.
    ///
    /// # Errors
    ///
    /// The servers do not answer.
    pub async fn tidy_mine(&self, register: &Register) -> Result<Vec<Removed>, OperatorError> {
        let accepted: BTreeMap<&str, &str> =
            register.accepted().map(|entry| (entry.key.as_str(), entry.id.as_str())).collect();
        let mut results: BTreeMap<String, usize> = BTreeMap::new();
        for subject in self.transport.subjects(stream_of(MINE), mine("*", "*")).await? {
            if let Some(key) = subject.split('.').nth(2) {
                *results.entry(key.to_owned()).or_default() += 1;
            }
        }
        let mut removed = vec![];
        for (key, results) in results {
            let id = accepted.get(key.as_str());
            if id.is_some() && results <= MOST_RESULTS {
                continue;
            }
            self.transport.purge(stream_of(MINE), mine(&key, "*")).await?;
            let name = id.map_or_else(|| key.clone(), |id| (*id).to_owned());
            removed.push(Removed { name, results });
        }
        Ok(removed)
    }

    /// Reads results of functions of the instances that a target names.
    ///
    /// # Errors
    ///
    /// The kit has no keys for the mine, the target asks for pillar, or the servers do not answer.
    pub async fn read_mine(
        &self,
        target: &Target,
        functions: &[String],
        nodegroups: &Map,
    ) -> Result<Found, OperatorError> {
        let read = target.read(nodegroups).map_err(MineError::from)?;
        if read.needs_pillar() {
            return Err(MineError::ByPillar { expression: target.expression.clone() }.into());
        }
        let seeds = self.kit.mine.as_ref().ok_or(MineError::NoKeys)?;
        let keys = Identity::from_seeds(seeds, "the mine")?;
        let mut all = self.instances(&self.knowledge(false).await?);
        if read.needs_grains() {
            for ignored in self.read_grains(&mut all).await? {
                tracing::warn!("{ignored}");
            }
        }
        let chosen = read.choose(&all);
        for id in chosen.without_grains {
            tracing::warn!("{id} is left out: its grains are not known");
        }
        Ok(results(&*self.transport, &chosen.instances, functions, &[&keys, &self.identity]).await?)
    }
}
