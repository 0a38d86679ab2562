//! Counts the calls of a run: how many, how many again, how many refused for their rate.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
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

/// The calls of a run by `Service.Operation`, shared by all its clients.
#[derive(Clone, Debug, Default)]
pub struct Calls(Arc<Mutex<BTreeMap<String, CallCount>>>);

impl Calls {
    /// Notes a finished call.
    pub fn note(&self, service: &str, operation: &str, count: CallCount) {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        calls.entry(format!("{service}.{operation}")).or_default().add(count);
    }

    /// All operations so far.
    pub fn by_operation(&self) -> BTreeMap<String, CallCount> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
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
