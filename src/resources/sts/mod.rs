//! AWS Security Token Service: whose account this is.

pub mod account;
mod functions;

pub use functions::FUNCTIONS;

use super::{AnySource, ReadOnly};

/// What other kinds refer to.
pub const SOURCES: &[&dyn AnySource] = &[&ReadOnly::<account::Account>::IT];
