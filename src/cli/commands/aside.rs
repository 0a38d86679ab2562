//! Runs work that waits (templates, functions) beside a walk, on threads that end with it.
//!
//! A walk is one task: a blocking call would stop all of its states, and no signal could end it. The caller of a walk
//! opens a scope of threads around it. When a run is interrupted, the commands of these threads are killed
//! ([`stop_blocking_commands`](machine::process::stop_blocking_commands)), so that the scope can end.

use std::thread::{Builder, Scope};

use tokio::runtime::Handle;
use tokio::sync::oneshot;

/// The threads of one walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aside<'scope, 'env>(&'scope Scope<'scope, 'env>);

impl<'scope, 'env> Aside<'scope, 'env> {
    /// Threads that end with this scope.
    pub fn new(scope: &'scope Scope<'scope, 'env>) -> Self {
        Self(scope)
    }

    /// Does work on a separate thread, with the caller's runtime; a caller that drops the answer does not wait for it.
    ///
    /// # Errors
    /// The system gives no thread, or the work ended without an answer.
    pub async fn run<T: Send + 'scope>(self, work: impl FnOnce() -> T + Send + 'scope) -> Result<T, String> {
        let (answer, answered) = oneshot::channel();
        let runtime = Handle::try_current().ok();
        let thread = Builder::new().name("aside".to_owned()).spawn_scoped(self.0, move || {
            let _current = runtime.as_ref().map(Handle::enter);
            // Nobody receives the answer of an interrupted run.
            let _ = answer.send(work());
        });
        thread.map_err(|error| format!("no thread can be started: {error}"))?;
        answered.await.map_err(|_| "its thread ended without an answer".to_owned())
    }
}
