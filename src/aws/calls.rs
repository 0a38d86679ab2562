//! Counts the calls of a run: how many, how many again, how many refused for their rate, how long they waited for it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The calls of one operation.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct CallCount {
    /// Calls made, each counted once however often it was tried.
    pub calls: u64,
    /// Attempts after the first.
    pub retries: u64,
    /// Attempts that AWS refused for their rate.
    pub throttles: u64,
    /// Time between request and answer, summed over attempts.
    pub time: Duration,
}

impl CallCount {
    fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.retries += other.retries;
        self.throttles += other.throttles;
        self.time += other.time;
    }
}

/// What attempts waited for a bucket, so that AWS need not throttle them.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct WaitCount {
    /// Attempts that had to wait.
    pub waits: u64,
    /// For how long, summed over attempts: those that wait side by side count each.
    pub time: Duration,
}

/// The calls of a run by `Service.Operation`, shared by all its clients.
#[derive(Clone, Debug, Default)]
pub struct Calls(Arc<Mutex<Counts>>);

#[derive(Debug, Default)]
struct Counts {
    calls: BTreeMap<String, CallCount>,
    waits: BTreeMap<String, WaitCount>,
}

impl Calls {
    /// Notes a finished call.
    pub fn note(&self, service: &str, operation: &str, count: CallCount) {
        let mut counts = self.counts();
        counts.calls.entry(format!("{service}.{operation}")).or_default().add(count);
    }

    /// All operations so far.
    pub fn by_operation(&self) -> BTreeMap<String, CallCount> {
        self.counts().calls.clone()
    }

    /// Notes that an attempt has waited for a bucket such as `cloudwatch.PutMetricAlarm`.
    pub fn note_wait(&self, bucket: &str, time: Duration) {
        let mut counts = self.counts();
        let wait = counts.waits.entry(bucket.to_owned()).or_default();
        wait.waits += 1;
        wait.time += time;
    }

    /// The waits so far, by bucket.
    pub fn waits(&self) -> BTreeMap<String, WaitCount> {
        self.counts().waits.clone()
    }

    /// The waits of all buckets.
    pub fn waited(&self) -> WaitCount {
        let mut total = WaitCount::default();
        for wait in self.counts().waits.values() {
            total.waits += wait.waits;
            total.time += wait.time;
        }
        total
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The sum over all operations.
    pub fn total(&self) -> CallCount {
        let mut total = CallCount::default();
        for count in self.by_operation().values() {
            total.add(*count);
        }
        total
    }
}
