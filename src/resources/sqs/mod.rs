//! Amazon SQS.

pub mod queue;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<queue::Queue>::IT];
