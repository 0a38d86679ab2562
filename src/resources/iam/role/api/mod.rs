//! The calls for roles.

mod apply;
mod describe;
mod each;
mod listing;

pub(super) use apply::apply;
pub(super) use describe::describe;
