//! `pkg.*`: packages of Debian, by dpkg and apt, and of Red Hat, by rpm and dnf.
//!
//! ```yaml
//! tools:
//!   pkg.installed:
//!     - pkgs:
//!       - jq
//!       - nginx: '>=1.22'
//!       - myapp: 1.4.2-1
//!     - hold: True
//! ```
//!
//! The installed packages are read once a run, and again after any change. One run of the package manager installs, upgrades or
//! removes all packages of a state. It includes the packages of the next states of the same function, as long as nothing is
//! between them: no other state of the machine, no condition, no requisite on one of them. `aggregate: True` (or
//! `state_aggregate` in the configuration) includes later states too, `aggregate: False` includes none. Before an installation
//! the lists of the repositories are fetched, once a run; without an installation the network is not used. A test run shows the
//! plan of apt or dnf, with dependencies. The grain `os_family` selects the package manager, or `providers: {pkg: aptpkg}`
//! (`yumpkg`, `dnfpkg`) in the configuration.
//!
//! See <https://docs.saltproject.io/en/3007/ref/states/all/salt.states.pkg.html>.

mod group;
mod hold;
mod install;
mod installed;
mod latest;
mod remove;
mod spec;
mod together;
mod uptodate;
mod want;
mod work;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use super::{Call, EarlyOutcomes, Intent, LocalState};
use machine::package::{self, Family, PackageCache, Packages, Transaction, VersionChange};
use model::{Function, Map, Outcome, Value, chain};

pub use spec::FUNCTIONS;
pub use work::Work;

/// The state module `pkg`.
pub struct Pkg;

/// The packages of the machine, and its package manager.
#[derive(Clone, Debug)]
pub struct PackageState {
    family: Family,
    cache: Arc<PackageCache>,
    packages: Arc<Packages>,
    early_outcomes: Arc<EarlyOutcomes>,
}

/// The result of one function.
#[derive(Debug)]
enum Found {
    Install(Box<install::Found>),
    Latest(Box<latest::Found>),
    Remove(Box<remove::Found>),
    Upgrade(Box<uptodate::Found>),
    Hold(PackageState),
    Group(Box<group::Found>),
}

/// The result, and the wishes of other states at the same time.
#[derive(Debug)]
pub struct Live {
    found: Found,
    joined: Vec<together::JoinedWork>,
}

impl LocalState for Pkg {
    type Live = Live;
    type Step = Box<Work>;

    const FUNCTIONS: &'static [Function] = FUNCTIONS;
    const REACTS: bool = false;
    const TOGETHER: &'static [&'static str] = &["installed", "latest", "removed", "purged"];

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        if let Some(outcome) = call.context.memory.early_outcomes().take(&call.context.low.tag()) {
            return Err(outcome);
        }
        if call.fields.takes("pkgs") && call.fields.list("pkgs").is_some_and(|list| list.is_empty()) {
            return Err(Outcome::succeeded(match call.function.verb {
                "removed" | "purged" => "No packages to remove provided",
                "held" => "No packages to be held provided",
                "unheld" => "No packages to be unheld provided",
                _ => "No packages to install provided",
            }));
        }
        let ground = ground(&call).await?;
        let found = Found::of(&call, ground.clone()).await?;
        let joined = if found.takes_along() { together::others(&call, &ground).await } else { vec![] };
        Ok(Live { found, joined })
    }

    fn diff(call: Call<'_>, live: Live) -> Intent<Self::Step> {
        let mut intent = live.found.intent(&call);
        if let Intent::Act { step, .. } = &mut intent {
            step.joined = live.joined;
        }
        intent
    }
}

