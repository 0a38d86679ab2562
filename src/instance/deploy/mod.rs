//! Brings a release of a service onto this instance and into service.
//!
//! The contents of the disk are the state: [`plan`](plan()) compares them with the desired release, so that the next
//! deployment finishes one that was killed anywhere. Laws: a release gets its name when it is complete; links are
//! switched by renaming, never removed and made again; `current` leads to a complete release or does not exist.

mod disk;
mod error;
mod fitness;
mod hook_settings;
mod hooks;
mod job;
mod layout;
mod leftover;
mod line;
mod lock;
mod log;
mod offer;
mod plan;
mod record;
mod recorded;
mod release;
mod room;
mod run;
mod settings;
mod settle;
mod space;
mod status;
mod trust;
mod unfit;

pub use disk::{Disk, DiskError, Watch};
pub use error::DeployError;
pub use fitness::release_of;
pub use hooks::HookError;
pub use job::{Highstate, Job, OnFailure, Register, Report, Rules, World};
pub use layout::{Layout, Link};
pub use lock::{Holder, Lock, LockError, check_free};
pub use plan::{BASE, Live, Step, Wanted, plan};
pub use record::{Deployed, Registration, Rollback, ServiceRecord};
pub use release::{RollbackJob, rollback};
pub use run::{deploy, preview};
pub use settings::{Address, Settings};
pub use space::Room;
pub use status::{Status, statuses};

#[cfg(test)]
mod tests;
