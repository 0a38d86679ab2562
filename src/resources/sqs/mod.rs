//! Amazon SQS.

pub mod queue;

use super::{AnyKind, Family, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<queue::Queue>::IT];

/// The execution functions of this service.
pub const FUNCTIONS: &[&super::Family] = &[];
