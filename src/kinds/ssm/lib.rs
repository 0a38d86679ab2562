//! AWS Systems Manager: parameters.

mod api;
mod functions;
pub mod parameter;

pub use functions::FUNCTIONS;

use kind::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<parameter::Parameter>::IT];
