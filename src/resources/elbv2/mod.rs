//! Elastic Load Balancing by target groups: the targets registered with them.

mod functions;
pub mod registration;

pub use functions::FUNCTIONS;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<registration::Registration>::IT];
