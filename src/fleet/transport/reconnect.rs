//! When a connection is tried again, and what its events mean.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_nats::{ClientError, ConnectErrorKind, Event, ReconnectToServer};
use rand::RngExt;
use tokio::sync::watch;

use super::Link;

/// How often servers refuse a key, one after the other, before the key counts as refused. One server alone may not have
/// heard yet of the account.
const REFUSALS: u32 = 3;

/// How often servers refused the key since the last connection.
#[derive(Clone, Debug, Default)]
pub(super) struct Refusals(Arc<AtomicU32>);

/// How long to wait before the next attempt, in which many others may be made as well.
pub(super) fn pause(attempts: usize) -> Duration {
    let most = (50_u64 << attempts.min(6)).min(3_000);
    Duration::from_millis(if attempts <= 1 { 0 } else { rand::rng().random_range(0..=most) })
}

/// Ends the attempts of a refused key: `async-nats` would repeat them without end. Any other connection goes to the next
/// server as usual.
pub(super) async fn stop_when_refused(link: watch::Receiver<Link>) -> Option<ReconnectToServer> {
    if *link.borrow() == Link::Refused {
        std::future::pending::<()>().await;
    }
    None
}

/// Takes note of what the connection does.
pub(super) fn note(link: &watch::Sender<Link>, refusals: &Refusals, event: &Event) {
    match event {
        Event::Connected => {
            refusals.0.store(0, Ordering::Relaxed);
            link.send_modify(|link| {
                // The first connection counts as the first, however late its event comes.
                if let Link::Down = link {
                    *link = Link::Up(rand::rng().random());
                }
            });
        }
        Event::Disconnected => {
            link.send_replace(Link::Down);
        }
        Event::ClientError(ClientError::Other(reason)) if *reason == refusal() => {
            let refused = refusals.0.fetch_add(1, Ordering::Relaxed) + 1;
            link.send_if_modified(|link| {
                let is_final = refused >= REFUSALS;
                if is_final {
                    *link = Link::Refused;
                }
                is_final
            });
        }
        Event::ServerError(error) => tracing::debug!("the server says: {error}"),
        Event::ClientError(error) => tracing::debug!("{error}"),
        _ => {}
    }
}

/// The words of `async-nats` for a refused key.
fn refusal() -> String {
    ConnectErrorKind::AuthorizationViolation.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_all_servers_refuse_is_refused() {
        let (link, refusals) = (watch::Sender::new(Link::Up(1)), Refusals::default());
        let refused = Event::ClientError(ClientError::Other("authorization violation".to_owned()));
        note(&link, &refusals, &Event::Disconnected);
        note(&link, &refusals, &refused);
        note(&link, &refusals, &refused);
        assert_eq!(*link.borrow(), Link::Down);
        note(&link, &refusals, &Event::Connected);
        note(&link, &refusals, &Event::Disconnected);
        note(&link, &refusals, &refused);
        note(&link, &refusals, &refused);
        assert_eq!(*link.borrow(), Link::Down);
        note(&link, &refusals, &refused);
        assert_eq!(*link.borrow(), Link::Refused);
    }
}
