//! Classic Elastic Load Balancing: balancers, and the instances registered with them.

mod functions;
pub mod load_balancer;
pub mod registration;

pub use functions::FUNCTIONS;

use kind::{AnyKind, AnySource, Kind};

aws::client!(
    /// Classic Elastic Load Balancing.
    Elb aws_sdk_elasticloadbalancing
);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] =
    &[&Kind::<load_balancer::LoadBalancer>::IT, &Kind::<registration::Registration>::IT];

/// Sources that kinds refer to.
pub const SOURCES: &[&dyn AnySource] = &[];
