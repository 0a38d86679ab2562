//! Counts the calls of a run: calls, retries, throttles, and the time spent waiting for the rate. Listeners that keep a
//! record of the run are notified of each call.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures::future::BoxFuture;

tokio::task_local! {
    /// The state that makes the current calls.
    static STATE: usize;
    /// Set for calls that belong to no state of a run: those of its lease and of its journal.
    static BESIDE: ();
}

/// The calls of one operation.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct CallCount {
    /// Calls made, each counted once with all its attempts.
    pub calls: u64,
    /// Attempts after the first.
    pub retries: u64,
    /// Attempts that AWS throttled.
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

/// Waits of attempts for a bucket; they save AWS's throttles.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct WaitCount {
    /// Attempts that had to wait.
    pub waits: u64,
    /// The time of the waits, summed over attempts: parallel waits count each.
    pub time: Duration,
}

/// A finished call, with all its attempts.
#[derive(Clone, Debug)]
pub struct Called {
    /// The service, under its SDK name: `SQS`.
    pub service: String,
    /// The operation: `CreateQueue`.
    pub operation: String,
    /// AWS's id of the last request.
    pub request_id: Option<String>,
    /// The status of the last answer, if there was one.
    pub status: Option<u16>,
    /// The number of attempts, and the time that AWS worked.
    pub count: CallCount,
    /// When it began.
    pub began: Instant,
    /// When it ended.
    pub ended: Instant,
    /// The state that made it, by its index, if there is one.
    pub state: Option<usize>,
}

/// Prefixes of the names of operations that only read.
const READS: &[&str] = &[
    "BatchGet", "Check", "Decrypt", "Describe", "Estimate", "Get", "Head", "List", "Lookup", "Query", "Scan",
    "Search", "Select", "Simulate", "Validate",
];

impl Called {
    /// The operation with its service: `SQS.CreateQueue`.
    pub fn name(&self) -> String {
        format!("{}.{}", self.service, self.operation)
    }

    /// True if the operation may change something, judged by its name.
    pub fn changes(&self) -> bool {
        changes(&self.operation)
    }
}

/// True if an operation may change something, judged by its name.
pub fn changes(operation: &str) -> bool {
    !READS.iter().any(|verb| operation.starts_with(verb))
}

/// Does work for a state: its calls are recorded for that state.
pub async fn on_behalf_of<T>(state: usize, work: impl Future<Output = T>) -> T {
    STATE.scope(state, work).await
}

/// The state for which the current work is done.
pub fn state() -> Option<usize> {
    STATE.try_with(|state| *state).ok()
}

/// Makes calls that do not belong to the run: no fence checks them, and listeners are not notified. The lease of a run
/// is renewed in this way.
pub async fn beside_the_run<T>(work: impl Future<Output = T>) -> T {
    BESIDE.scope((), work).await
}

fn is_beside() -> bool {
    BESIDE.try_with(|()| ()).is_ok()
}

/// A condition for a run to change anything: its lease.
pub trait Fence: Send + Sync {
    /// Whether the run may still change something. It is checked right before each attempt of each call that changes
    /// something.
    ///
    /// # Errors
    /// The reason, one sentence without a full stop. Once it fails, it fails always.
    fn check(&self) -> Result<(), String>;

    /// The reason, with all details that can be found.
    fn why(&self) -> BoxFuture<'_, String>;
}

/// Is notified of calls.
pub type Listener = Arc<dyn Fn(&Called) + Send + Sync>;

/// The calls of a run by `Service.Operation`, shared by all its clients.
#[derive(Clone, Debug, Default)]
pub struct Calls(Arc<Mutex<Counts>>);

