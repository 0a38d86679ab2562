//! Leaving service: runs the SLS that takes the instance out, sends heartbeats meanwhile, then completes the group's
//! lifecycle action.

use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::super::call_anew;
use super::own::ThisInstance;
use super::{CliError, Options, Session, act};
use crate::aws::wait::{self, Patience};
use crate::aws::{ApiError, Aws, Fault};
use crate::cli::error::Ending;
use crate::cli::returns;
use crate::engine::leaving::{self, Leaving};
use crate::exec::Arguments;
use crate::instance::notice::Notice;
use crate::model::Map;
use crate::resources::autoscaling::lifecycle::{self, Live, Phase};

/// The longest time that heartbeats keep an instance waiting: work that takes an hour hangs.
const LONGEST: Duration = Duration::from_secs(3600);

/// The time until a group's decision to end an instance is visible in its answers.
const SHOWN: Patience = Patience {
    first: Duration::from_millis(250),
    longest: Duration::from_secs(2),
    deadline: Duration::from_secs(15),
};

/// Takes the instance out of service and reports to the group; true if both succeeded.
pub(super) fn leave(
    session: &Session<'_>,
    own: &ThisInstance,
    options: &Options,
    notice: &Notice,
) -> Result<bool, CliError> {
    tracing::warn!("{} leaves service: {notice}", own.id);
    let leaving = Leaving::new(&notice.to_string(), session.grains());
    if let Err(error) = leaving.save(&leaving::place(session.opts())) {
        tracing::warn!("{error}: a run of elb.register may put the instance into service again");
    }
    let runtime = session.reach().runtime()?;
    let is_waited_for = matches!(notice, Notice::Leaves { .. });
    let beats = is_waited_for.then(|| Beats::start(runtime, own, options.heartbeat, Phase::Terminating));
    let drained = drain(session, &options.sls);
    beats.inspect(Beats::stop);
    if let Err(why) = &drained {
        tracing::error!("'{}' did not take {} out of service: {why}", options.sls, own.id);
    }
    let result = if drained.is_ok() { "CONTINUE" } else { "ABANDON" };
    // A group that takes instances back into its warm pool waits for that as it does for their end.
    let reported = if is_waited_for { runtime.block_on(report_left(own, result)) } else { Ok(()) };
    if let Err(error) = &reported {
        tracing::error!("the lifecycle action of {} could not be completed: {error}", own.id);
    }
    Ok(drained.is_ok() && reported.is_ok())
}

/// Runs the SLS with the current configuration and pillar: the watch may be older than the deployment.
fn drain(session: &Session<'_>, sls: &str) -> Result<(), String> {
    let arguments = Arguments { positional: vec![sls.into()], named: Map::new() };
    let answer = call_anew(session.settings().clone(), "state.sls", arguments)?;
    if answer.ending == Ending::Succeeded {
        return Ok(());
    }
    let comments: Vec<&str> = returns::failed(&answer.data).map(|it| it.comment).collect();
    Err(if comments.is_empty() { "there was nothing to run".to_owned() } else { comments.join("; ") })
}

/// Completes the actions of the group's hooks, once they are waiting.
async fn report_left(own: &ThisInstance, result: &str) -> Result<(), ApiError> {
    let settled = wait::until(SHOWN, || async {
        let live = own.lifecycle().await?;
        // The group has decided, but does not wait yet.
        let is_early =
            live.as_ref().is_some_and(|live| matches!(live.state.as_str(), "InService" | "Terminating"));
        Ok::<_, ApiError>((!is_early).then_some(live))
    });
    match settled.await? {
        Ok(Some(live)) if live.waits_for() == Some(Phase::Terminating) => {
            act::complete(own, &live, result).await
        }
        _ => Ok(()),
    }
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
