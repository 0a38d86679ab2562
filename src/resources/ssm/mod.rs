//! AWS Systems Manager: parameters.

pub mod parameter;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<parameter::Parameter>::IT];
