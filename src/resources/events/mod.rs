//! Amazon EventBridge, formerly CloudWatch Events.

mod functions;
pub mod rule;

pub use functions::FUNCTIONS;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<rule::Rule>::IT];
