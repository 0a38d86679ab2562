//! The calls for roles.

mod apply;
mod describe;
mod each;

pub(super) use apply::apply;
pub(super) use describe::describe;
