//! Amazon EC2 Auto Scaling.

mod fault;
mod functions;
pub mod group;
mod hooks;
mod launch;
pub mod launch_configuration;
pub mod lifecycle;
mod listing;
mod mixed;
mod refresh;
pub mod scaling_policy;
mod warm_pool;

pub use functions::FUNCTIONS;

use kind::{AnyKind, AnySource, Kind, ReadOnly};

aws::client!(
    /// Auto Scaling.
    AutoScaling aws_sdk_autoscaling
);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[
    &Kind::<launch_configuration::LaunchConfiguration>::IT,
    &Kind::<group::Group>::IT,
    &Kind::<lifecycle::Lifecycle>::IT,
];

/// Sources that kinds refer to.
pub const SOURCES: &[&dyn AnySource] = &[&ReadOnly::<scaling_policy::ScalingPolicy>::IT];
