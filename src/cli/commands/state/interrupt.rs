//! Ctrl-C and SIGTERM: the first ends a run properly, the second at once.

use std::pin::pin;

use futures::future::{Either, select};

/// The result of `run`; nothing if the end was requested twice, which drops `run`.
pub(super) async fn unless_asked_twice<T>(run: impl Future<Output = T>) -> Option<T> {
    let twice = async {
        asked_to_end().await;
        asked_to_end().await;
    };
    match select(pin!(run), pin!(twice)).await {
        Either::Left((ran, _)) => Some(ran),
        Either::Right(_) => None,
    }
}

/// Ends when the user or the system asks for the end.
pub(in crate::cli::commands) async fn asked_to_end() {
    #[cfg(unix)]
    if let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        return;
    }
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
