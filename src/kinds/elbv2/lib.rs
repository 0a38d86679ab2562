//! Elastic Load Balancing v2: application and network balancers with listeners and rules, target groups, and the targets
//! registered there.

mod actions;
mod api;
mod arn;
mod export;
mod extras;
mod functions;
pub mod listener;
pub mod load_balancer;
pub mod registration;
pub mod rule;
pub mod target_group;

pub use functions::FUNCTIONS;

use kind::{AnyKind, Kind};

aws::client!(
    /// Elastic Load Balancing.
    Elbv2 aws_sdk_elasticloadbalancingv2
);
aws::tag!(Elbv2 aws_sdk_elasticloadbalancingv2::types::Tag);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[
    &Kind::<listener::Listener>::IT,
    &Kind::<load_balancer::LoadBalancer>::IT,
    &Kind::<registration::Registration>::IT,
    &Kind::<rule::Rule>::IT,
    &Kind::<target_group::TargetGroup>::IT,
];
