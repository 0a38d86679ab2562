//! A simulated AWS: an account in memory behind a server on loopback, as slow and as strict as AWS is about calls.
//!
//! For runs of ten thousand resources, which no emulator carries. Simulated is what a run's time depends on: the token
//! buckets of `aws::budget::limits` (AWS's published ones, guesses where it publishes none), throttling
//! answers in each service's own words, page sizes, a delay for each call, and that a thing which was just created is
//! not shown for a while. Its clock runs `speed` times as fast: delays are shorter and buckets fill faster by that
//! factor, so that a run with its own budgets `speed` times as fast meets the same numbers. Not simulated is all else:
//! only the operations that the stacks of `stacks/generate.rs` need are known, arguments are believed, nothing is
//! ever refused by a policy or a quota of things.

mod account;
mod autoscaling;
mod bucket;
mod cbor;
mod cloudwatch;
mod ec2;
mod elb;
mod form;
mod iam;
mod route53;
mod server;
mod servicequotas;
mod sqs;
mod xml;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use account::Account;
use aws::budget::limits;
use bucket::Buckets;

/// How it behaves.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// So many times as fast as AWS.
    pub speed: f64,
    /// How long a call takes, at AWS's speed.
    pub latency: Duration,
    /// How long a new thing is not shown, at AWS's speed.
    pub lag: Duration,
    /// How long this machine may keep a call waiting on its way, at no speed but its own: what arrives in a bunch for
    /// that reason is forgiven. A speed-up makes such a hiccup that many times as long.
    pub grace: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        let (latency, lag) = (Duration::from_millis(40), Duration::from_millis(800));
        Self { speed: 1.0, latency, lag, grace: Duration::ZERO }
    }
}

/// What it was asked, by `service:Operation`.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// Calls that were carried out or refused for what they ask.
    pub calls: BTreeMap<String, usize>,
    /// Calls that were throttled.
    pub throttles: BTreeMap<String, usize>,
    /// The most that were under way at once.
    pub most_in_flight: usize,
    /// How many of the calls may change something.
    pub mutating: usize,
    /// Operations that it does not know.
    pub unknown: Vec<String>,
}

impl Ledger {
    /// All calls, throttled ones not among them.
    pub fn total(&self) -> usize {
        self.calls.values().sum()
    }

    /// All throttled calls.
    pub fn throttled(&self) -> usize {
        self.throttles.values().sum()
    }
}

/// The running server; it ends with its runtime.
pub struct Simulated {
    /// Where it listens.
    pub endpoint: String,
    world: Arc<World>,
}

/// What all connections share.
struct World {
    settings: Settings,
    account: Mutex<Account>,
    buckets: Mutex<Buckets>,
    ledger: Mutex<Ledger>,
    in_flight: AtomicUsize,
    is_strict: AtomicBool,
}

impl Simulated {
    /// Starts an account that holds what the stacks presume: the default VPC and the zone example.com.
    pub async fn start(settings: Settings) -> Self {
        let world = Arc::new(World {
            settings,
            account: Mutex::new(Account::new(settings)),
            buckets: Mutex::new(Buckets::new(settings.speed, settings.grace)),
            ledger: Mutex::default(),
            in_flight: AtomicUsize::new(0),
            is_strict: AtomicBool::new(true),
        });
        let endpoint = server::listen(world.clone()).await;
        Self { endpoint, world }
    }

    /// Whether it throttles and takes its time; it does at first.
    pub fn set_strict(&self, is_strict: bool) {
        self.world.is_strict.store(is_strict, Ordering::SeqCst);
    }

    /// Grants the account another rate for `CloudWatch.PutMetricAlarm` or the like, as Service Quotas tells then.
    pub fn grant(&self, operation: &str, per_second: f64) {
        let limit = limits::of_name(operation).expect("an operation with a limit");
        let quota = limit.quota.expect("a limit with a quota");
        self.world.buckets.lock().expect("no panic").grant(&limit.bucket, per_second);
        self.world.account.lock().expect("no panic").quotas.insert(quota.code, per_second);
    }

    /// What was asked since this was last called.
    pub fn take_ledger(&self) -> Ledger {
        std::mem::take(&mut *self.world.ledger.lock().expect("no panic"))
    }
}
