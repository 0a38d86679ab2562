//! AWS Key Management Service.

mod functions;
pub mod key;

pub use functions::FUNCTIONS;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<key::Key>::IT];
