//! Elastic Load Balancing by target groups: the groups, and the targets registered with them.

mod api;
mod functions;
pub mod registration;
pub mod target_group;

pub use functions::FUNCTIONS;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] =
    &[&Kind::<registration::Registration>::IT, &Kind::<target_group::TargetGroup>::IT];
