//! `pkg.*`: packages of Debian's kind, by dpkg and apt, and of Red Hat's, by rpm and dnf.
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
//! What is installed is read once a run, and again when anything has changed it. All packages of a state are installed, brought up
//! to date or removed by one run of the package manager, and those of the same function's states that come next with them, where
//! nothing stands between: no other state of the machine, no condition, no requisite on one of them. `aggregate: True` (or
//! `state_aggregate` in the configuration) takes along what comes later too, `aggregate: False` nothing. Where something is to be installed, the lists of the repositories are fetched first, once a run;
//! where nothing is, nobody asks the network. What a test run shows is what apt or dnf foresees, dependencies among it.
//! Who looks after packages the grain `os_family` says, or `providers: {pkg: aptpkg}` (`yumpkg`, `dnfpkg`) in the configuration.
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

use super::{Ahead, Call, Intent, LocalState};
use crate::machine::package::{self, Family, Move, PackageCache, Packages, Transaction};
use crate::model::{Function, Map, Outcome, Value, chain};

pub use spec::FUNCTIONS;
pub use work::Work;

/// The state module `pkg`.
pub struct Pkg;

/// The packages of the machine, and who looks after them.
#[derive(Clone, Debug)]
pub struct Ground {
    family: Family,
    cache: Arc<PackageCache>,
    packages: Arc<Packages>,
    ahead: Arc<Ahead>,
}

/// What one function found.
#[derive(Debug)]
enum Found {
    Install(Box<install::Found>),
    Latest(Box<latest::Found>),
    Remove(Box<remove::Found>),
    Upgrade(Box<uptodate::Found>),
    Hold(Ground),
    Group(Box<group::Found>),
}

/// What was found, and what others want at the same time.
#[derive(Debug)]
pub struct Live {
    found: Found,
    joined: Vec<together::Joined>,
}

impl LocalState for Pkg {
    type Live = Live;
    type Step = Box<Work>;

    const FUNCTIONS: &'static [Function] = FUNCTIONS;
    const REACTS: bool = false;
    const TOGETHER: &'static [&'static str] = &["installed", "latest", "removed", "purged"];

    async fn describe(call: Call<'_>) -> Result<Live, Outcome> {
        if let Some(outcome) = call.around.memory.ahead().take(&call.around.low.tag()) {
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
    async fn of(call: &Call<'_>, ground: Ground) -> Result<Self, Outcome> {
        match call.function.verb {
            "installed" => install::describe(call, ground).await.map(Box::new).map(Self::Install),
            "latest" => latest::describe(call, ground).await.map(Box::new).map(Self::Latest),
            "uptodate" => uptodate::describe(call, ground).await.map(Box::new).map(Self::Upgrade),
            "held" | "unheld" => Ok(Self::Hold(ground)),
            "group_installed" => group::describe(call, ground).await.map(Box::new).map(Self::Group),
            _ => remove::describe(call, ground).await.map(Box::new).map(Self::Remove),
        }
    }

    /// True when there is something to do that can be done with what others want.
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

async fn ground(call: &Call<'_>) -> Result<Ground, Outcome> {
    let family = package::family(call.minion.package_manager());
    let why = "this machine has neither dpkg nor rpm: no other packages are known here";
    let family = family.ok_or_else(|| Outcome::failed(why))?;
    let cache = call.around.memory.packages();
    let packages = cache.packages(family).await.map_err(|error| Outcome::failed(chain(&error)))?;
    Ok(Ground { family, cache, packages, ahead: call.around.memory.ahead() })
}

impl Ground {
    /// Fetches the lists of the repositories, unless that has been done or is not wished.
    async fn refresh(&self, call: &Call<'_>) -> Result<(), Outcome> {
        if call.fields.boolean("refresh") == Some(false) || !self.cache.is_refresh_due() {
            return Ok(());
        }
        let seconds = call.fields.integer("cache_valid_time").and_then(|seconds| u64::try_from(seconds).ok());
        let young = Duration::from_secs(seconds.unwrap_or(0));
        let fetched = self.cache.refresh(self.family, call.around.supplies.now(), young).await;
        fetched.map_err(|error| Outcome::failed(chain(&error)))
    }

    /// What would become of which packages, and a warning where that cannot be told.
    async fn foresee(&self, transaction: &Transaction) -> (Option<BTreeMap<String, Move>>, Vec<String>) {
        match transaction.foresee(self.family, &self.packages).await {
            Ok(foreseen) => (Some(foreseen), vec![]),
            Err(error) => (None, vec![format!("what would be done cannot be foreseen: {}", chain(&error))]),
        }
    }
}

/// The packages that something will become of.
fn moving(foreseen: Option<BTreeMap<String, Move>>) -> BTreeSet<String> {
    let moves = foreseen.into_iter().flatten().filter(|(_, it)| it.old != it.new);
    moves.map(|(name, _)| name).collect()
}

/// What a test run shows: what the package manager foresees, or what is known without it.
fn shown(
    foreseen: Option<&BTreeMap<String, Move>>,
    otherwise: impl IntoIterator<Item = (String, Value)>,
) -> Map {
    let Some(moves) = foreseen else {
        return otherwise.into_iter().map(|(name, value)| (name.into(), value)).collect();
    };
    let text = |version: &Option<String>| version.clone().unwrap_or_default();
    let real = moves.iter().filter(|(_, it)| it.old != it.new);
    real.map(|(name, it)| (name.as_str().into(), work::pair(&text(&it.old), &text(&it.new)))).collect()
}
