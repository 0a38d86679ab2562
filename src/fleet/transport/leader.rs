//! Streams without a leader: after a server is lost, the others elect one.

use std::time::Duration;

use futures::future::BoxFuture;
use rand::RngExt;
use tokio::time::Instant;

use super::TransportError;

/// How long an election may take. `nats-server` starts one four to nine seconds after the leader's last sign of life
/// (`minElectionTimeoutDefault`, `maxElectionTimeoutDefault` in its `server/raft.go`).
const ELECTION: Duration = Duration::from_secs(12);

/// Repeats a request to a stream until the stream has a leader. The request must change nothing when it is repeated.
///
/// # Errors
///
/// The last failure, when no leader was there within twelve seconds; any other failure at once.
pub(super) async fn with_leader<'a, T>(
    request: impl Fn() -> BoxFuture<'a, Result<T, TransportError>>,
) -> Result<T, TransportError> {
    let deadline = Instant::now() + ELECTION;
    loop {
        match request().await {
            Err(TransportError::NoStore { .. } | TransportError::NoJetStream | TransportError::TimedOut)
                if Instant::now() < deadline =>
            {
                let pause = Duration::from_millis(rand::rng().random_range(100..400));
                tokio::time::sleep(pause).await;
            }
            answered => return answered,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use futures::FutureExt;

    use super::*;

    fn no_leader() -> TransportError {
        TransportError::NoStore {
            subject: "$KV.fleet_jobs.1".to_owned(),
            reason: "no stream found".to_owned(),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_is_repeated_until_there_is_a_leader() {
        let calls = AtomicU32::new(0);
        let request = || match calls.fetch_add(1, Ordering::Relaxed) {
            0..5 => Err(no_leader()),
            5 => Err(TransportError::TimedOut),
            _ => Ok("stored"),
        };
        assert_eq!(with_leader(|| async { request() }.boxed()).await, Ok("stored"));
        assert_eq!(calls.into_inner(), 7);
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_leader_it_ends_and_other_failures_end_it_at_once() {
        assert_eq!(with_leader(|| async { Err::<(), _>(no_leader()) }.boxed()).await, Err(no_leader()));
        let calls = AtomicU32::new(0);
        let refused = || TransportError::Refused { reason: "revoked".to_owned() };
        let request = || {
            calls.fetch_add(1, Ordering::Relaxed);
            Err::<(), _>(refused())
        };
        assert_eq!(with_leader(|| async { request() }.boxed()).await, Err(refused()));
        assert_eq!(calls.into_inner(), 1);
    }
}
