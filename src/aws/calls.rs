//! Counts the calls of a run: how many, how many again, how many refused for their rate, how long they waited for it.
//! Whoever keeps a record of a run hears of each call as well.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

tokio::task_local! {
    /// The state on whose behalf calls are made.
    static STATE: usize;
}

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

/// A call that has ended, with all its attempts.
#[derive(Clone, Debug)]
pub struct Called {
    /// The service, as the SDK names it: `SQS`.
    pub service: String,
    /// The operation: `CreateQueue`.
    pub operation: String,
    /// What AWS calls the last request.
    pub request_id: Option<String>,
    /// The status of the last answer; none where there was none.
    pub status: Option<u16>,
    /// How often it was tried, and for how long AWS worked.
    pub count: CallCount,
    /// When it began.
    pub began: Instant,
    /// When it ended.
    pub ended: Instant,
    /// The state that made it, by its index, where it was made for one.
    pub state: Option<usize>,
}

/// What the names of operations that only read begin with.
const READS: &[&str] = &[
    "BatchGet", "Check", "Decrypt", "Describe", "Estimate", "Get", "Head", "List", "Lookup", "Query", "Scan",
    "Search", "Select", "Simulate", "Validate",
];

impl Called {
    /// The operation with its service: `SQS.CreateQueue`.
    pub fn name(&self) -> String {
        format!("{}.{}", self.service, self.operation)
    }

    /// True unless the operation only reads, by its name.
    pub fn changes(&self) -> bool {
        !READS.iter().any(|verb| self.operation.starts_with(verb))
    }
}

/// Does some work on behalf of a state: the calls that it makes name that state.
pub async fn on_behalf_of<T>(state: usize, work: impl Future<Output = T>) -> T {
    STATE.scope(state, work).await
}

/// The state on whose behalf this is done.
pub fn state() -> Option<usize> {
    STATE.try_with(|state| *state).ok()
}

/// Hears of calls.
pub type Listener = Arc<dyn Fn(&Called) + Send + Sync>;

/// The calls of a run by `Service.Operation`, shared by all its clients.
#[derive(Clone, Debug, Default)]
pub struct Calls(Arc<Mutex<Counts>>);

#[derive(Default)]
struct Counts {
    calls: BTreeMap<String, CallCount>,
    waits: BTreeMap<String, WaitCount>,
    listener: Option<Listener>,
}

impl fmt::Debug for Counts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { calls, waits, .. } = self;
        out.debug_struct("Counts").field("calls", calls).field("waits", waits).finish_non_exhaustive()
    }
}

impl Calls {
    /// Notes a finished call.
    pub fn note(&self, called: &Called) {
        let listener = {
            let mut counts = self.counts();
            counts.calls.entry(called.name()).or_default().add(called.count);
            counts.listener.clone()
        };
        if let Some(listener) = listener {
            listener(called);
        }
    }

    /// From now on this listener hears of each call that has ended, or nobody does.
    pub fn listen(&self, listener: Option<Listener>) {
        self.counts().listener = listener;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn called(operation: &str) -> Called {
        let now = Instant::now();
        Called {
            service: "SQS".to_owned(),
            operation: operation.to_owned(),
            request_id: None,
            status: Some(200),
            count: CallCount { calls: 1, ..CallCount::default() },
            began: now,
            ended: now,
            state: state(),
        }
    }

    #[tokio::test]
    async fn a_listener_hears_of_each_call_and_of_the_state_that_makes_it() {
        let (calls, heard) = (Calls::default(), Arc::new(Mutex::new(vec![])));
        let kept = Arc::clone(&heard);
        calls.note(&called("ListQueues"));
        calls.listen(Some(Arc::new(move |called| kept.lock().unwrap().push((called.name(), called.state)))));
        on_behalf_of(7, async { calls.note(&called("CreateQueue")) }).await;
        calls.note(&called("ListQueues"));
        calls.listen(None);
        calls.note(&called("ListQueues"));
        let expected = [("SQS.CreateQueue".to_owned(), Some(7)), ("SQS.ListQueues".to_owned(), None)];
        assert_eq!(*heard.lock().unwrap(), expected);
        assert_eq!(calls.total().calls, 4);
    }

    #[test]
    fn what_only_reads_is_known_by_its_name() {
        let changes = ["CreateQueue", "DeleteQueue", "TagResource", "PutObject", "RunInstances"];
        assert!(changes.iter().all(|name| called(name).changes()));
        let reads = ["DescribeVpcs", "GetObject", "HeadBucket", "ListQueues", "BatchGetItem", "Query"];
        assert!(!reads.iter().any(|name| called(name).changes()));
    }
}
