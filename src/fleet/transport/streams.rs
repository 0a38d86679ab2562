//! The streams of a fleet: what is kept, and for how long.

use std::time::Duration;

use async_nats::jetstream::stream::DiscardPolicy;

use crate::protocol::subjects::{
    ANSWERS, CARDS, INVITES, JOBS, MINE, OPERATORS, PENDING, REGISTER, REVISIONS, TOKENS, TREES, stream_of,
};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// A stream, or a bucket that is kept in one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StreamPlan {
    /// Its name: `FLEET_ANSWERS`, `KV_fleet_jobs`.
    pub name: String,
    /// The subject that it keeps.
    pub subject: String,
    /// How long; without it, for ever.
    pub age: Option<Duration>,
    /// The largest message, in bytes: what strangers may send is short.
    pub largest: i32,
    /// The most bytes in all. The oldest leave first, unless it refuses then.
    pub bytes: i64,
    /// Whether it takes nothing new when it is full: what one writes never removes what another has written.
    pub refuses_when_full: bool,
    /// Whether each subject is written once: then nobody writes in the place of another, and it takes nothing new when it is full.
    pub is_written_once: bool,
}

impl StreamPlan {
    /// What the servers do when it is full.
    pub fn when_full(&self) -> DiscardPolicy {
        if self.refuses_when_full || self.is_written_once { DiscardPolicy::New } else { DiscardPolicy::Old }
    }
}

const MIB: i64 = 1024 * 1024;

/// Every stream of a fleet.
pub fn all() -> Vec<StreamPlan> {
    let bucket = |name: &str, age: Option<Duration>, largest: i32, bytes: i64| StreamPlan {
        name: stream_of(name),
        subject: format!("$KV.{name}.>"),
        age,
        largest,
        bytes,
        refuses_when_full: name == MINE,
        is_written_once: name == REVISIONS,
    };
    vec![
        StreamPlan {
            name: ANSWERS.to_owned(),
            subject: "fleet.answer.*.*.*".to_owned(),
            age: Some(DAY * 7),
            largest: 1_000_000,
            bytes: 8192 * MIB,
            refuses_when_full: false,
            is_written_once: false,
        },
        bucket(PENDING, Some(DAY), 32 * 1024, 64 * MIB),
        bucket(REGISTER, None, 8 * 1024, 256 * MIB),
        bucket(CARDS, None, 512 * 1024, 4096 * MIB),
        bucket(TOKENS, Some(DAY * 91), 8 * 1024, 256 * MIB),
        bucket(INVITES, Some(DAY * 31), 256 * 1024, 64 * MIB),
        bucket(OPERATORS, None, 512 * 1024, 8 * MIB),
        bucket(JOBS, Some(DAY * 7), 1_000_000, 1024 * MIB),
        bucket(MINE, None, 1_000_000, 1024 * MIB),
        bucket(REVISIONS, None, 64 * 1024, 64 * MIB),
        StreamPlan {
            name: TREES.to_owned(),
            subject: "fleet.tree.*.*".to_owned(),
            age: None,
            largest: 1_000_000,
            bytes: 2048 * MIB,
            refuses_when_full: false,
            is_written_once: false,
        },
    ]
}
