//! Amazon RDS: databases, and the groups that they name.

mod api;
mod functions;
pub mod parameter_group;
pub mod subnet_group;

pub use functions::FUNCTIONS;

use super::{AnyKind, Kind};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] =
    &[&Kind::<subnet_group::SubnetGroup>::IT, &Kind::<parameter_group::ParameterGroup>::IT];
