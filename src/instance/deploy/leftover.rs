//! Ends the processes of hooks that a killed run left.
//!
//! The hook itself ends with the program. Its children do not, and would run beside the hooks of the next run. All of them
//! have a mark in their environment, and a link notes the mark while the hook runs: a link can be made on a full disk, too.

use std::path::Path;
use std::time::Duration;

use nix::sys::signal::Signal;

use super::error::DeployError;
use super::job::World;
use super::layout::Layout;
use machine::process::family::marked;
use machine::process::{Command, End, Finished, RunError};

/// The variable with the mark.
const VARIABLE: &str = "DEPLOY_HOOK";

/// How often processes that were killed are looked for again, and the pause between.
const ROUNDS: usize = 200;
const PAUSE: Duration = Duration::from_millis(20);

/// Notes a mark before a hook is started.
fn note(layout: &Layout, world: &World<'_>) -> Result<String, DeployError> {
    let mark = uuid::Uuid::new_v4().to_string();
    world.disk.link(&layout.hook(), Path::new(&mark))?;
    Ok(mark)
}

/// The hook has ended by itself: what it left running on purpose lives on.
fn forget(layout: &Layout, world: &World<'_>) -> Result<(), DeployError> {
    Ok(world.disk.remove_file(&layout.hook())?)
}

/// Ends what a hook of an earlier run, or one that was killed, has left.
pub(super) fn end(layout: &Layout, world: &World<'_>) -> Result<(), DeployError> {
    let path = layout.hook();
    let Some(mark) = layout.noted_hook().map_err(|source| DeployError::Read { path, source })? else {
        return Ok(());
    };
    let mut was_told = false;
    for _ in 0..ROUNDS {
        let left = marked(VARIABLE, &mark);
        if left.is_empty() {
            return forget(layout, world);
        }
        if !was_told {
            tracing::warn!("{} processes of a hook of {} are ended", left.len(), layout.service());
            was_told = true;
        }
        for member in left {
            member.signal(Signal::SIGKILL);
        }
        world.runtime.block_on(async { tokio::time::sleep(PAUSE).await });
    }
    Err(DeployError::Leftover(layout.service().to_owned()))
}

/// Runs a hook whose processes can be found. What it leaves is ended, unless it has ended by itself.
pub(super) fn run_marked(
    layout: &Layout,
    world: &World<'_>,
    command: &Command,
) -> Result<Result<Finished, RunError>, DeployError> {
    let mark = note(layout, world)?;
    let command = command.clone().env(VARIABLE, &mark);
    let ran = world.wait(command.run());
    if matches!(&ran, Ok(Ok(Finished { end: End::Code(_), .. }))) {
        forget(layout, world)?;
    } else {
        end(layout, world)?;
    }
    ran
}
