//! `instance watch`: reads the metadata every few seconds until the instance ends, and takes it out of service in time.
//!
//! It runs as a service of the system. SIGTERM takes the instance out of service and ends; SIGINT and SIGHUP only end.

use std::collections::HashSet;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::leave::{Beats, leave};
use super::own::ThisInstance;
use super::{CliError, CommandAnswer, Options, Session};
use crate::error::Ending;
use engine::leaving::{self, Leaving};
use instance::notice::Notice;
use kinds_autoscaling::lifecycle::Phase;
use model::Value;

/// The reason why the watch continued.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum WakeReason {
    Time,
    Drain,
    End,
}

/// The signals that it receives, from its beginning on.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hang_up: Signal,
    /// True once SIGTERM came while the instance left service for another reason.
    is_asked: bool,
    /// True once the user ended it between two attempts to leave service.
    is_ended: bool,
}

impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hang_up: signal(SignalKind::hangup())?,
            is_asked: false,
            is_ended: false,
        })
    }

    async fn next(&mut self, pause: Duration) -> WakeReason {
        if self.is_ended {
            return WakeReason::End;
        }
        if std::mem::take(&mut self.is_asked) {
            return WakeReason::Drain;
        }
        tokio::select! {
            _ = self.terminate.recv() => WakeReason::Drain,
            _ = self.interrupt.recv() => WakeReason::End,
            _ = self.hang_up.recv() => WakeReason::End,
            () = tokio::time::sleep(pause) => WakeReason::Time,
        }
    }

    /// Waits for the next attempt to leave service; false if the user ended it. SIGTERM asks for what is under way.
    async fn goes_on(&mut self, pause: Duration) -> bool {
        let is_asked = self.is_asked;
        let reason = tokio::select! {
            _ = self.terminate.recv(), if !is_asked => WakeReason::Drain,
            _ = self.interrupt.recv() => WakeReason::End,
            _ = self.hang_up.recv() => WakeReason::End,
            () = tokio::time::sleep(pause) => WakeReason::Time,
        };
        self.is_asked |= reason == WakeReason::Drain;
        self.is_ended |= reason == WakeReason::End;
        !self.is_ended
    }
}

/// The events of its time.
#[derive(Default)]
struct WatchLog {
    lines: Vec<String>,
    failed: bool,
}

impl WatchLog {
    fn end(self) -> CommandAnswer {
        let ending = if self.failed { Ending::StateFailed } else { Ending::Succeeded };
        CommandAnswer {
            ending,
            ..CommandAnswer::data(Value::List(self.lines.into_iter().map(Value::from).collect()))
        }
    }
}

/// Watches until the instance ends, or the command is ended.
pub(super) fn watch(session: &Session<'_>, options: &Options) -> Result<CommandAnswer, CliError> {
    let own = ThisInstance::of(session)?;
    let runtime = session.reach().runtime()?;
    let signals = runtime.block_on(async { Signals::new() });
    let mut signals = signals.map_err(CliError::StartRuntime)?;
    stay(session, &own);
    let enters = || Beats::start(runtime, &own, options.heartbeat, Phase::Launching);
    let mut beats = enters();
    let (mut log, mut heeded) = (WatchLog::default(), HashSet::new());
    loop {
        let notices = own.notices(options.rebalance);
        if notices.as_ref().is_some_and(Vec::is_empty) && !heeded.is_empty() {
            tracing::warn!("{} may stay: nothing is announced any more", own.id);
            heeded.clear();
            stay(session, &own);
            // From a warm pool it is launched a second time, and its group waits for that again.
            beats.stop();
            beats = enters();
        }
        for notice in notices.unwrap_or_default() {
            if heeded.insert(notice.clone()) {
                let is_done = heed(session, &own, options, &notice, &mut signals, &mut log)?;
                if notice.is_final() {
                    return Ok(log.end());
                }
                if !is_done {
                    heeded.remove(&notice);
                }
            }
        }
        if options.once {
            return Ok(log.end());
        }
        match runtime.block_on(signals.next(options.interval)) {
            WakeReason::Time => {}
            WakeReason::End => return Ok(log.end()),
            WakeReason::Drain => {
                heed(session, &own, options, &Notice::Asked, &mut signals, &mut log)?;
                return Ok(log.end());
            }
        }
    }
}

/// Leaves service for one reason; false if the instance could not leave.
fn heed(
    session: &Session<'_>,
    own: &ThisInstance,
    options: &Options,
    notice: &Notice,
    signals: &mut Signals,
    log: &mut WatchLog,
) -> Result<bool, CliError> {
    if notice.is_of_pool() && is_pooled(session, own)? {
        tracing::info!("{} waits in its group's warm pool: there is no service to leave", own.id);
        return Ok(true);
    }
    let runtime = session.reach().runtime()?;
    let mut goes_on = |pause| runtime.block_on(signals.goes_on(pause));
    let went_well = leave(session, own, options, notice, &mut goes_on)?;
    let how = if went_well { "left service" } else { "could not leave service properly" };
    log.lines.push(format!("{} {how}: {notice}", own.id));
    log.failed = !went_well;
    Ok(went_well)
}

/// True when the instance is in the group's warm pool; if the group cannot be asked, the instance leaves service, which
/// harms nobody.
fn is_pooled(session: &Session<'_>, own: &ThisInstance) -> Result<bool, CliError> {
    let live = session.reach().wait(own.lifecycle())?;
    let live = live
        .inspect_err(|error| tracing::warn!("the state of {} in its group is not known: {error}", own.id));
    Ok(live.ok().flatten().is_some_and(|live| live.is_pooled()))
}

/// Removes the mark that keeps the instance out of service.
fn stay(session: &Session<'_>, own: &ThisInstance) {
    if let Err(error) = Leaving::remove(&leaving::place(session.opts())) {
        tracing::warn!("{} stays out of service: its mark cannot be removed: {error}", own.id);
    }
}