#[derive(Default)]
struct Counts {
    calls: BTreeMap<String, CallCount>,
    waits: BTreeMap<String, WaitCount>,
    listener: Option<Listener>,
    fences: Vec<Arc<dyn Fence>>,
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
            counts.listener.clone().filter(|_| !is_beside())
        };
        if let Some(listener) = listener {
            listener(called);
        }
    }

    /// Sets the listener that is notified of each finished call, or removes it.
    pub fn listen(&self, listener: Option<Listener>) {
        self.counts().listener = listener;
    }

    /// Adds a fence: from now on, calls that change something are made only while it holds.
    pub fn fence(&self, fence: &Arc<dyn Fence>) {
        self.counts().fences.push(Arc::clone(fence));
    }

    /// Removes this fence.
    pub fn unfence(&self, fence: &Arc<dyn Fence>) {
        self.counts().fences.retain(|other| !Arc::ptr_eq(other, fence));
    }

    /// Whether calls that change something may be made now.
    ///
    /// # Errors
    /// The reason.
    pub fn permitted(&self) -> Result<(), String> {
        self.fences().iter().try_for_each(|fence| fence.check())
    }

    /// The same for one operation, if it is made for a run.
    ///
    /// # Errors
    /// The reason.
    pub fn permits(&self, operation: &str) -> Result<(), String> {
        if is_beside() || !changes(operation) { Ok(()) } else { self.permitted() }
    }

    /// True where the run has fences.
    pub fn is_fenced(&self) -> bool {
        !self.counts().fences.is_empty()
    }

    /// The reason why nothing may be changed any more, with all details that can be found; none while all fences hold.
    pub async fn why_not(&self) -> Option<String> {
        let fallen = self.fences().into_iter().find(|fence| fence.check().is_err())?;
        Some(fallen.why().await)
    }

    fn fences(&self) -> Vec<Arc<dyn Fence>> {
        self.counts().fences.clone()
    }

    /// All operations so far.
    pub fn by_operation(&self) -> BTreeMap<String, CallCount> {
        self.counts().calls.clone()
    }

    /// Notes the wait of an attempt for a bucket such as `cloudwatch.PutMetricAlarm`.
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

    struct Gate(Result<(), String>);

    impl Fence for Gate {
        fn check(&self) -> Result<(), String> {
            self.0.clone()
        }

        fn why(&self) -> BoxFuture<'_, String> {
            Box::pin(async { "ops2 has it".to_owned() })
        }
    }

    #[tokio::test]
    async fn calls_that_change_something_pass_a_fence_and_those_beside_the_run_do_not() {
        let calls = Calls::default();
        assert!(!calls.is_fenced() && calls.permits("CreateQueue").is_ok());
        let fallen: Arc<dyn Fence> = Arc::new(Gate(Err("lost".to_owned())));
        calls.fence(&(Arc::new(Gate(Ok(()))) as Arc<dyn Fence>));
        assert_eq!((calls.permits("CreateQueue"), calls.why_not().await), (Ok(()), None));
        calls.fence(&fallen);
        assert_eq!(calls.permits("CreateQueue"), Err("lost".to_owned()));
        assert_eq!(calls.why_not().await, Some("ops2 has it".to_owned()));
        assert_eq!(calls.permits("ListQueues"), Ok(()));
        assert_eq!(beside_the_run(async { calls.permits("PutObject") }).await, Ok(()));
        calls.unfence(&fallen);
        assert!(calls.is_fenced() && calls.permits("CreateQueue").is_ok());
    }

    #[tokio::test]
    async fn nobody_hears_of_calls_beside_the_run() {
        let (calls, heard) = (Calls::default(), Arc::new(Mutex::new(0)));
        let counted = Arc::clone(&heard);
        calls.listen(Some(Arc::new(move |_| *counted.lock().unwrap() += 1)));
        beside_the_run(async { calls.note(&called("PutObject")) }).await;
        calls.note(&called("PutObject"));
        assert_eq!((*heard.lock().unwrap(), calls.total().calls), (1, 2));
    }

    #[test]
    fn what_only_reads_is_known_by_its_name() {
        let changes = ["CreateQueue", "DeleteQueue", "TagResource", "PutObject", "RunInstances"];
        assert!(changes.iter().all(|name| called(name).changes()));
        let reads = ["DescribeVpcs", "GetObject", "HeadBucket", "ListQueues", "BatchGetItem", "Query"];
        assert!(!reads.iter().any(|name| called(name).changes()));
    }
}
