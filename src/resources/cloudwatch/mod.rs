//! Amazon CloudWatch.

pub mod alarm;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<alarm::Alarm>::IT];
