//! When a connection is tried again, and what its events and failures mean.

use std::time::Duration;

use async_nats::{ConnectError, ConnectErrorKind, Event};
use rand::RngExt;
use tokio::sync::watch;

use super::{Link, TransportError};
use crate::model::chain;

/// How long to wait before the next attempt, in which many others may be made as well.
pub(super) fn pause(attempts: usize) -> Duration {
    let most = (50_u64 << attempts.min(6)).min(3_000);
    Duration::from_millis(if attempts <= 1 { 0 } else { rand::rng().random_range(0..=most) })
}

/// Takes note of what the connection does.
pub(super) fn note(link: &watch::Sender<Link>, event: &Event) {
    match event {
        Event::Connected => link.send_modify(|link| {
            // The first connection counts as the first, however late its event comes.
            if let Link::Down = link {
                *link = Link::Up(rand::rng().random());
            }
        }),
        Event::Disconnected => {
            link.send_replace(Link::Down);
        }
        Event::Closed => {
            link.send_replace(Link::Refused);
        }
        Event::ServerError(error) => tracing::debug!("the server says: {error}"),
        Event::ClientError(error) => tracing::debug!("{error}"),
        _ => {}
    }
}

/// Why a server that answered is of no use; none where no server answered.
pub(super) fn not_connected(error: &ConnectError) -> Option<TransportError> {
    let reason = chain(error);
    match error.kind() {
        ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
            Some(TransportError::Refused { reason })
        }
        ConnectErrorKind::Tls => Some(TransportError::Tls { reason }),
        _ if reason.contains("certificate") => Some(TransportError::Tls { reason }),
        _ => None,
    }
}
