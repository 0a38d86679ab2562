//! `pkgrepo.*`: repositories of packages, in apt's files and in dnf's.
//!
//! ```yaml
//! 'deb [signed-by=/etc/apt/keyrings/myapp.asc] https://apt.example.com bookworm main':
//!   pkgrepo.managed:
//!     - file: /etc/apt/sources.list.d/myapp.list
//!     - key_url: https://apt.example.com/key.asc
//!     - key_hash: sha256=0f1e…
//!     - aptkey: False
//! ```
//!
//! The order of options and components does not matter: a line is the same source. Only its own line of the file changes. A
//! source in a paragraph of a `*.sources` file counts as present. The key is written to the file that `signed-by` names; without
//! `signed-by`, into `/etc/apt/trusted.gpg.d`. This needs neither `apt-key` nor `gpg`; only `keyserver` needs `gpg`. A local key
//! is compared at each run. A key on a server is fetched if its file is missing, or if its hash is not `key_hash`. If the key of
//! a new archive of Launchpad (`ppa`) is not given, Ubuntu's `add-apt-repository` adds the archive. After a change the lists of
//! the repositories are fetched (with `refresh: False`, before the next installation).
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.pkgrepo.html>.

mod apt;
mod key;
mod red_hat;
mod spec;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::{Call, Intent, LocalState, Step};
use crate::operation::Operations;
use machine::package::{self, Family, PackageCache};
use model::{Function, Map, Outcome, Value, Verdict, chain};

/// The state module `pkgrepo`.
pub struct Pkgrepo;

/// The present files of the machine.
#[derive(Debug)]
pub enum Live {
    Apt(Box<apt::Live>),
    RedHat(Box<red_hat::Live>),
}

/// Files to write, and lists to fetch afterwards.
#[derive(Debug)]
pub struct Work {
    operations: Operations,
    /// The package manager whose lists are fetched.
    refreshes: Option<Family>,
    cache: Arc<PackageCache>,
    now: SystemTime,
}

impl Step for Work {
    fn refusal(&self) -> Option<String> {
        self.operations.refusal()
    }

    async fn carry_out(self) -> Outcome {
        let mut outcome = self.operations.carry_out().await;
        // Lists that were fetched before do not have it.
        self.cache.forget_lists();
        if let Some(family) = self.refreshes.filter(|_| outcome.verdict == Verdict::Succeeded) {
            let fetched = self.cache.refresh(family, self.now, Duration::ZERO).await;
            if let Err(error) = fetched {
                outcome
                    .warnings
                    .push(format!("the lists of the repositories are not fetched: {}", chain(&error)));
            }
        }
        outcome
    }
}

impl LocalState for Pkgrepo {
    type Live = Live;
    type Step = Work;

    const FUNCTIONS: &'static [Function] = spec::FUNCTIONS;
    const REACTS: bool = false;

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        match package::family(call.minion.package_manager()) {
            Some(Family::Debian) => apt::describe(&call).await.map(Box::new).map(Live::Apt),
            Some(Family::RedHat) => red_hat::describe(&call).map(Box::new).map(Live::RedHat),
            None => Err("Repo management not implemented on this platform".to_owned()),
        }
        .map_err(Outcome::failed)
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Work> {
        let (intent, refreshes) = match (&live, call.function.verb) {
            (Live::Apt(live), "absent") => (apt::absent(&call, live), Some(Family::Debian)),
            (Live::Apt(live), _) => (apt::managed(&call, live), wants_lists(&call).then_some(Family::Debian)),
            (Live::RedHat(live), "absent") => (red_hat::absent(&call, live), None),
            (Live::RedHat(live), _) => (red_hat::managed(&call, live), None),
        };
        let cache = call.context.memory.packages();
        let now = call.context.services.now();
        intent.map(|operations| Work { operations, refreshes, cache, now })
    }
}

fn wants_lists(call: &Call<'_>) -> bool {
    call.fields.boolean("refresh_db").or(call.fields.boolean("refresh")) != Some(false)
}

/// Whether it is used, by `enabled` or `disabled`.
fn is_enabled(call: &Call<'_>) -> Result<bool, String> {
    match (call.fields.boolean("enabled"), call.fields.boolean("disabled")) {
        (Some(_), Some(_)) => Err("Only one of enabled/disabled is allowed".to_owned()),
        (enabled, disabled) => Ok(disabled.map_or(enabled.unwrap_or(true), |disabled| !disabled)),
    }
}

/// The comment of a failure.
fn failure(call: &Call<'_>, why: &str) -> String {
    format!("Failed to configure repo '{}': {why}", call.name)
}

/// The report of a test run that would write.
fn would_configure(call: &Call<'_>, changes: Map) -> Outcome {
    let comment = format!(
        "Package repo '{}' would be configured. This may cause pkg states to behave differently than stated if this action is \
         repeated without test=True, due to the differences in the configured repositories.",
        call.name
    );
    Outcome { changes, ..Outcome::would_change(comment) }
}

/// The report of a test run that would remove.
fn would_remove(name: &str, changes: Map) -> Outcome {
    let comment = format!(
        "Package repo '{name}' will be removed. This may cause pkg states to behave differently than stated if this action is \
         repeated without test=True, due to the differences in the configured repositories."
    );
    Outcome { changes, ..Outcome::would_change(comment) }
}

/// Salt's `changes` for a new or a removed source.
fn repo(name: &str) -> Map {
    [("repo".into(), name.into())].into_iter().collect()
}

/// Old and new of the differences.
fn differing(old: &Map, new: &Map) -> Map {
    let mut changes = Map::new();
    for (key, value) in new {
        let before = old.get(key).cloned().unwrap_or_default();
        if before != *value {
            let pair: Value = [("new", value.clone()), ("old", before)].into_iter().collect();
            changes.insert(key.clone(), pair);
        }
    }
    changes
}
