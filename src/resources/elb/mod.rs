//! Classic Elastic Load Balancing: balancers, and the instances registered with them.

pub mod load_balancer;
pub mod registration;

use super::{AnyKind, AnySource, Family, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] =
    &[&Kind::<load_balancer::LoadBalancer>::IT, &Kind::<registration::Registration>::IT];

/// What can only be referred to.
pub const SOURCES: &[&dyn AnySource] = &[];

/// The execution functions of this service.
pub const FUNCTIONS: &[&super::Family] = &[];
