//! AWS Identity and Access Management.

pub mod access_keys;
mod entity;
mod fault;
mod functions;
pub mod group;
pub mod instance_profile;
pub mod password_policy;
pub mod policy;
pub mod role;
pub mod saml_provider;
pub mod server_certificate;
pub mod user;

pub use functions::FUNCTIONS;

use kind::{AnyKind, AnySource, Kind, ReadOnly};

aws::client!(
    /// IAM.
    Iam aws_sdk_iam
);
aws::whole_tag!(Iam aws_sdk_iam::types::Tag);

/// The kinds of this service.
pub const KINDS: &[&dyn AnyKind] = &[
    &Kind::<access_keys::AccessKeys>::IT,
    &Kind::<group::Group>::IT,
    &Kind::<password_policy::PasswordPolicy>::IT,
    &Kind::<policy::Policy>::IT,
    &Kind::<role::Role>::IT,
    &Kind::<saml_provider::SamlProvider>::IT,
    &Kind::<server_certificate::ServerCertificate>::IT,
    &Kind::<user::User>::IT,
];

/// Sources that other kinds refer to.
pub const SOURCES: &[&dyn AnySource] = &[&ReadOnly::<instance_profile::InstanceProfile>::IT];
