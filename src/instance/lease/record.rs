//! The document of a lease.

use std::fmt;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The version of the record.
pub const VERSION: u32 = 1;

/// A lease, as stored.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct LeaseRecord {
    /// The version of the record.
    pub format_version: u32,
    /// How often the lease was taken. No two holders have the same number.
    pub fence: u64,
    /// How often this holder has renewed it.
    pub renewals: u64,
    /// How long it is valid after its last renewal, in milliseconds.
    pub ttl_ms: u64,
    /// Its holder; none when it is free.
    pub holder: Option<Holder>,
}

/// The holder of a lease.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Holder {
    /// Distinguishes this holder from every other.
    pub token: String,
    /// Its command: `state.sls`.
    pub what: String,
    /// The user, and after an arrow the user who called `sudo`.
    pub user: String,
    /// The host.
    pub host: String,
    /// The process id.
    pub pid: u32,
    /// Since when it has the lease, by its own clock.
    pub since: Timestamp,
    /// When it renewed the lease last, by its own clock. Only a hint: clocks differ.
    pub renewed: Timestamp,
}

impl LeaseRecord {
    /// Reads a record; none if it is not one, or has a newer version.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok().filter(|record: &Self| record.format_version == VERSION)
    }

    /// The bytes to store.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// How long it is valid after its last renewal.
    pub fn ttl(&self) -> Duration {
        Duration::from_millis(self.ttl_ms)
    }

    /// True if this holder has it.
    pub fn is_of(&self, token: &str) -> bool {
        self.holder.as_ref().is_some_and(|holder| holder.token == token)
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, user, host, pid, since, .. } = self;
        let since = since.strftime("%Y-%m-%d %H:%M:%S UTC");
        write!(out, "{user} on {host}, who runs \"{what}\" as PID {pid} since {since}")
    }
}
