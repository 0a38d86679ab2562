//! Amazon DynamoDB.

mod functions;
pub mod table;

pub use functions::FUNCTIONS;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<table::Table>::IT];
