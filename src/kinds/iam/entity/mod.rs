//! Entities of IAM: users, groups and roles. All three have inline policies and attached managed policies.

pub(super) mod api;
pub(super) mod declared;
pub(super) mod named;
pub(super) mod plan;
