//! What IAM calls an entity: a user, a group or a role. All three have inline policies and managed ones attached to them.

pub(super) mod api;
pub(super) mod declared;
pub(super) mod named;
pub(super) mod plan;
