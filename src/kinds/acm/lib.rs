//! AWS Certificate Manager: its certificates, by domain name.

pub mod certificate;

use kind::{AnySource, ReadOnly};

/// Sources that other kinds refer to.
pub const SOURCES: &[&dyn AnySource] = &[&ReadOnly::<certificate::Certificate>::IT];
