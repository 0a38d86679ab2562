//! What a deployment is given, and what comes of it.

use std::collections::BTreeMap;
use std::future::Future;
use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;
use tokio::runtime::Handle;
use tokio::sync::watch;

use super::disk::Disk;
use super::error::DeployError;
use super::layout::Layout;
use super::plan::Step;
use crate::instance::artifact::{Anchor, Limits, Pinned};
use crate::instance::store::Store;

/// What an instance demands of a release, and how it keeps releases.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The keys whose signatures count, where no root document says so.
    pub pinned: Pinned,
    /// The root document that the configuration pins; none where it names all keys itself.
    pub root: Option<Anchor>,
    /// How many releases are kept beside the current one.
    pub keep: usize,
    /// True when only the instance's own pointer counts, and never that of all instances.
    pub only_own_pointer: bool,
    /// How much an artifact may hold.
    pub limits: Limits,
    /// After how many days a build is too old; none where age does not count.
    pub max_age_days: Option<i64>,
    /// How many bytes of the disk stay free.
    pub keep_free: u64,
    /// How long a hook may take that does not say so itself.
    pub hooks_timeout: Duration,
    /// What becomes of a release whose hooks fail when it is in service.
    pub on_failure: OnFailure,
}

/// What becomes of a release whose hooks fail when it is in service.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum OnFailure {
    /// The release before it comes back.
    #[default]
    Rollback,
    /// It stays, and the next run runs its hooks again.
    Keep,
    /// It stays, and the instance leaves its balancers.
    Deregister,
}

/// What a deployment is given of the world.
pub struct World<'a> {
    /// The disk.
    pub disk: Disk<'a>,
    /// What calls and programs are waited for on.
    pub runtime: Handle,
    /// What time it is.
    pub clock: &'a dyn Fn() -> Timestamp,
    /// True once the user or the system asked for the end.
    pub end: watch::Receiver<bool>,
    /// What hooks are told, beside what they are always told.
    pub environment: BTreeMap<String, String>,
    /// Runs the highstate with the trees of `next`; none where there are no trees.
    pub highstate: &'a dyn Fn(&Layout) -> Result<Option<Highstate>, String>,
    /// Takes this instance out of service.
    pub leave: &'a dyn Fn() -> Result<(), String>,
}

/// How a highstate went that came to its end.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Highstate {
    /// How many states there were.
    pub states: usize,
    /// How many of them changed something.
    pub changed: usize,
    /// What failed, in words.
    pub failed: Vec<String>,
    /// All of it, for the log.
    pub text: String,
}

/// What is to be brought in, and whence.
pub struct Job<'a> {
    /// Where.
    pub layout: &'a Layout,
    /// The instance, whose own pointer comes before that of all.
    pub instance: Option<&'a str>,
    /// The revision, instead of the one that a pointer names.
    pub revision: Option<&'a str>,
    /// What is demanded.
    pub rules: &'a Rules,
    /// Whence.
    pub store: &'a dyn Store,
    /// Everything else.
    pub world: &'a World<'a>,
}

/// How a deployment went that came to its end.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Report {
    /// The service.
    pub service: String,
    /// The revision that is in service.
    pub revision: String,
    /// The one that was before.
    pub previous: Option<String>,
    /// What was done.
    pub steps: Vec<Step>,
    /// How the highstate went, where one was run.
    pub highstate: Option<Highstate>,
    /// Where all of it is told.
    pub log: Option<PathBuf>,
}

impl World<'_> {
    /// Waits for something, unless the end is asked for first.
    pub(super) fn wait<T>(&self, future: impl Future<Output = T>) -> Result<T, DeployError> {
        let mut end = self.end.clone();
        self.runtime.block_on(async {
            tokio::select! {
                biased;
                Ok(_) = end.wait_for(|asked| *asked) => Err(DeployError::Interrupted),
                done = future => Ok(done),
            }
        })
    }

    /// Goes on, unless the end was asked for.
    pub(super) fn go_on(&self) -> Result<(), DeployError> {
        if *self.end.borrow() { Err(DeployError::Interrupted) } else { Ok(()) }
    }
}
