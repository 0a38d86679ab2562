//! Leaving service: runs the SLS that takes the instance out, sends heartbeats meanwhile, then completes the group's
//! lifecycle action.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::super::call_anew;
use super::own::ThisInstance;
use super::{CliError, Options, Session, act};
use crate::error::Ending;
use crate::returns;
use aws::wait::{self, Patience};
use aws::{ApiError, Aws, Fault};
use engine::leaving::{self, Leaving};
use exec::Arguments;
use instance::notice::Notice;
use kinds_autoscaling::lifecycle::{self, Live, Phase};
use model::Map;

/// The longest time that heartbeats keep an instance waiting: work that takes an hour hangs.
const LONGEST: Duration = Duration::from_secs(3600);

/// The first pause between two attempts to leave service; it doubles.
const PAUSE: Duration = Duration::from_secs(1);

/// The longest of these pauses: EC2 announces an end two minutes before.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Why the report to the group failed.
#[derive(Debug, thiserror::Error)]
enum Unreported {
    /// The group still counts on the instance.
    #[error("its group still says that it is {state}, after {patience:?}")]
    Early { state: String, patience: Duration },
    /// AWS did not answer, or refused.
    #[error(transparent)]
    Api(#[from] ApiError),
}

/// Takes the instance out of service and reports to the group; true if both succeeded. It tries again until the
/// instance ends, or its patience does, or `goes_on` says that the user ended it.
pub(super) fn leave(
    session: &Session<'_>,
    own: &ThisInstance,
    options: &Options,
    notice: &Notice,
    goes_on: &mut dyn FnMut(Duration) -> bool,
) -> Result<bool, CliError> {
    tracing::warn!("{} leaves service: {notice}", own.id);
    let leaving = Leaving::new(&notice.to_string(), session.grains());
    if let Err(error) = leaving.save(&leaving::place(session.opts())) {
        tracing::warn!("{error}: a run of elb.register may put the instance into service again");
    }
    let runtime = session.reach().runtime()?;
    let is_waited_for = notice.has_hooks();
    let beats = is_waited_for.then(|| Beats::start(runtime, own, options.heartbeat, Phase::Terminating));
    let drained = drain_until(session, own, options, ends(notice, options.patience), goes_on);
    if let Err(why) = &drained {
        tracing::error!("'{}' did not take {} out of service: {why}", options.sls, own.id);
    }
    let result = if drained.is_ok() { "CONTINUE" } else { "ABANDON" };
    // A group that takes instances back into its warm pool waits for that as it does for their end.
    let reported =
        if is_waited_for { runtime.block_on(report_left(own, result, options.patience)) } else { Ok(()) };
    beats.inspect(Beats::stop);
    if let Err(error) = &reported {
        tracing::error!("the lifecycle action of {} could not be completed: {error}", own.id);
    }
    Ok(drained.is_ok() && reported.is_ok())
}

/// When attempts to leave end. An announced time that is over says only that a clock is wrong.
fn ends(notice: &Notice, patience: Duration) -> Instant {
    let announced = notice.ends().map(|at| at.duration_since(Timestamp::now()));
    let announced = announced.and_then(|left| Duration::try_from(left).ok());
    Instant::now() + announced.unwrap_or(patience)
}

/// Leaves service, with new attempts after failures: AWS has bad minutes, and an instance that stays loses requests.
fn drain_until(
    session: &Session<'_>,
    own: &ThisInstance,
    options: &Options,
    ends: Instant,
    goes_on: &mut dyn FnMut(Duration) -> bool,
) -> Result<(), String> {
    let mut pause = PAUSE;
    loop {
        let drained = drain(session, own, &options.sls);
        let Err(why) = &drained else { return Ok(()) };
        if Instant::now() + pause >= ends {
            return drained;
        }
        tracing::warn!("{} is still in service, and the next attempt follows in {pause:?}: {why}", own.id);
        if !goes_on(pause) {
            return drained;
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Runs the SLS with the current configuration and pillar: the watch may be older than the deployment. What this
/// instance is does not change, and is not read again: the metadata service may have a bad minute now.
fn drain(session: &Session<'_>, own: &ThisInstance, sls: &str) -> Result<(), String> {
    let arguments = Arguments { positional: vec![sls.into()], named: Map::new() };
    let mut settings = session.settings().clone();
    settings.instance.clone_from(&own.facts);
    let answer = call_anew(settings, "state.sls", arguments)?;
    if answer.ending == Ending::Succeeded {
        return Ok(());
    }
    let comments: Vec<&str> = returns::failed(&answer.data).map(|it| it.comment).collect();
    Err(if comments.is_empty() { "there was nothing to run".to_owned() } else { comments.join("; ") })
}

/// Completes the actions of the group's hooks, once they are waiting. The metadata announce an end before the group's
/// own answers do.
async fn report_left(own: &ThisInstance, result: &str, patience: Duration) -> Result<(), Unreported> {
    let times =
        Patience { first: Duration::from_millis(250), longest: Duration::from_secs(2), deadline: patience };
    let last = Mutex::new(None);
    let reported = wait::until(times, || async {
        let attempt = attempt_report(own, result, patience).await;
        let why = attempt.inspect_err(|why| tracing::debug!(%why)).err();
        let is_done = why.is_none();
        *last.lock().unwrap_or_else(PoisonError::into_inner) = why;
        Ok::<_, Unreported>(is_done.then_some(()))
    });
    if reported.await?.is_ok() {
        return Ok(());
    }
    match last.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(why) => Err(why),
        None => Ok(()),
    }
}

async fn attempt_report(own: &ThisInstance, result: &str, patience: Duration) -> Result<(), Unreported> {
    let Some(live) = own.lifecycle().await? else { return Ok(()) };
    if matches!(live.state.as_str(), "InService" | "Terminating") {
        // The group has decided, but does not wait yet.
        return Err(Unreported::Early { state: live.state, patience });
    }
    if live.waits_for() == Some(Phase::Terminating) {
        act::complete(own, &live, result).await?;
    }
    Ok(())
}

/// The heartbeats of an instance whose group waits for it.
pub(super) struct Beats(JoinHandle<()>);

impl Beats {
    /// Sends the first at once and others while the group waits for this instance.
    pub fn start(runtime: &Runtime, own: &ThisInstance, every: Duration, phase: Phase) -> Self {
        let (aws, id) = (own.aws.clone(), own.id.clone());
        let goes_on = runtime.block_on(beat(&aws, &id, phase));
        Self(runtime.spawn(async move {
            let began = Instant::now();
            let mut goes_on = goes_on;
            while goes_on {
                tokio::time::sleep(every).await;
                if began.elapsed() > LONGEST {
                    tracing::warn!(
                        "{id} has not finished within {LONGEST:?}: its group gets no more heartbeats"
                    );
                    return;
                }
                goes_on = beat(&aws, &id, phase).await;
            }
        }))
    }

    /// Sends no more.
    pub fn stop(&self) {
        self.0.abort();
    }
}

/// Sends one for each waiting hook; false once nothing will wait for this instance any more.
async fn beat(aws: &Aws, id: &str, phase: Phase) -> bool {
    match lifecycle::find(aws, id).await {
        Ok(Some(live)) if live.waits_for() == Some(phase) => {
            beat_once(aws, id, &live).await;
            true
        }
        // A termination that is only just announced will be waited for soon; anything else will not.
        Ok(Some(_)) => phase == Phase::Terminating,
        Ok(None) => false,
        Err(error) => {
            tracing::warn!("no heartbeat for {id}: {error}");
            error.fault != Fault::Denied
        }
    }
}

async fn beat_once(aws: &Aws, id: &str, live: &Live) {
    for hook in live.hooks.answer().into_iter().flatten() {
        match lifecycle::heartbeat(aws, &live.group, hook, id).await {
            Ok(_) => tracing::debug!("heartbeat for {id}, {hook}"),
            Err(error) => tracing::warn!("no heartbeat for {id}: {error}"),
        }
    }
}
