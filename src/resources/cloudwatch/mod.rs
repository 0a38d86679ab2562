//! Amazon CloudWatch.

pub mod alarm;
mod functions;

pub use functions::FUNCTIONS;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<alarm::Alarm>::IT];
