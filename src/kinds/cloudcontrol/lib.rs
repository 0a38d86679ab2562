//! AWS Cloud Control: resources of any type that CloudFormation has, and the kinds that are described in a table.
//!
//! A resource is its type, its identifier and its properties. `facts` is the schema of a type, `target` the resource that is
//! meant, `declaration` the SLS, `compare` and `plan` the differences, `api` the calls. `declared!` wires a kind: its folder has
//! only its arguments and the property of each.

mod api;
mod compare;
mod declaration;
pub mod distribution;
pub mod domain;
mod export;
mod facts;
mod fault;
pub mod file_system;
mod functions;
mod hidden;
pub mod identity_pool;
pub mod identity_pool_roles;
pub mod iot_policy;
pub mod iot_policy_attachment;
pub mod mount_target;
mod named;
mod pillar;
mod plan;
pub mod resource;
pub mod resource_type;
pub mod rest_api;
pub mod secret;
pub mod stack;
pub mod stream;
mod swagger;
mod table;
mod target;
pub mod thing_type;
pub mod topic_rule;
pub mod trail;
pub mod upgrades;
pub mod usage_plan;
mod wiring;

pub use functions::FUNCTIONS;

use kind::{AnyKind, AnySource, Kind, ReadOnly};

aws::client!(
    /// Cloud Control.
    CloudControl aws_sdk_cloudcontrol
);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[
    &Kind::<distribution::Distribution>::IT,
    &Kind::<domain::Domain>::IT,
    &Kind::<file_system::FileSystem>::IT,
    &Kind::<identity_pool::IdentityPool>::IT,
    &Kind::<identity_pool_roles::IdentityPoolRoles>::IT,
    &Kind::<iot_policy::IotPolicy>::IT,
    &Kind::<iot_policy_attachment::IotPolicyAttachment>::IT,
    &Kind::<mount_target::MountTarget>::IT,
    &Kind::<resource::Resource>::IT,
    &Kind::<rest_api::RestApi>::IT,
    &Kind::<secret::Secret>::IT,
    &Kind::<stack::Stack>::IT,
    &Kind::<stream::Stream>::IT,
    &Kind::<thing_type::ThingType>::IT,
    &Kind::<topic_rule::TopicRule>::IT,
    &Kind::<trail::Trail>::IT,
    &Kind::<usage_plan::UsagePlan>::IT,
];

/// Kinds that can only be referred to.
pub const SOURCES: &[&dyn AnySource] =
    &[&ReadOnly::<resource_type::ResourceType>::IT, &ReadOnly::<upgrades::Upgrades>::IT];
