//! `instance watch`: looks at the metadata every few seconds until the instance goes, and takes it out of service in time.
//!
//! A service of the system runs it. SIGTERM drains and ends; SIGINT and SIGHUP end without draining.

use std::collections::HashSet;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::leave::{Beats, leave};
use super::own::Own;
use super::{CliError, CommandAnswer, Options, Session};
use crate::cli::error::Ending;
use crate::engine::leaving::{self, Leaving};
use crate::instance::notice::Notice;
use crate::model::Value;
use crate::resources::autoscaling::lifecycle::Phase;

/// What the watch woke up for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Woken {
    Time,
    Drain,
    End,
}

/// The signals that it heeds, from its beginning on.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hang_up: Signal,
}

impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    async fn next(&mut self, pause: Duration) -> Woken {
        tokio::select! {
            _ = self.terminate.recv() => Woken::Drain,
            _ = self.interrupt.recv() => Woken::End,
            _ = self.hang_up.recv() => Woken::End,
            () = tokio::time::sleep(pause) => Woken::Time,
        }
    }
}

/// What happened while it watched.
#[derive(Default)]
struct Story {
    told: Vec<String>,
    failed: bool,
}

impl Story {
    fn end(self) -> CommandAnswer {
        let ending = if self.failed { Ending::StateFailed } else { Ending::Succeeded };
        CommandAnswer {
            ending,
            ..CommandAnswer::data(Value::List(self.told.into_iter().map(Value::from).collect()))
        }
    }
}

/// Watches until the instance goes, or the command is ended.
pub(super) fn watch(session: &Session<'_>, options: &Options) -> Result<CommandAnswer, CliError> {
    let own = Own::of(session)?;
    let runtime = session.reach().runtime()?;
    let signals = runtime.block_on(async { Signals::new() });
    let mut signals = signals.map_err(CliError::StartRuntime)?;
    stay(session, &own);
    let enters = || Beats::start(runtime, &own, options.heartbeat, Phase::Launching);
    let mut beats = enters();
    let (mut story, mut heeded) = (Story::default(), HashSet::new());
    loop {
        let notices = own.notices(options.rebalance);
        if notices.as_ref().is_some_and(Vec::is_empty) && !heeded.is_empty() {
            tracing::warn!("{} may stay: nothing is announced any more", own.id);
            heeded.clear();
            stay(session, &own);
            // From a warm pool it is launched a second time, and its group waits for that anew.
            beats.stop();
            beats = enters();
        }
        for notice in notices.unwrap_or_default() {
            if heeded.insert(notice.clone()) {
                heed(session, &own, options, &notice, &mut story)?;
                if notice.is_final() {
                    return Ok(story.end());
                }
            }
        }
        if options.once {
            return Ok(story.end());
        }
        match runtime.block_on(signals.next(options.interval)) {
            Woken::Time => {}
            Woken::End => return Ok(story.end()),
            Woken::Drain => {
                heed(session, &own, options, &Notice::Asked, &mut story)?;
                return Ok(story.end());
            }
        }
    }
}

fn heed(
    session: &Session<'_>,
    own: &Own,
    options: &Options,
    notice: &Notice,
    story: &mut Story,
) -> Result<(), CliError> {
    if notice.is_of_pool() && is_pooled(session, own)? {
        tracing::info!("{} waits in its group's warm pool: there is nothing to leave", own.id);
        return Ok(());
    }
    let went_well = leave(session, own, options, notice)?;
    let how = if went_well { "left service" } else { "could not leave service in good order" };
    story.told.push(format!("{} {how}: {notice}", own.id));
    story.failed |= !went_well;
    Ok(())
}

/// True when the group has the instance in its warm pool; one that cannot be asked for leaves service, which harms nobody.
fn is_pooled(session: &Session<'_>, own: &Own) -> Result<bool, CliError> {
    let live = session.reach().wait(own.lifecycle())?;
    let live = live.inspect_err(|error| tracing::warn!("where {} stands is not known: {error}", own.id));
    Ok(live.ok().flatten().is_some_and(|live| live.is_pooled()))
}

/// Nothing keeps the instance out of service.
fn stay(session: &Session<'_>, own: &Own) {
    if let Err(error) = Leaving::remove(&leaving::place(session.opts())) {
        tracing::warn!("{} stays out of service: its note cannot be removed: {error}", own.id);
    }
}
