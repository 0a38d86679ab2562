//! Leases: one run at a time changes a service, on any machine.
//!
//! A lease is a small document in a store that several machines share, usually in S3. It is taken and renewed by
//! conditional writes, so that one of two runs wins. Laws:
//!
//! * The holder counts the lease as held until some time before its end ([`Lease::check`]), measured from the moment at
//!   which it *began* to write the last renewal. Once it has lost the lease, it never holds it again.
//! * Another run takes a lease that was not returned only after it has seen the same document for the holder's whole
//!   time, by its own clock. So clocks need not agree; they must only run at the same speed. The time of day in the
//!   document is a hint that saves waiting: it can refuse a run, but never gives the lease away.
//!
//! The same protocol is described at
//! <https://aws.amazon.com/blogs/database/building-distributed-locks-with-the-dynamodb-lock-client/>.

mod hold;
mod record;
mod take;

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

pub use hold::Lease;
pub use record::{Holder, LeaseRecord};
pub use take::{Taken, take};

use super::store::{Store, StoreError};

/// Why a lease could be neither taken nor refused.
#[derive(Debug, thiserror::Error)]
pub enum LeaseError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another document is there, or a newer program wrote it.
    #[error("{place} is not a lease that this version can read")]
    Unreadable {
        /// Its place.
        place: String,
    },
}

/// The place of a lease, and its duration.
#[derive(Clone)]
pub struct Terms {
    /// The store.
    pub store: Arc<dyn Store>,
    /// The key in it.
    pub key: String,
    /// How long the lease is valid after its last renewal.
    pub ttl: Duration,
    /// The time of day.
    pub clock: fn() -> Timestamp,
}

impl Terms {
    /// The lease's name for people.
    pub fn place(&self) -> String {
        format!("{}/{}", self.store.name(), self.key)
    }

    /// How much earlier the holder stops: running calls have this long to end.
    fn margin(&self) -> Duration {
        self.ttl / 6
    }

    /// How often the holder renews it.
    fn pause(&self) -> Duration {
        self.ttl / 3
    }

    fn now(&self) -> Mark {
        Mark { instant: Instant::now(), time: (self.clock)() }
    }

    fn since(&self, mark: Mark) -> Duration {
        let by_day = (self.clock)().duration_since(mark.time);
        let by_day = Duration::try_from(by_day).unwrap_or_default();
        mark.instant.elapsed().max(by_day)
    }
}

/// A moment, by both clocks: the monotonic one stops while a machine is suspended.
#[derive(Clone, Copy, Debug)]
struct Mark {
    instant: Instant,
    time: Timestamp,
}

#[cfg(test)]
mod tests;
