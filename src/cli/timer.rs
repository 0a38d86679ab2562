//! Runs that a timer starts: `--splay`, `--single`, `--back-off`.

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use rand::RngExt;

use super::commands::Session;
use super::error::CliError;
use super::settings::Settings;
use crate::instance::turn::{Turn, Wishes};
use crate::model::Value;

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
        session.reach().wait(tokio::time::sleep(pause))?;
    }
    if !timer.single && timer.back_off.is_none() {
        return run();
    }
    let cache = session.opts().get("cachedir").and_then(Value::as_str).unwrap_or_default();
    let wishes = Wishes {
        directory: Path::new(cache).join("turns"),
        is_single: timer.single,
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
