//! The calls for security groups.

mod apply;
mod describe;

pub(super) use apply::apply;
pub(super) use describe::describe;
