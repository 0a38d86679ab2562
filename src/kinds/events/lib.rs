//! Amazon EventBridge, formerly CloudWatch Events.

mod functions;
pub mod rule;

pub use functions::FUNCTIONS;

use kind::{AnyKind, Kind};

aws::client!(
    /// EventBridge.
    EventBridge aws_sdk_eventbridge
);
aws::whole_tag!(EventBridge aws_sdk_eventbridge::types::Tag);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<rule::Rule>::IT];
