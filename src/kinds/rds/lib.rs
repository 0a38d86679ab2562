//! Amazon RDS: databases, and the groups that they name.

mod api;
pub mod cluster;
mod export;
mod functions;
pub mod instance;
mod network;
pub mod option_group;
pub mod parameter_group;
pub mod snapshot;
mod status;
pub mod subnet_group;
mod values;

pub use functions::FUNCTIONS;

use kind::{AnyKind, AnySource, Kind, ReadOnly};

aws::client!(
    /// RDS.
    Rds aws_sdk_rds
);
aws::tag!(Rds aws_sdk_rds::types::Tag);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[
    &Kind::<cluster::Cluster>::IT,
    &Kind::<instance::Instance>::IT,
    &Kind::<option_group::OptionGroup>::IT,
    &Kind::<parameter_group::ParameterGroup>::IT,
    &Kind::<subnet_group::SubnetGroup>::IT,
];

/// Sources that kinds of this service refer to.
pub const SOURCES: &[&dyn AnySource] =
    &[&ReadOnly::<snapshot::ClusterSnapshot>::IT, &ReadOnly::<snapshot::Snapshot>::IT];
