//! The leases of a run: two runs that change AWS with the same SLS, in the same environment and for the same cluster,
//! do not run at once.
//!
//! On one host a lock in `cachedir` always keeps them apart. With `lease: s3://bucket/prefix` in the configuration a
//! lease in S3 does so on all hosts that share it. As with the run lock, `queue=True` waits and `concurrent=True`
//! ignores it.

mod settings;

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use jiff::Timestamp;
use tokio::task::JoinHandle;

use super::commands::{Session, open_bucket};
use super::error::CliError;
use super::journal::begun;
use super::run_lock::{self, PATIENCE, PAUSE, RunLock, RunLockError, WhenBusy};
use aws::calls::{Fence, beside_the_run};
use engine::journal::Begun;
use instance::lease::{Holder, Lease, Taken, Terms, take as take_lease};
use instance::store::{self, Location};
use model::{Minion, Problem, Value, chain};
use settings::Settings;
use sls::high::Wanted;

/// How long a run waits at its end for the store to take its lease back.
const GIVE_BACK: Duration = Duration::from_secs(10);

/// The leases of a run; other runs may begin when this is dropped.
pub(super) struct Leases<'a> {
    session: &'a Session<'a>,
    held: Vec<Held>,
    /// Released after the leases.
    locks: Vec<RunLock>,
}

/// A lease in S3 that is renewed.
struct Held {
    lease: Arc<Lease>,
    fence: Arc<dyn Fence>,
    keeper: JoinHandle<()>,
}

/// The calls of a run pass only while it has its lease.
struct Fenced(Arc<Lease>);

impl Fence for Fenced {
    fn check(&self) -> Result<(), String> {
        self.0.check()
    }

    fn why(&self) -> BoxFuture<'_, String> {
        Box::pin(self.0.why())
    }
}

/// Takes the leases of these SLS.
///
/// # Errors
/// Another run has one of them, or the store does not answer.
pub(super) fn take<'a>(
    session: &'a Session<'_>,
    minion: &Minion,
    services: &[Wanted],
    when_busy: WhenBusy,
) -> Result<Leases<'a>, CliError> {
    let settings = Settings::read(session.opts()).map_err(CliError::Config)?;
    let mut leases = Leases { session, held: vec![], locks: vec![] };
    if when_busy == WhenBusy::Ignore {
        return Ok(leases);
    }
    let cluster = minion.grains.get("cluster_name").and_then(Value::as_str);
    let mut keys: Vec<String> = services.iter().map(|service| key(service, cluster)).collect();
    // All runs take them in the same order, so that no two wait for each other.
    keys.sort();
    keys.dedup();
    let name = |key: &str| format!("lease-{}", key.replace('/', "+"));
    // A lease that a run of this process has already also serves this run.
    keys.retain(|key| !run_lock::has_named(session, &name(key)));
    for key in &keys {
        leases.locks.push(run_lock::take_named(session, &name(key), when_busy)?);
    }
    let Some(location) = settings.location.filter(|_| !keys.is_empty()) else { return Ok(leases) };
    let store = open_bucket(session, minion, &location)?;
    for key in keys {
        let key = format!("{key}.json");
        let terms = Terms { store: Arc::clone(&store), key, ttl: settings.ttl, clock: Timestamp::now };
        let lease = one(session, &terms, when_busy)?;
        leases.hold(lease)?;
    }
    Ok(leases)
}

/// The bucket for leases in the configuration.
///
/// # Errors
/// The configuration is wrong.
pub(super) fn location(session: &Session<'_>) -> Result<Option<Location>, CliError> {
    Ok(Settings::read(session.opts()).map_err(CliError::Config)?.location)
}

/// The key of a service: its environment, its cluster if the grains name one, and its SLS.
fn key(service: &Wanted, cluster: Option<&str>) -> String {
    let sls = service.sls.replace('/', ".");
    let sls = sls.strip_suffix(".init").unwrap_or(&sls);
    [Some(service.env.as_str()), cluster, Some(sls)]
        .into_iter()
        .flatten()
        .map(store::part)
        .collect::<Vec<_>>()
        .join("/")
}

/// Takes one lease, or waits for it.
fn one(session: &Session<'_>, terms: &Terms, when_busy: WhenBusy) -> Result<Lease, CliError> {
    let began = Instant::now();
    let mut named = None;
    loop {
        let taking = beside_the_run(take_lease(terms.clone(), holder(session)));
        let busy = match session.reach().wait(taking)? {
            Ok(Taken::Lease(lease)) => return Ok(*lease),
            Ok(Taken::Busy(busy)) => busy,
            Err(error) => {
                let hint = "the run changes nothing without its lease; 'concurrent=True' takes none";
                return Err(CliError::Lease(Problem::nowhere(chain(&error)).hint(hint).into()));
            }
        };
        if when_busy != WhenBusy::Wait || began.elapsed() > PATIENCE {
            let leased = RunLockError::Leased { place: terms.place(), holder: Box::new(busy) };
            return Err(CliError::RunLock(leased));
        }
        let words = busy.to_string();
        if named.as_ref() != Some(&words) {
            tracing::warn!("waiting for {}: {words}", terms.place());
            named = Some(words);
        }
        session.reach().wait(async { tokio::time::sleep(PAUSE).await })?;
    }
}

fn holder(session: &Session<'_>) -> Holder {
    let Begun { function, user, host, pid, .. } = begun(session);
    let (token, now) = (uuid::Uuid::new_v4().to_string(), Timestamp::now());
    Holder { token, what: function, user, host, pid, since: now, renewed: now }
}

impl Leases<'_> {
    fn hold(&mut self, lease: Lease) -> Result<(), CliError> {
        tracing::debug!(lease = lease.place(), fence = lease.fence());
        let lease = Arc::new(lease);
        let reach = self.session.reach();
        let kept = Arc::clone(&lease);
        let keeper = reach.runtime()?.spawn(beside_the_run(async move { kept.keep().await }));
        let fence: Arc<dyn Fence> = Arc::new(Fenced(Arc::clone(&lease)));
        reach.snapshot().sessions().calls().fence(&fence);
        self.held.push(Held { lease, fence, keeper });
        Ok(())
    }
}

impl Drop for Leases<'_> {
    fn drop(&mut self) {
        let reach = self.session.reach();
        for Held { lease, fence, keeper } in self.held.drain(..) {
            keeper.abort();
            // The time is measured within the runtime.
            let released = beside_the_run(async { tokio::time::timeout(GIVE_BACK, lease.release()).await });
            if !matches!(reach.wait(released), Ok(Ok(Ok(())))) {
                tracing::warn!("{} could not be returned: it ends when it expires", lease.place());
            }
            reach.snapshot().sessions().calls().unfence(&fence);
        }
        self.locks.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_is_its_environment_its_cluster_and_its_sls() {
        let of = |env: &str, sls: &str, cluster| {
            key(&Wanted { env: env.to_owned(), sls: sls.to_owned(), place: None }, cluster)
        };
        assert_eq!(of("base", "myapp", Some("myapp-testing-useast1")), "base/myapp-testing-useast1/myapp");
        assert_eq!(of("base", "net/init", None), "base/net");
        assert_eq!(of("../dev", "a b*", None), "..-dev/a-b-");
    }
}
