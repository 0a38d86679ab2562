//! AWS Identity and Access Management.

mod entity;
mod fault;
mod functions;
pub mod instance_profile;
pub mod policy;
pub mod role;
pub mod user;

pub use functions::FUNCTIONS;

use super::{AnyKind, AnySource, Kind, ReadOnly};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] =
    &[&Kind::<policy::Policy>::IT, &Kind::<role::Role>::IT, &Kind::<user::User>::IT];

/// What other kinds refer to.
pub const SOURCES: &[&dyn AnySource] = &[&ReadOnly::<instance_profile::InstanceProfile>::IT];
