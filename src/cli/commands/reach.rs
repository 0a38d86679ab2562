//! The access to AWS, once per process: the runtime of the calls, and the snapshot of their reads.
//!
//! Made with the session and started on first use: a run does not repeat the reads of templates.

use std::sync::{Arc, OnceLock};

use jiff::Timestamp;
use tokio::runtime::{Builder, Handle, Runtime};

use crate::error::CliError;
use aws::{BudgetSettings, Budgets, InstanceMetadata, Sessions};
use engine::Snapshot;
use machine::account::{own_uid, user_name};
use machine::network::hostname;

/// The runtime and the snapshot of a process.
pub struct Reach {
    runtime: OnceLock<Runtime>,
    snapshot: Snapshot,
}

impl Reach {
    /// Nothing started, nothing read. `metadata` is that of this instance.
    pub fn new(budgets: BudgetSettings, metadata: Option<InstanceMetadata>) -> Self {
        // The time is the beginning of the run's name in the journal; it comes first, as IAM cuts after 64 letters.
        let began = Timestamp::now().strftime("%Y%m%d%H%M%S");
        let name = format!("{began}-{}@{}", user_name(own_uid()), hostname());
        let sessions = Sessions::new()
            .with_budgets(Budgets::new(budgets))
            .with_metadata(metadata)
            .with_session_name(&name);
        Self { runtime: OnceLock::new(), snapshot: Snapshot::new(Arc::new(sessions)) }
    }

    /// The reads so far.
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

    /// Waits for an answer, even if the thread itself belongs to the runtime.
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
    /// A thread that hangs is not waited for at the end.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
