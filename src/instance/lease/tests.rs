use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::{BoxFuture, FutureExt, join};
use jiff::SignedDuration;

use super::*;
use crate::store::{Content, Directory, Tag, Tagged};

thread_local! {
    /// The error of the reader's clock in seconds, and when the test began.
    static OFF: Cell<i64> = const { Cell::new(0) };
    static BEGAN: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// The time of day: it moves with the test's own time.
fn clock() -> Timestamp {
    let began = BEGAN.get().unwrap_or_else(|| {
        let now = Instant::now();
        BEGAN.set(Some(now));
        now
    });
    let passed = SignedDuration::try_from(began.elapsed()).expect("a short test");
    Timestamp::from_second(1_800_000_000 + OFF.get()).expect("a time") + passed
}

fn holder(token: &str) -> Holder {
    let (what, user, host) = ("state.sls".to_owned(), "ada".to_owned(), format!("ops-{token}"));
    Holder { token: token.to_owned(), what, user, host, pid: 7, since: clock(), renewed: clock() }
}

fn terms(store: Arc<dyn Store>) -> Terms {
    Terms { store, key: "base/myapp.json".to_owned(), ttl: Duration::from_secs(60), clock }
}

struct Shared(tempfile::TempDir);

impl Shared {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    fn terms(&self) -> Terms {
        terms(Arc::new(Directory::new(self.0.path())))
    }

    async fn take(&self, token: &str) -> Taken {
        take(self.terms(), holder(token)).await.expect("an answer")
    }

    async fn takes(&self, token: &str) -> Lease {
        let Taken::Lease(lease) = self.take(token).await else { panic!("{token} is refused") };
        *lease
    }

    async fn refuses(&self, token: &str) -> Holder {
        let Taken::Busy(holder) = self.take(token).await else { panic!("{token} has it") };
        holder
    }
}

async fn pass(seconds: u64) {
    tokio::time::sleep(Duration::from_secs(seconds)).await;
}

#[tokio::test(start_paused = true)]
async fn a_lease_is_had_once_names_its_holder_and_is_free_when_it_is_given_back() {
    let shared = Shared::new();
    let lease = shared.takes("a").await;
    assert_eq!((lease.fence(), lease.check()), (1, Ok(())));
    let busy = shared.refuses("b").await.to_string();
    assert!(busy.starts_with("ada on ops-a, who runs \"state.sls\" as PID 7 since 20"), "{busy}");
    lease.release().await.expect("an answer");
    assert_eq!(shared.takes("b").await.fence(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_lease_that_is_renewed_stays_and_one_whose_holder_was_killed_goes_to_the_next() {
    let shared = Shared::new();
    let lease = Arc::new(shared.takes("a").await);
    let kept = Arc::clone(&lease);
    let keeper = tokio::spawn(async move { kept.keep().await });
    pass(600).await;
    assert_eq!(lease.check(), Ok(()));
    assert_eq!(shared.refuses("b").await.token, "a");
    // The holder is killed. A reader a moment later is refused, and later readers watch.
    keeper.abort();
    assert_eq!(shared.refuses("b").await.token, "a");
    pass(61).await;
    let began = Instant::now();
    let next = shared.takes("b").await;
    assert!(began.elapsed() >= Duration::from_secs(60), "{:?}", began.elapsed());
    assert_eq!(next.fence(), 2);
    assert!(lease.check().is_err_and(|why| why.contains("it was not renewed for")));
}

#[tokio::test(start_paused = true)]
async fn a_holder_that_was_frozen_has_lost_the_lease_before_anybody_can_take_it() {
    let shared = Shared::new();
    let lease = shared.takes("a").await;
    pass(49).await;
    assert_eq!(lease.check(), Ok(()));
    pass(2).await;
    assert!(lease.check().is_err(), "ten seconds before anybody takes it");
    assert!(shared.refuses("b").await.token == "a", "it was renewed less than a minute ago");
    pass(10).await;
    let next = shared.takes("b").await;
    // Once lost it stays lost, and is not returned in the name of another holder.
    assert!(!lease.renew().await.expect("an answer"));
    lease.release().await.expect("nothing to do");
    assert_eq!(next.check(), Ok(()));
    assert!(next.renew().await.expect("an answer"));
    let why = lease.why().await;
    assert!(why.contains("was lost") && why.contains("It belongs to ada on ops-b"), "{why}");
}

#[tokio::test(start_paused = true)]
async fn clocks_that_differ_neither_give_a_lease_away_nor_keep_a_stale_one() {
    for off in [-86_400, -30, 30, 86_400] {
        let shared = Shared::new();
        OFF.set(0);
        let lease = Arc::new(shared.takes("a").await);
        let kept = Arc::clone(&lease);
        let keeper = tokio::spawn(async move { kept.keep().await });
        pass(30).await;
        keeper.abort();
        // Only the document's time of day matters to the other machine: this one's stays the same.
        OFF.set(off);
        let began = Instant::now();
        let other = tokio::time::timeout(Duration::from_secs(300), async {
            loop {
                if let Taken::Lease(lease) = shared.take("b").await {
                    return lease;
                }
                pass(5).await;
            }
        });
        assert_eq!(other.await.expect("a stale lease needs nobody").fence(), 2, "{off}");
        assert!(began.elapsed() >= Duration::from_secs(50), "{off}: {:?}", began.elapsed());
        OFF.set(0);
    }
}

#[tokio::test(start_paused = true)]
async fn a_living_holder_is_recognised_by_its_renewals_whatever_the_clocks_say() {
    for off in [-86_400, 86_400] {
        let shared = Shared::new();
        // The holder's clock is a day off.
        OFF.set(off);
        let lease = shared.takes("a").await;
        OFF.set(0);
        let renewing = async {
            pass(20).await;
            OFF.set(off);
            assert!(lease.renew().await.expect("an answer"));
            OFF.set(0);
        };
        let began = Instant::now();
        let (busy, ()) = join(shared.refuses("b"), renewing).await;
        assert_eq!(busy.token, "a");
        assert!((20..=30).contains(&began.elapsed().as_secs()), "{:?}", began.elapsed());
    }
}

#[tokio::test(start_paused = true)]
async fn of_two_runs_that_watch_a_stale_lease_one_has_it() {
    let shared = Shared::new();
    drop(shared.takes("a").await);
    pass(120).await;
    let (first, second) = join(shared.take("b"), shared.take("c")).await;
    let had = [first, second].into_iter().filter(|taken| matches!(taken, Taken::Lease(_))).count();
    assert_eq!(had, 1);
}

#[tokio::test(start_paused = true)]
async fn what_is_no_lease_is_not_overwritten() {
    let shared = Shared::new();
    std::fs::create_dir_all(shared.0.path().join("base")).expect("a directory");
    std::fs::write(shared.0.path().join("base/myapp.json"), "{}").expect("a file");
    let Err(error) = take(shared.terms(), holder("a")).await else { panic!("it was taken") };
    assert!(
        error.to_string().ends_with("base/myapp.json is not a lease that this version can read"),
        "{error}"
    );
}

/// A store that carries out writes and reports that their condition did not hold: the SDK retries after a lost answer.
struct Forgetful(Directory, AtomicUsize);

impl Store for Forgetful {
    fn name(&self) -> String {
        self.0.name()
    }

    fn read<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        self.0.read(key)
    }

    fn fetch<'a>(
        &'a self,
        key: &'a str,
        size: u64,
        to: &'a std::path::Path,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.0.fetch(key, size, to)
    }

    fn put<'a>(&'a self, key: &'a str, content: Content<'a>) -> BoxFuture<'a, Result<(), StoreError>> {
        self.0.put(key, content)
    }

    fn read_tagged<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Tagged>, StoreError>> {
        self.0.read_tagged(key)
    }

    fn put_if<'a>(
        &'a self,
        key: &'a str,
        content: Content<'a>,
        there: Option<&'a Tag>,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        async move { self.0.put_if(key, content, there).await.map(|_| false) }.boxed()
    }

    fn names<'a>(&'a self, below: &'a str) -> BoxFuture<'a, Result<Vec<String>, StoreError>> {
        self.0.names(below)
    }
}

#[tokio::test(start_paused = true)]
async fn a_write_whose_answer_was_lost_counts() {
    let shared = Shared::new();
    let store = Arc::new(Forgetful(Directory::new(shared.0.path()), AtomicUsize::new(0)));
    let taken = take(terms(store.clone()), holder("a")).await.expect("an answer");
    let Taken::Lease(lease) = taken else { panic!("it is its own") };
    assert_eq!(store.1.load(Ordering::Relaxed), 1);
    assert!(lease.renew().await.expect("an answer"));
    assert_eq!((store.1.load(Ordering::Relaxed), lease.check()), (2, Ok(())));
    assert_eq!(shared.refuses("b").await.token, "a");
}
