//! Amazon CloudWatch.

pub mod alarm;

use super::{AnyKind, Family, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<alarm::Alarm>::IT];

/// The execution functions of this service.
pub const FUNCTIONS: &[&Family] = &[];
