//! Reads that are sure of an absence.
//!
//! Any server that holds a stream answers a read, also one that has not applied the newest messages yet. So only the leader of the
//! stream is believed when a message is missing.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::transport::{Placed, Transport, TransportError};

/// How long a server may be behind the leader.
const BEHIND: Duration = Duration::from_secs(12);
/// How long to wait before a server that is behind is asked again.
const CATCH_UP: Duration = Duration::from_millis(100);

/// The last message under a subject of a stream, and its place; none only if the leader has none.
///
/// # Errors
///
/// The servers do not answer, the stream has no leader, or the servers stay behind it for twelve seconds.
pub(super) async fn find_at(
    transport: &dyn Transport,
    stream: String,
    subject: String,
) -> Result<Placed, TransportError> {
    let deadline = Instant::now() + BEHIND;
    loop {
        if let Some(found) = transport.last_at(stream.clone(), subject.clone()).await? {
            return Ok(Some(found));
        }
        if transport.subjects(stream.clone(), subject.clone()).await?.is_empty() {
            return Ok(None);
        }
        if Instant::now() > deadline {
            return Err(TransportError::TimedOut);
        }
        sleep(CATCH_UP).await;
    }
}

/// The same without the place.
///
/// # Errors
///
/// As of [`find_at`].
pub(super) async fn find(
    transport: &dyn Transport,
    stream: String,
    subject: String,
) -> Result<Option<Vec<u8>>, TransportError> {
    Ok(find_at(transport, stream, subject).await?.map(|(message, _)| message))
}
