//! The input and the output of a deployment.

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
use super::record::Registration;
use crate::artifact::{Anchor, Limits, Pinned};
use crate::store::Store;

/// The conditions of an instance for a release, and how it keeps releases.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The keys whose signatures count, if no root document names them.
    pub pinned: Pinned,
    /// The root document that the configuration pins; none if it names all keys itself.
    pub root: Option<Anchor>,
    /// The number of releases that are kept beside the current one.
    pub keep: usize,
    /// True if only the instance's own pointer counts, and never that of all instances.
    pub only_own_pointer: bool,
    /// The limits of an artifact.
    pub limits: Limits,
    /// The maximum age of a build in days; none for no limit.
    pub max_age_days: Option<i64>,
    /// The number of bytes that must stay free on the disk.
    pub keep_free: u64,
    /// The default timeout of a hook.
    pub hooks_timeout: Duration,
    /// What happens with a release whose hooks fail after it came into service.
    pub on_failure: OnFailure,
}

/// What happens with a release whose hooks fail after it came into service.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum OnFailure {
    /// The previous release comes back.
    #[default]
    Rollback,
    /// It stays, and the next run runs its hooks again.
    Keep,
    /// It stays, and the instance leaves its balancers.
    Deregister,
}

/// Carries out states of the release that put this instance into service.
pub type Register<'a> = &'a dyn Fn(&Layout, &[Registration]) -> Result<(), String>;

/// The environment of a deployment.
pub struct World<'a> {
    /// The disk.
    pub disk: Disk<'a>,
    /// The runtime for calls and programs.
    pub runtime: Handle,
    /// The current time.
    pub clock: &'a dyn Fn() -> Timestamp,
    /// True once the user or the system asked for the end.
    pub end: watch::Receiver<bool>,
    /// Additional environment variables of hooks.
    pub environment: BTreeMap<String, String>,
    /// Runs the highstate with the trees of `next`; none if there are no trees.
    pub highstate: &'a dyn Fn(&Layout) -> Result<Option<Highstate>, String>,
    /// Takes this instance out of service.
    pub leave: &'a dyn Fn() -> Result<(), String>,
    /// Carries out states of the release that put this instance into service.
    pub register: Register<'a>,
}

/// The result of a highstate.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Highstate {
    /// The number of states.
    pub states: usize,
    /// The number of states that changed something.
    pub changed: usize,
    /// The failures, in words.
    pub failed: Vec<String>,
    /// The full output, for the log.
    pub text: String,
    /// The states that put the instance into service; they wait for the end of the deployment.
    pub registrations: Vec<Registration>,
}

/// The release to deploy, and its store.
pub struct Job<'a> {
    /// The directories.
    pub layout: &'a Layout,
    /// The instance, whose own pointer wins over that of all instances.
    pub instance: Option<&'a str>,
    /// The revision, instead of the one that a pointer names.
    pub revision: Option<&'a str>,
    /// The conditions.
    pub rules: &'a Rules,
    /// The store.
    pub store: &'a dyn Store,
    /// Everything else.
    pub world: &'a World<'a>,
}

/// The result of a deployment.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Report {
    /// The service.
    pub service: String,
    /// The revision that is in service.
    pub revision: String,
    /// The one before.
    pub previous: Option<String>,
    /// The steps that were done.
    pub steps: Vec<Step>,
    /// The result of the highstate, if one was run.
    pub highstate: Option<Highstate>,
    /// The log of it all.
    pub log: Option<PathBuf>,
}

impl World<'_> {
    /// Waits for something, unless the end is requested first.
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

    /// Continues, unless the end was requested.
    pub(super) fn go_on(&self) -> Result<(), DeployError> {
        if *self.end.borrow() { Err(DeployError::Interrupted) } else { Ok(()) }
    }
}
