//! The calls for groups.

mod apply;
mod describe;

pub(super) use apply::apply;
pub(super) use describe::describe;
