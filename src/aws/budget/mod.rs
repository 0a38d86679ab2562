//! Limits the calls of a run to the rate that AWS accepts, together with other runs on this machine.
//!
//! Every attempt of every client passes a [`Gate`], which takes a call from the bucket of its account, region and
//! operation and waits for its time. Laws: with a full bucket nothing waits; attempts leave in the order in which they
//! came; a throttle lowers a bucket, and time raises it again; the calls of other runs of the same user count too,
//! through small files; a bucket that cannot be shared, read or written never fails a run. Decision 7 gives the
//! reasons.

mod account;
mod forecast;
mod gate;
pub mod limits;
mod quotas;
mod shared;
mod state;

use std::collections::HashMap;
use std::fs::File;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

pub use forecast::{Forecast, foresee};
pub use gate::Gate;
use limits::{Limit, Pace};
use state::State;

/// The share of AWS's rate that is not used; it absorbs calls that travel at different speeds.
const OF_RATE: f64 = 0.97;

/// The settings of budgets.
#[derive(Clone, Debug, Default)]
pub struct BudgetSettings {
    /// The directory in which buckets are shared with other runs; none: they are not shared.
    pub directory: Option<PathBuf>,
    /// The time of day at the start, since 1970.
    pub started: Duration,
    /// The factor for AWS's limits, 0 for no limits. By default it is 1 for AWS's own endpoints, and there are no
    /// limits for others.
    pub speed: Option<f64>,
}

/// The owner of buckets: one account, endpoint and region.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Scope {
    /// The account, or the key that represents it.
    pub account: String,
    /// The region.
    pub region: String,
}

/// All buckets of a run.
#[derive(Clone, Debug)]
pub struct Budgets(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    settings: BudgetSettings,
    since: Instant,
    buckets: Mutex<HashMap<(Scope, String), Arc<Bucket>>>,
    raised: Mutex<HashMap<(Scope, String), f64>>,
}

#[derive(Debug, Default)]
struct Bucket {
    state: Mutex<State>,
    file: OnceLock<Option<File>>,
}

impl Default for Budgets {
    fn default() -> Self {
        Self::new(BudgetSettings::default())
    }
}

impl Budgets {
    /// Full buckets, unless another run has used them.
    pub fn new(settings: BudgetSettings) -> Self {
        let inner =
            Inner { settings, since: Instant::now(), buckets: Mutex::default(), raised: Mutex::default() };
        Self(Arc::new(inner))
    }

    /// The factor for the limits of an endpoint; none: there is no limit.
    pub fn speed(&self, endpoint: Option<&str>) -> Option<f64> {
        let is_aws = endpoint.is_none_or(|url| {
            let host = url.split("://").last().unwrap_or(url).split(['/', ':']).next().unwrap_or_default();
            host.ends_with(".amazonaws.com")
                || host.ends_with(".amazonaws.com.cn")
                || host.ends_with(".api.aws")
        });
        self.0.settings.speed.or(is_aws.then_some(1.0)).filter(|speed| *speed > 0.0)
    }

    /// Takes one call from a bucket and returns how long it has to wait.
    pub fn take(&self, scope: &Scope, limit: &Limit, speed: f64) -> Duration {
        let now = self.now();
        let pace = self.pace(scope, limit, speed);
        let mut goes_at = now;
        self.change(scope, limit, |state| goes_at = state.take(pace, now));
        Duration::from_nanos(goes_at - now)
    }

    /// Lowers a bucket after AWS has throttled it.
    pub fn throttled(&self, scope: &Scope, limit: &Limit, speed: f64) {
        let now = self.now();
        let pace = self.pace(scope, limit, speed);
        self.change(scope, limit, |state| state.throttled(pace, now));
        tracing::debug!(bucket = limit.bucket, "AWS throttles: sending fewer calls for a while");
    }

    /// Notes the granted rate of an account, which replaces the published one.
    pub fn granted(&self, scope: &Scope, bucket: &str, per_second: f64) {
        lock(&self.0.raised).insert((scope.clone(), bucket.to_owned()), per_second);
    }

    /// The rate of a bucket, with the granted quota of the account.
    fn whole_pace(&self, scope: &Scope, limit: &Limit, speed: f64) -> Pace {
        let granted = lock(&self.0.raised).get(&(scope.clone(), limit.bucket.clone())).copied();
        let per_second = granted.unwrap_or(limit.pace.per_second);
        let capacity = limit.pace.capacity * per_second / limit.pace.per_second;
        Pace { capacity, per_second: per_second * speed }
    }

    /// The part of it that a run uses: one call and a small share of the rate are left out, because some calls travel
    /// faster than others.
    fn pace(&self, scope: &Scope, limit: &Limit, speed: f64) -> Pace {
        let Pace { capacity, per_second } = self.whole_pace(scope, limit, speed);
        Pace { capacity: (capacity - 1.0).max(1.0), per_second: per_second * OF_RATE }
    }

    /// Changes a bucket in its file, or for this run alone.
    fn change(&self, scope: &Scope, limit: &Limit, change: impl FnOnce(&mut State)) {
        let scope = match limit.is_global {
            true => Scope { region: "all".to_owned(), ..scope.clone() },
            false => scope.clone(),
        };
        let name = format!("{}-{}-{}", scope.account, scope.region, limit.bucket);
        let bucket = lock(&self.0.buckets).entry((scope, limit.bucket.clone())).or_default().clone();
        // Held during the whole change: attempts leave in the order in which they came.
        let mut own = lock(&bucket.state);
        let file = bucket.file.get_or_init(|| shared::open(self.0.settings.directory.as_deref()?, &name));
        let mut change = Some(change);
        let in_file = |state: &mut State| {
            if let Some(change) = change.take() {
                change(state);
            }
        };
        if !file.as_ref().is_some_and(|file| shared::change(file, in_file))
            && let Some(change) = change
        {
            change(&mut own);
        }
    }

    fn now(&self) -> u64 {
        let now = self.0.settings.started + self.0.since.elapsed();
        u64::try_from(now.as_nanos()).unwrap_or(u64::MAX)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
