//! Amazon CloudWatch.

pub mod alarm;
mod functions;

pub use functions::FUNCTIONS;

use kind::{AnyKind, Kind};

aws::client!(
    /// CloudWatch.
    CloudWatch aws_sdk_cloudwatch
);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<alarm::Alarm>::IT];
