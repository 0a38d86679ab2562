//! Amazon Route 53.

mod api;
mod fault;
pub mod hosted_zone;
mod names;
pub mod record;

use super::{AnyKind, Family, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<hosted_zone::HostedZone>::IT, &Kind::<record::Record>::IT];

/// The execution functions of this service.
pub const FUNCTIONS: &[&Family] = &[];
