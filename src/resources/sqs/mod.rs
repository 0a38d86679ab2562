//! Amazon SQS.

mod functions;
pub mod queue;

pub use functions::FUNCTIONS;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<queue::Queue>::IT];
