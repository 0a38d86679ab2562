//! When a connection is tried again, and what its events mean.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::{ClientError, ConnectErrorKind, Event, ReconnectToServer, Server, ServerAddr};
use rand::RngExt;
use rand::seq::IndexedRandom;
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

/// The server that was tried last.
#[derive(Clone, Debug, Default)]
pub(super) struct Latest(Arc<Mutex<Option<ServerAddr>>>);

impl Latest {
    /// Notes a server.
    pub(super) fn set(&self, server: Option<ServerAddr>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = server;
    }

    /// By chance one of those that failed least often. The one tried last counts as failed once more: a frozen server would accept
    /// the connection and say nothing.
    fn next(&self, servers: &[Server]) -> Option<ServerAddr> {
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let failures =
            |server: &&Server| server.failed_attempts + usize::from(latest.as_ref() == Some(&server.addr));
        let fewest = servers.iter().map(|server| failures(&server)).min()?;
        let best: Vec<&Server> = servers.iter().filter(|server| failures(server) == fewest).collect();
        let next = best.choose(&mut rand::rng()).map(|server| server.addr.clone());
        latest.clone_from(&next);
        next
    }
}

/// The server that is tried next. Ends the attempts of a refused key: `async-nats` would repeat them without end.
pub(super) async fn next_server(
    link: watch::Receiver<Link>,
    latest: Latest,
    servers: Vec<Server>,
) -> Option<ReconnectToServer> {
    if *link.borrow() == Link::Refused {
        std::future::pending::<()>().await;
    }
    latest.next(&servers).map(|addr| ReconnectToServer { addr, delay: None })
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

    #[test]
    fn the_server_that_was_lost_is_tried_after_the_others() {
        let address = |number: usize| format!("nats://10.0.0.{number}:4222").parse::<ServerAddr>().unwrap();
        let server = |number: usize, failed_attempts: usize| Server {
            addr: address(number),
            failed_attempts,
            did_connect: false,
            is_discovered: false,
            last_error: None,
        };
        for _ in 0..20 {
            let latest = Latest::default();
            latest.set(Some(address(1)));
            assert_ne!(latest.next(&[server(1, 0), server(2, 0), server(3, 0)]), Some(address(1)));
            latest.set(Some(address(3)));
            assert_eq!(latest.next(&[server(1, 1), server(2, 0), server(3, 0)]), Some(address(2)));
            assert_eq!(latest.next(&[server(1, 1), server(2, 3), server(3, 2)]), Some(address(1)));
        }
        assert_eq!(Latest::default().next(&[server(1, 5)]), Some(address(1)));
    }
}
