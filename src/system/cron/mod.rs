//! `cron.*`: jobs and variables of crontabs.
//!
//! ```yaml
//! /usr/local/bin/backup:
//!   cron.present:
//!     - identifier: backup
//!     - user: backup
//!     - minute: random
//!     - hour: 4
//! ```
//!
//! The marks in the table are Salt's own, so a table that Salt wrote remains managed, and the other way round. Lines above the
//! mark are not managed. Lines below it that cannot be read are kept. A job without `identifier` is identified by its command.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.cron.html>.

mod diff;
mod job;
mod spec;
mod tab;
#[cfg(test)]
mod tests;
mod whole;

use super::{Call, Intent, LocalState};
use crate::operation::Operations;
use crate::source::SourceError;
use machine::crontab;
use model::{Function, Outcome, chain};

/// The state module `cron`.
pub struct Cron;

/// A crontab, and the data that a change needs.
#[derive(Clone, Debug)]
pub struct Live {
    /// The present table.
    text: String,
    /// Numbers for `random`, one for each field of a time.
    dice: [u32; 5],
    /// The wanted table as a whole, for `cron.file`.
    table: Result<String, SourceError>,
}

/// The user of the crontab.
fn user(call: &Call<'_>) -> String {
    call.fields.text("user").unwrap_or_else(|| "root".to_owned())
}

impl LocalState for Cron {
    type Live = Live;
    type Step = Operations;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        let text = crontab::read(&user(&call)).await.map_err(|error| Outcome::failed(chain(&error)))?;
        let is_whole = call.function.verb == "file";
        let table = if is_whole { whole::table(&call).await } else { Ok(String::new()) };
        Ok(Live { text, dice: rand::random(), table })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Operations> {
        match call.function.verb {
            "absent" => diff::absent(&call, &live),
            "env_present" => diff::env_present(&call, &live),
            "env_absent" => diff::env_absent(&call, &live),
            "file" => whole::diff(&call, live),
            _ => diff::present(&call, &live),
        }
    }
}
