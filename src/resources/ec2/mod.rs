//! Amazon EC2: security groups, and the things that others refer to by name.

mod api;
mod functions;
pub mod image;
pub mod instance;
pub mod launch_template;
pub mod security_group;
pub mod subnet;
pub mod vpc;

pub use functions::FUNCTIONS;

use super::{AnyKind, AnySource, Kind, ReadOnly};

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[&Kind::<security_group::SecurityGroup>::IT];

/// What can only be referred to.
pub const SOURCES: &[&dyn AnySource] = &[
    &ReadOnly::<image::Image>::IT,
    &ReadOnly::<instance::Instance>::IT,
    &ReadOnly::<instance::Instances>::IT,
    &ReadOnly::<launch_template::LaunchTemplate>::IT,
    &ReadOnly::<subnet::Subnet>::IT,
    &ReadOnly::<vpc::DefaultVpc>::IT,
    &ReadOnly::<vpc::Vpc>::IT,
];
