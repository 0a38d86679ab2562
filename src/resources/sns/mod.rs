//! Amazon SNS.

mod functions;
mod live;
pub mod topic;

pub use functions::FUNCTIONS;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<topic::Topic>::IT];
