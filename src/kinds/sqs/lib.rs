//! Amazon SQS.

mod functions;
pub mod queue;

pub use functions::FUNCTIONS;

use kind::{AnyKind, Kind};

aws::client!(
    /// SQS.
    Sqs aws_sdk_sqs
);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<queue::Queue>::IT];