impl Found {
    async fn of(call: &Call<'_>, ground: PackageState) -> Result<Self, Outcome> {
        match call.function.verb {
            "installed" => install::describe(call, ground).await.map(Box::new).map(Self::Install),
            "latest" => latest::describe(call, ground).await.map(Box::new).map(Self::Latest),
            "uptodate" => uptodate::describe(call, ground).await.map(Box::new).map(Self::Upgrade),
            "held" | "unheld" => Ok(Self::Hold(ground)),
            "group_installed" => group::describe(call, ground).await.map(Box::new).map(Self::Group),
            _ => remove::describe(call, ground).await.map(Box::new).map(Self::Remove),
        }
    }

    /// True if there is something to do that can be joined with the work of other states.
    fn takes_along(&self) -> bool {
        match self {
            Self::Install(found) => found.takes_along(),
            Self::Latest(found) => found.takes_along(),
            Self::Remove(found) => found.takes_along(),
            Self::Upgrade(_) | Self::Hold(_) | Self::Group(_) => false,
        }
    }

    fn intent(self, call: &Call<'_>) -> Intent<Box<Work>> {
        match self {
            Self::Install(found) => install::diff(call, *found),
            Self::Latest(found) => latest::diff(call, *found),
            Self::Remove(found) => remove::diff(call, *found),
            Self::Upgrade(found) => uptodate::diff(*found),
            Self::Hold(ground) => hold::diff(call, &ground),
            Self::Group(found) => group::diff(call, *found),
        }
    }
}

async fn ground(call: &Call<'_>) -> Result<PackageState, Outcome> {
    let family = package::family(call.minion.package_manager());
    let why = "this machine has neither dpkg nor rpm: other package managers are not supported";
    let family = family.ok_or_else(|| Outcome::failed(why))?;
    let cache = call.context.memory.packages();
    let packages = cache.packages(family).await.map_err(|error| Outcome::failed(chain(&error)))?;
    Ok(PackageState { family, cache, packages, early_outcomes: call.context.memory.early_outcomes() })
}

impl PackageState {
    /// Fetches the lists of the repositories, unless they were fetched or must not be; returns whether it did.
    async fn refresh(&self, call: &Call<'_>) -> Result<bool, Outcome> {
        if call.fields.boolean("refresh") == Some(false) || !self.cache.is_refresh_due() {
            return Ok(false);
        }
        let seconds = call.fields.integer("cache_valid_time").and_then(|seconds| u64::try_from(seconds).ok());
        let young = Duration::from_secs(seconds.unwrap_or(0));
        let fetched = self.cache.refresh(self.family, call.context.services.now(), young).await;
        fetched.map(|()| true).map_err(|error| Outcome::failed(chain(&error)))
    }

    /// The changes that would be made, and a warning if they cannot be determined.
    async fn foresee(
        &self,
        transaction: &Transaction,
    ) -> (Option<BTreeMap<String, VersionChange>>, Vec<String>) {
        match transaction.foresee(self.family, &self.packages).await {
            Ok(foreseen) => (Some(foreseen), vec![]),
            Err(error) => {
                (None, vec![format!("the package manager cannot report what it would do: {}", chain(&error))])
            }
        }
    }
}

/// The packages that would change.
fn moving(foreseen: Option<BTreeMap<String, VersionChange>>) -> BTreeSet<String> {
    let moves = foreseen.into_iter().flatten().filter(|(_, it)| it.old != it.new);
    moves.map(|(name, _)| name).collect()
}

/// The report of a test run: the plan of the package manager, or the changes that are known without it.
fn shown(
    foreseen: Option<&BTreeMap<String, VersionChange>>,
    otherwise: impl IntoIterator<Item = (String, Value)>,
) -> Map {
    let Some(moves) = foreseen else {
        return otherwise.into_iter().map(|(name, value)| (name.into(), value)).collect();
    };
    let text = |version: &Option<String>| version.clone().unwrap_or_default();
    let real = moves.iter().filter(|(_, it)| it.old != it.new);
    real.map(|(name, it)| (name.as_str().into(), work::pair(&text(&it.old), &text(&it.new)))).collect()
}
