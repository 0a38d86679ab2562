//! What reaches AWS, once per process: the runtime that calls run on, and the snapshot of what they have read.
//!
//! Made with the session and started on first use: what a template has read, the run that follows does not read again.

use std::sync::{Arc, OnceLock};

use tokio::runtime::{Builder, Handle, Runtime};

use crate::aws::{BudgetSettings, Budgets, InstanceMetadata, Sessions};
use crate::cli::error::CliError;
use crate::engine::Snapshot;

/// The runtime and the snapshot of a process.
pub struct Reach {
    runtime: OnceLock<Runtime>,
    snapshot: Snapshot,
}

impl Reach {
    /// Nothing started, nothing read. `metadata` is that of the instance that this is.
    pub fn new(budgets: BudgetSettings, metadata: Option<InstanceMetadata>) -> Self {
        let sessions = Sessions::new().with_budgets(Budgets::new(budgets)).with_metadata(metadata);
        Self { runtime: OnceLock::new(), snapshot: Snapshot::new(Arc::new(sessions)) }
    }

    /// What has been read so far.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The runtime, started on first use.
    ///
    /// # Errors
    ///
    /// The system gives no threads.
    pub fn runtime(&self) -> Result<&Runtime, CliError> {
        if let Some(runtime) = self.runtime.get() {
            return Ok(runtime);
        }
        let started = Builder::new_multi_thread().enable_all().build().map_err(CliError::StartRuntime)?;
        Ok(self.runtime.get_or_init(|| started))
    }

    /// Waits for an answer, also where the thread itself belongs to the runtime.
    ///
    /// # Errors
    ///
    /// The system gives no threads.
    pub fn wait<T>(&self, answer: impl Future<Output = T>) -> Result<T, CliError> {
        let runtime = self.runtime()?;
        Ok(match Handle::try_current() {
            Ok(_) => tokio::task::block_in_place(|| runtime.block_on(answer)),
            Err(_) => runtime.block_on(answer),
        })
    }
}

impl Drop for Reach {
    /// Nobody waits at the end for a thread that hangs.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
