//! AWS Security Token Service: whose account this is.

pub mod account;

use super::{AnySource, ReadOnly};

/// What other kinds refer to.
pub const SOURCES: &[&dyn AnySource] = &[&ReadOnly::<account::Account>::IT];
