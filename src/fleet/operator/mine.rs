//! The mine as an operator reads it.

use super::{Console, OperatorError};
use crate::fleet::identity::Identity;
use crate::fleet::mine::{Found, MineError, results};
use crate::fleet::targets::Target;
use crate::model::Map;

impl Console {
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
