//! AWS Security Token Service: the account of the credentials.

pub mod account;
mod functions;

pub use functions::FUNCTIONS;

use kind::{AnySource, ReadOnly};

/// Sources that other kinds refer to.
pub const SOURCES: &[&dyn AnySource] = &[&ReadOnly::<account::Account>::IT];
