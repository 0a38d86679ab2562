//! Runs that a timer starts: `--splay`, `--single`, `--back-off`.

use std::time::Duration;

use jiff::Timestamp;
use rand::RngExt;

use super::back_off::BackOff;
use super::commands::Session;
use super::error::CliError;
use super::run_lock::{self, RunLockError, WhenBusy};
use super::settings::Settings;
use model::minion::cachedir;

/// Runs if nothing prevents it, and records how it ended; else there is nothing to do, which is a success.
pub(super) fn run_now(
    settings: &Settings,
    session: &Session<'_>,
    run: impl FnOnce() -> Result<u8, CliError>,
) -> Result<u8, CliError> {
    let timer = &settings.timer;
    if let Some(most) = timer.splay.filter(|most| *most > 0) {
        let pause = Duration::from_secs(rand::rng().random_range(0..=most).into());
        tracing::info!("waiting {pause:?} of its splay");
        session.reach().wait(async { tokio::time::sleep(pause).await })?;
    }
    let _lock = match timer.single.then(|| run_lock::take(session, WhenBusy::Refuse)).transpose() {
        Ok(lock) => lock,
        Err(CliError::RunLock(busy @ RunLockError::Busy { .. })) => {
            tracing::info!("another run is in progress: nothing is done. {busy}");
            return Ok(0);
        }
        Err(error) => return Err(error),
    };
    let Some(longest) = timer.back_off else { return run() };
    let subject = format!("{} {}", settings.function, settings.words.join(" "));
    let back_off = BackOff::read(&cachedir(session.opts()).join("turns"), &subject, longest);
    if let Some(then) = back_off.later(Timestamp::now()) {
        tracing::info!("the last run failed: nothing is done before {then}");
        return Ok(0);
    }
    let code = run();
    back_off.ended(matches!(code, Ok(0)), Timestamp::now()).map_err(CliError::BackOff)?;
    code
}
