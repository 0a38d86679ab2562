//! Amazon Route 53.

mod api;
mod fault;
mod functions;
pub mod hosted_zone;
mod names;
pub mod record;

pub use functions::FUNCTIONS;

use kind::{AnyKind, Kind};

aws::client!(
    /// Route 53.
    Route53 aws_sdk_route53
);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<hosted_zone::HostedZone>::IT, &Kind::<record::Record>::IT];
