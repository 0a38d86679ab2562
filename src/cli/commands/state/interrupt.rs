//! Ctrl-C and SIGTERM: the first ends a run properly, the second at once.

use std::future::pending;
use std::pin::pin;

use futures::future::{Either, select};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

use super::{CliError, Session};

/// The requests to end that reach this process from now on.
struct EndRequests {
    /// SIGINT and SIGTERM; none where they cannot be received, so that each ends the process itself.
    signals: Option<(Signal, Signal)>,
}

impl EndRequests {
    /// Listens from now on, not only once it is waited for. Within a runtime.
    fn listen() -> Self {
        let both = signal(SignalKind::interrupt()).and_then(|it| Ok((it, signal(SignalKind::terminate())?)));
        Self { signals: both.ok() }
    }

    /// Ends when the user or the system asks for the end.
    async fn next(&mut self) {
        let Some((interrupt, terminate)) = &mut self.signals else { return pending().await };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    }
}

/// The result of `run`; nothing if the end was requested twice, which drops `run`.
pub(super) async fn unless_asked_twice<T>(run: impl Future<Output = T>) -> Option<T> {
    let mut requests = EndRequests::listen();
    let twice = async {
        requests.next().await;
        requests.next().await;
    };
    match select(pin!(run), pin!(twice)).await {
        Either::Left((ran, _)) => Some(ran),
        Either::Right(_) => None,
    }
}

/// Ends when the user or the system asks for the end. Within a runtime.
pub(super) async fn asked_to_end() {
    EndRequests::listen().next().await;
}

/// Becomes true once the end is requested, from now on as long as the process lives.
///
/// # Errors
///
/// The runtime cannot be started.
pub(in crate::commands) fn end_request(session: &Session<'_>) -> Result<watch::Receiver<bool>, CliError> {
    let (asked, end) = watch::channel(false);
    let runtime = session.reach().runtime()?;
    let within = runtime.enter();
    let mut requests = EndRequests::listen();
    drop(within);
    runtime.spawn(async move {
        requests.next().await;
        let _ = asked.send(true);
        // The signals must not end the process itself, and a receiver never sees the end of its sender.
        pending::<()>().await;
    });
    Ok(end)
}
