//! Runs that a timer starts: `--splay`, `--single`, `--back-off`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use rand::RngExt;

use super::commands::Session;
use super::error::CliError;
use super::settings::Settings;
use crate::instance::turn::{Company, Ticket, Turn, TurnError, Wishes};
use crate::model::minion::cachedir;

/// How long a deployment waits for a run that a timer started.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// How often it looks.
const PAUSE: Duration = Duration::from_millis(500);

/// Runs when it is this run's turn, and notes how it ended; else there is nothing to do, which is a success.
pub(super) fn in_turn(
    settings: &Settings,
    session: &Session<'_>,
    run: impl FnOnce() -> Result<u8, CliError>,
) -> Result<u8, CliError> {
    let timer = &settings.timer;
    if let Some(most) = timer.splay.filter(|most| *most > 0) {
        let pause = Duration::from_secs(rand::rng().random_range(0..=most).into());
        tracing::info!("waits {pause:?} of its splay");
        session.reach().wait(async { tokio::time::sleep(pause).await })?;
    }
    if !timer.single && timer.back_off.is_none() {
        return run();
    }
    let wishes = Wishes {
        directory: directory(session),
        company: if timer.single { Company::None } else { Company::Any },
        back_off: timer.back_off,
        subject: format!("{} {}", settings.function, settings.words.join(" ")),
    };
    match wishes.ask(Timestamp::now()).map_err(CliError::Turn)? {
        Turn::Now(ticket) => {
            let code = run();
            ticket.ended(matches!(code, Ok(0)), Timestamp::now()).map_err(CliError::Turn)?;
            code
        }
        Turn::UnderWay => {
            tracing::info!("another run is under way: nothing is done");
            Ok(0)
        }
        Turn::Later(then) => {
            tracing::info!("the last run failed: nothing is done before {then}");
            Ok(0)
        }
    }
}

/// Waits until no run with `--single` is under way, and keeps others from beginning while the answer lives: what a timer
/// brings about would not be what a deployment is bringing about.
///
/// # Errors
///
/// Another one does not end, or it cannot be told.
pub(in crate::cli) fn alone(session: &Session<'_>) -> Result<Option<Ticket>, CliError> {
    if session.settings().timer.single {
        return Ok(None);
    }
    let company = Company::Deployments;
    let wishes = Wishes { directory: directory(session), company, ..Wishes::default() };
    let began = Instant::now();
    loop {
        match wishes.ask(Timestamp::now()).map_err(CliError::Turn)? {
            Turn::Now(ticket) => return Ok(Some(ticket)),
            Turn::UnderWay | Turn::Later(_) if began.elapsed() > PATIENCE => {
                return Err(CliError::Turn(TurnError::Busy { patience: PATIENCE }));
            }
            Turn::UnderWay | Turn::Later(_) => {
                session.reach().wait(async { tokio::time::sleep(PAUSE).await })?;
            }
        }
    }
}

/// Where locks and records are.
fn directory(session: &Session<'_>) -> PathBuf {
    cachedir(session.opts()).join("turns")
}
