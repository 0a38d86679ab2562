//! Leases: one run at a time changes a service, from whatever machine it runs.
//!
//! A lease is a small document in a store that several machines share, as a rule in S3. It is taken and renewed by conditional
//! writes, so that of two runs one wins. Laws:
//!
//! * The holder believes that it has the lease until a part of its time before the end ([`Lease::check`]), counted from
//!   the moment at which it *began* to write the last renewal. Once it has lost the lease, it never has it again.
//! * Another run takes a lease that was not given back only after it has seen the same document for the whole of the holder's
//!   time, by its own clock. So clocks need not agree; they must only run equally fast. The time of day in the
//!   document is a hint that saves waiting: it can refuse a run, and never gives the lease away.
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
    /// Something else is kept there, or a newer program wrote it.
    #[error("{place} is no lease that this version can read")]
    Unreadable {
        /// Where.
        place: String,
    },
}

/// Where a lease is kept, and how long it counts.
#[derive(Clone)]
pub struct Terms {
    /// The store.
    pub store: Arc<dyn Store>,
    /// The key in it.
    pub key: String,
    /// For how long the lease counts since its last renewal.
    pub ttl: Duration,
    /// The time of day.
    pub clock: fn() -> Timestamp,
}

impl Terms {
    /// The lease as a person writes it.
    pub fn place(&self) -> String {
        format!("{}/{}", self.store.name(), self.key)
    }

    /// How much earlier the holder ends: calls that are under way then have this long to end.
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

/// A moment, by both clocks: the steady one stands still while a machine sleeps.
#[derive(Clone, Copy, Debug)]
struct Mark {
    instant: Instant,
    time: Timestamp,
}

#[cfg(test)]
mod tests;
