//! AWS Identity and Access Management.

mod fault;
pub mod instance_profile;
pub mod policy;
pub mod role;

use super::{AnyKind, AnySource, Family, Kind, ReadOnly};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<role::Role>::IT];

/// What other kinds refer to.
pub const SOURCES: &[&dyn AnySource] =
    &[&ReadOnly::<instance_profile::InstanceProfile>::IT, &ReadOnly::<policy::Policy>::IT];

/// The execution functions of this service.
pub const FUNCTIONS: &[&Family] = &[];
