//! Amazon SNS.

mod functions;
mod live;
pub mod topic;

pub use functions::FUNCTIONS;

use kind::{AnyKind, Kind};

aws::client!(
    /// SNS.
    Sns aws_sdk_sns
);
aws::whole_tag!(Sns aws_sdk_sns::types::Tag);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<topic::Topic>::IT];
