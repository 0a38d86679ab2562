//! What is kept under the key of a lease.

use std::fmt;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The version of the record.
pub const VERSION: u32 = 1;

/// A lease, as it is kept.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct LeaseRecord {
    /// The version of the record.
    pub format_version: u32,
    /// How often the lease was taken. No two holders have the same number.
    pub fence: u64,
    /// How often this holder has renewed it.
    pub renewals: u64,
    /// For how many milliseconds it counts since its last renewal.
    pub ttl_ms: u64,
    /// Who has it; none when it is free.
    pub holder: Option<Holder>,
}

/// Who holds a lease.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Holder {
    /// Distinguishes this holder from every other.
    pub token: String,
    /// What it does: `state.sls`.
    pub what: String,
    /// The user, and behind an arrow who became this user by `sudo`.
    pub user: String,
    /// The host.
    pub host: String,
    /// The number of the process.
    pub pid: u32,
    /// Since when it has the lease, by its own clock.
    pub since: Timestamp,
    /// When it renewed the lease last, by its own clock. Only a hint: clocks differ.
    pub renewed: Timestamp,
}

impl LeaseRecord {
    /// Reads a record; none where it is none, or is of a newer version.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok().filter(|record: &Self| record.format_version == VERSION)
    }

    /// The bytes that are kept.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// For how long it counts since its last renewal.
    pub fn ttl(&self) -> Duration {
        Duration::from_millis(self.ttl_ms)
    }

    /// True where this holder has it.
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
