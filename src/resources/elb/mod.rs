//! Classic Elastic Load Balancing: balancers, and the instances registered with them.

mod functions;
pub mod load_balancer;
pub mod registration;

pub use functions::FUNCTIONS;

use super::{AnyKind, AnySource, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] =
    &[&Kind::<load_balancer::LoadBalancer>::IT, &Kind::<registration::Registration>::IT];

/// Sources that kinds refer to.
pub const SOURCES: &[&dyn AnySource] = &[];
