//! Amazon Route 53.

mod api;
mod fault;
pub mod hosted_zone;
mod names;
pub mod record;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<hosted_zone::HostedZone>::IT, &Kind::<record::Record>::IT];
