//! Before a job that names a revision: its tree is fetched, checked and unpacked.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;

use super::child::{Ended, Runner, Task};
use super::serve::Serving;
use crate::identity::Operators;
use crate::protocol::{Call, Status, Supply};
use crate::transport::Transport;
use crate::trees::{Roots, Tree, TreeCache, TreeError};
use model::{Map, chain};

/// What one job needs of the agent.
pub(super) struct Supplier {
    runner: Arc<dyn Runner>,
    transport: Arc<dyn Transport>,
    cache: Arc<TreeCache>,
    operators: Operators,
    id: String,
    grains: Map,
    clock: fn() -> jiff::Timestamp,
}

impl Serving<'_> {
    pub(super) fn supplier(&self) -> Supplier {
        let agent = &*self.agent;
        Supplier {
            runner: Arc::clone(&agent.runner),
            transport: Arc::clone(&self.transport),
            cache: Arc::clone(&self.cache),
            operators: agent.operators.clone(),
            id: agent.id.clone(),
            grains: agent.grains.clone(),
            clock: agent.clock,
        }
    }
}

impl Supplier {
    /// Runs a call, with its trees if it names some. The trees must arrive within the job's deadline.
    pub(super) async fn run(self, call: Call, deadline: Duration, mut kill: oneshot::Receiver<()>) -> Ended {
        let Some(supply) = call.tree.clone() else {
            return self.runner.run(Task { call, roots: None }, deadline, kill).await;
        };
        let refused = |reason: String| Ended::without_result(Status::Refused, reason);
        let fetched = tokio::select! {
            fetched = self.roots(&supply) => fetched,
            () = tokio::time::sleep(deadline) => return refused("its tree did not come before the job's deadline".to_owned()),
            Ok(()) = &mut kill => return Ended::without_result(Status::Killed, "the job was killed"),
        };
        match fetched {
            Ok(roots) => self.runner.run(Task { call, roots: Some(roots) }, deadline, kill).await,
            Err(error) => refused(format!("the job was not started: {}", chain(&error))),
        }
    }

    async fn roots(&self, supply: &Supply) -> Result<Roots, TreeError> {
        let by = TreeCache::publisher(&self.operators, supply, (&self.id, &self.grains))?;
        let wanted = (Tree::States, &supply.states, supply);
        self.cache.roots(&*self.transport, wanted, by, (self.clock)()).await
    }
}
